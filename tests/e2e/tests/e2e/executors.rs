//! Tests that every operation runs on each executor: the client, its query client, a transaction, and a helper's
//! parameter.

use e2e_tests::Database;
use ydb::{Client, QueryClient, Transaction, closure};
use ydb_keys::{Executor, Result, YdbTable, transact};

use crate::models::*;

/// Adds to an account on any executor, like a user's helper, which passes `&mut db` to each operation.
async fn add(number: u64, sum: i64, mut db: impl Executor) -> Result<i64> {
    let before = Account::get(number).fetch(&mut db).await?.map_or(0, |account| account.sum);
    Account { number, sum: before + sum }.upsert().exec(&mut db).await?;
    inner(number, &mut db).await
}

/// Returns the sum of all accounts, as a second helper to which the first passes its executor.
async fn inner(number: u64, mut db: impl Executor) -> Result<i64> {
    let mut sums = 0;
    let mut accounts = Account::scan().full_scan().stream(&mut db);
    while let Some(account) = accounts.try_next().await? {
        sums += account.sum;
    }
    drop(accounts);
    assert!(Account::exists(number).fetch(db).await?);
    Ok(sums)
}

#[tokio::test]
async fn a_function_runs_on_all_of_them() {
    let database = Database::with::<Account>().await;
    let (client, mut q) = (database.client(), database.q());
    assert_eq!(add(1, 5, client).await.unwrap(), 5);
    assert_eq!(add(1, 6, &mut q).await.unwrap(), 11);
    let sum = q
        .retry_tx(closure!(async |tx: &mut Transaction| {
            add(2, 7, &mut *tx).await?;
            Ok(add(2, 8, tx).await?)
        }))
        .await;
    assert_eq!(sum.unwrap(), 26);
    assert_eq!(transact(&mut q, async |tx| add(2, 9, &tx).await).await.unwrap(), 35);
    assert_eq!(Account::get(2).fetch(client).await.unwrap(), Some(Account { number: 2, sum: 24 }));
}

/// Tests a helper in a task, whose future must be `Send`.
#[tokio::test]
async fn a_function_runs_in_a_task() {
    let database = Database::with::<Account>().await;
    let client = database.shared();
    let task = tokio::spawn(async move {
        let mut q = client.query_client();
        add(1, 1, &client).await?;
        add(1, 1, &mut q).await
    });
    assert_eq!(task.await.unwrap().unwrap(), 2);
}

/// Runs each operation on each executor.
#[expect(dead_code, reason = "compiled, never run")]
async fn of_each(client: &Client, q: &mut QueryClient, tx: &mut Transaction, row: &Order) -> Result<()> {
    Order::TABLE.create_table().exec(client).await?;
    Order::TABLE.create_table().exec(&mut *q).await?;
    row.insert().exec(client).await?;
    row.insert().exec(&mut *q).await?;
    row.insert().exec(&mut *tx).await?;
    Order::upsert_many(&[]).exec(client).await?;
    UserEvent::scan().userid(1).fetch(client).await?;
    UserEvent::scan().userid(1).first(tx).await?;
    Order::bulk_upsert(&[]).exec(client).await?;
    Order::read_rows([1_u64]).fetch(&client.table_client()).await.map(drop)
}
