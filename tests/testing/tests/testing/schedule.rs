//! Tests tests under many seeds, like a user writes them.

use ydb::Client;
use ydb_keys::testing::Database;
use ydb_keys::{Result, YdbTable, add};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts", primary_key(id_hash = numeric_hash(id), id))]
struct Account {
    id: u64,
    amount: i64,
}

async fn open(client: &Client) -> Result<()> {
    let accounts = [Account { id: 1, amount: 100 }, Account { id: 2, amount: 100 }];
    Account::upsert_many(&accounts).exec(client).idempotent(true).await?;
    Ok(())
}

/// Moves an amount in one transaction.
async fn transfer(client: &Client, by: i64) -> Result<()> {
    ydb_keys::transact(client, async |tx| {
        Account::update(1).amount(add(-by)).exec(&tx).await?;
        Account::update(2).amount(add(by)).exec(&tx).await?;
        Ok(())
    })
    .await
}

async fn amounts(client: &Client) -> Result<Vec<i64>> {
    let accounts = Account::get_many([1, 2]).fetch(client).await?;
    Ok(accounts.into_iter().map(|account| account.amount).collect())
}

#[ydb_keys::test(Account, schedule = 100)]
async fn transfers_lose_nothing(client: Client) -> Result<()> {
    open(&client).await?;
    let (a, b) = futures_util::join!(transfer(&client, 10), transfer(&client, 5));
    a.and(b)?;
    assert_eq!(amounts(&client).await?.iter().sum::<i64>(), 200);
    assert!(amounts(&client).await?.contains(&85));
    Ok(())
}

/// Tests the strict order, which the line for repeating a failure names.
#[ydb_keys::test(Account, schedule = 20, order = "strict")]
async fn transfers_lose_nothing_in_the_strict_order(client: Client) -> Result<()> {
    open(&client).await?;
    let (a, b) = futures_util::join!(transfer(&client, 10), transfer(&client, 5));
    a.and(b)?;
    assert_eq!(amounts(&client).await?.iter().sum::<i64>(), 200);
    Ok(())
}

#[ydb_keys::test(Account, schedule = 10, order = "strict")]
#[should_panic(expected = "order=strict cargo test schedule::a_failure_names_the_strict_order")]
async fn a_failure_names_the_strict_order(client: Client) {
    open(&client).await.unwrap();
    assert!(amounts(&client).await.unwrap().is_empty(), "there are two");
}

/// Tests that no money appears or disappears, whatever fails.
#[ydb_keys::test(Account, schedule = 100, faults = 2)]
async fn transfers_keep_the_sum(database: &Database) {
    let client = database.client();
    while open(client).await.is_err() {}
    // Their outcome may be unknown.
    let _ = futures_util::join!(transfer(client, 10), transfer(client, 5));
    let amounts = loop {
        if let Ok(amounts) = amounts(client).await {
            break amounts;
        }
    };
    assert_eq!(amounts.iter().sum::<i64>(), 200);
}

/// Tests a read and a write that are not one transaction: the report has the line for repeating the failure, and the
/// steps.
#[ydb_keys::test(Account, schedule = 1000)]
#[should_panic(expected = "cargo test schedule::an_increment_that_is_not_one_transaction_is_found")]
async fn an_increment_that_is_not_one_transaction_is_found(client: Client) {
    open(&client).await.unwrap();
    let increment = async || -> Result<()> {
        let account = Account::get(1).fetch(&client).await?.unwrap();
        Account::update(1).amount(account.amount + 1).exec(&client).await?;
        Ok(())
    };
    let (a, b) = futures_util::join!(increment(), increment());
    a.and(b).unwrap();
    assert_eq!(Account::get(1).fetch(&client).await.unwrap().unwrap().amount, 102);
}
