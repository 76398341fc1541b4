//! Tests the statements of the page `schema-changes` on a new column, with programs of both releases on one table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ydb_keys::{Result, YdbTable};
use ydb_keys_migrate::{ApplyOptions, Effect, apply, plan};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: f64,
    currency: Option<String>,
    #[ydb(default = 1)]
    parcels: u32,
}

/// Fills the column where it is NULL, in many transactions: a value that somebody writes meanwhile is not overwritten. If
/// it fails, run it again. It needs YDB 25.4.
async fn fill(client: &ydb::Client) -> Result<()> {
    let empty = Order::scan().full_scan().filter(Order::COLUMNS.currency.is_null());
    empty.batch_update().currency(Some("EUR".to_owned())).exec(client).await
}

mod before {
    #[derive(ydb_keys::YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
    pub(crate) struct Order {
        pub(crate) order_id: u64,
        pub(crate) amount: f64,
    }
}

#[ydb_keys::test(before::Order)]
async fn programs_of_both_releases(client: ydb::Client) -> Result<(), Box<dyn std::error::Error>> {
    let client = Arc::new(client);
    before::Order { order_id: 1, amount: 1.0 }.insert().exec(&client).await?;

    // A program that starts too early is not stopped by `check`, and fails at each statement.
    ydb_keys::check(&client, ydb_keys::schema![Order]).await?;
    assert!(Order::get(1).fetch(&client).await.is_err());

    // Old programs write and read while the columns are added.
    let stop = Arc::new(AtomicBool::new(false));
    let writer = tokio::spawn({
        let (client, stop) = (client.clone(), stop.clone());
        async move {
            let mut last = 1;
            while !stop.load(Ordering::Acquire) {
                last += 1;
                let order = before::Order { order_id: last, amount: 2.0 };
                order.insert().exec(&client).await?;
                assert_eq!(before::Order::get(last).fetch(&client).await?, Some(order));
            }
            Ok::<u64, ydb_keys::Error>(last)
        }
    });
    let plan = plan(&client, ydb_keys::schema![Order], None).await?;
    assert!(plan.steps().all(|(_, step)| step.effect != Effect::Destructive));
    apply(&client, &plan, &ApplyOptions::default(), &mut |_| {}).await?;
    stop.store(true, Ordering::Release);
    let last = writer.await??;

    let old = Order { order_id: 1, amount: 1.0, currency: None, parcels: 1 };
    assert_eq!(Order::get(1).fetch(&client).await?, Some(old.clone()));

    // An old program's upsert keeps the new columns. Its `replace` resets them, and its bulk upsert is refused.
    let new = Order { currency: Some("USD".to_owned()), parcels: 2, ..old };
    new.upsert().exec(&client).await?;
    let by_old = before::Order { order_id: 1, amount: 5.0 };
    by_old.upsert().exec(&client).await?;
    assert_eq!(Order::get(1).fetch(&client).await?, Some(Order { amount: 5.0, ..new.clone() }));
    assert!(before::Order::bulk_upsert(std::slice::from_ref(&by_old)).exec(&*client).await.is_err());
    by_old.replace().exec(&client).await?;
    assert_eq!(Order::get(1).fetch(&client).await?.map(|order| (order.currency, order.parcels)), Some((None, 1)));

    new.upsert().exec(&client).await?;
    fill(&client).await?;
    let rows = Order::scan().full_scan().fetch(&client).await?;
    assert_eq!(rows.len() as u64, last);
    assert!(rows.iter().all(|row| row.currency.as_deref() == Some(if row.order_id == 1 { "USD" } else { "EUR" })));
    Ok(())
}
