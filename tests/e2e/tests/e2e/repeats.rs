//! Tests rows of one call with equal keys: refused before anything is sent, or the last one is kept.

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, YdbTable};

use crate::models::*;

/// Returns rows with the keys 0 to 9, then the keys 3 and 7 again, and 3 once more.
fn repeated() -> Vec<Order> {
    let mut rows = samples::<Order>(10);
    rows.extend([rows[3].changed(), rows[7].changed(), Order { note: Some("last".into()), ..rows[3].clone() }]);
    rows
}

fn assert_refused(result: ydb_keys::Result<()>, name: &str) {
    let text = format!("rows 3 and 10 of {name} have the same key (3)\n");
    assert!(is(&result, ErrorKind::Usage, &[&text]), "{name}: {result:?}");
}

#[tokio::test]
async fn repeated_keys_are_refused() {
    let database = Database::with::<Order>().await;
    let client = database.client();
    let rows = repeated();
    assert_refused(Order::insert_many(&rows).exec(client).await, "insert_many");
    assert_refused(Order::upsert_many(&rows).exec(client).await, "upsert_many");
    assert_refused(Order::replace_many(&rows).exec(client).await, "replace_many");
    assert_refused(Order::update_many(&rows).exec(client).await, "update_many");
    assert_refused(Order::bulk_upsert(&rows).exec(client).await, "bulk_upsert");
    assert_eq!(database.count(Order::TABLE).await, 0);
    let error = Order::upsert_many(&rows).exec(client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `ydb_keys_e2e/orders`: rows 3 and 10 of upsert_many have the same key (3)\n\
         help: pass each key once, or write `.keep_last()` to send the last row of each key; YDB would keep only one of \
         them"
    );
    // Deleting a key twice is deleting it.
    Order::insert_many(&rows[..2]).exec(client).await.unwrap();
    Order::delete_many([0, 1, 0]).exec(client).await.unwrap();
    assert_eq!(database.count(Order::TABLE).await, 0);
}

#[tokio::test]
async fn the_last_row_of_each_key_is_kept() {
    let database = Database::with::<Order>().await;
    let client = database.client();
    let rows = repeated();
    let mut expected = rows[..10].to_vec();
    expected[3] = rows[12].clone();
    expected[7] = rows[11].clone();
    let stored = async || {
        let mut stored = Order::scan().full_scan().fetch(client).await.unwrap();
        stored.sort_by_key(|order| order.order_id);
        Order::scan().full_scan().delete().exec(client).await.unwrap();
        stored
    };
    Order::insert_many(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(stored().await, expected);
    Order::upsert_many(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(stored().await, expected);
    Order::replace_many(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(stored().await, expected);
    Order::bulk_upsert(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(stored().await, expected);
    Order::insert_many(&rows[..10]).exec(client).await.unwrap();
    Order::update_many(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(stored().await, expected);
}

/// Tests keys that the server chooses, which cannot be equal, and times that become equal when they are floored.
#[tokio::test]
async fn keys_as_ydb_stores_them() {
    let database = Database::with::<Ticket>().await;
    database.create::<Visit>().await;
    let client = database.client();
    let ticket = Ticket { tenant: "a".into(), number: 1, queue: 1, status: None };
    Ticket::insert_many(&[ticket.clone(), ticket.clone()]).exec(client).await.unwrap();
    assert_eq!(database.count(Ticket::TABLE).await, 2);
    assert!(is(
        &Ticket::upsert_many(&[ticket.clone(), ticket]).exec(client).await,
        ErrorKind::Usage,
        &["have the same key"]
    ));
    let visit = |micros| Visit {
        user: 1,
        site: "a".into(),
        at: at(5) + std::time::Duration::from_micros(micros),
        pages: Some(micros as u32),
    };
    let rows = [visit(1), visit(2)];
    assert!(is(&Visit::upsert_many(&rows).exec(client).await, ErrorKind::Usage, &["rows 0 and 1 of "]));
    Visit::upsert_many(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(Visit::scan().full_scan().fetch(client).await.unwrap(), [Visit { at: at(5), ..visit(2) }]);
}

/// Tests more rows than one request takes, with a key in two requests; errors have the positions in the call.
#[tokio::test]
async fn keys_in_different_requests() {
    let database = Database::with::<Order>().await;
    let client = database.client();
    let mut rows = samples::<Order>(10_050);
    rows.push(rows[4].changed());
    let refused = Order::upsert_many(&rows).exec(client).await;
    assert!(is(&refused, ErrorKind::Usage, &["rows 4 and 10050 of upsert_many have the same key"]), "{refused:?}");
    Order::upsert_many(&rows).keep_last().exec(client).await.unwrap();
    assert_eq!(database.count(Order::TABLE).await, 10_050);
    assert_eq!(Order::get(4).fetch(client).await.unwrap().as_ref(), rows.last());
}
