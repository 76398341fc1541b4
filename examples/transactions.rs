//! Moves money between accounts: the reads and the writes of a transfer take effect together, or nothing is written.

use clap::Parser;
use support::{Database, Failure, Result};
use tokio::sync::Barrier;
use ydb::Client;
use ydb_keys::{Transact, YdbTable};

#[derive(YdbTable, Clone)]
#[ydb(table = "ydb_keys_examples/transactions/accounts")]
#[ydb(primary_key(account_hash = numeric_hash(account_id), account_id))]
struct Account {
    account_id: u64,
    owner: String,
    cents: u64,
}

/// Reason for which a transfer was not made.
#[derive(Debug, thiserror::Error)]
enum TransferError {
    #[error("there is no account {0}")]
    NoAccount(u64),
    #[error("{owner} has {cents} cents, too few for {wanted}")]
    TooLittle { owner: String, cents: u64, wanted: u64 },
    #[error(transparent)]
    Database(#[from] ydb_keys::Error),
}

/// Transfers money in transactions: a conflict is retried, a refusal undoes everything
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let database = Database::open(&[Account::TABLE]).await?;
    story(&database.client).await.and(database.close().await)
}

async fn story(client: &Client) -> Result {
    Account::TABLE.create_table().exec(client).await?;
    let owners = [(1, "Ann"), (2, "Bob"), (3, "Cem")];
    let accounts = owners.map(|(account_id, owner)| Account { account_id, owner: owner.to_owned(), cents: 10_000 });
    Account::insert_many(&accounts).exec(client).await?;
    balances("Before", client).await?;

    println!("1. Ann sends Bob 30.00.");
    let nobody = Barrier::new(1);
    let attempts = transfer(client, 1, 2, 3_000, &nobody).await?;
    balances(&format!("   Done in {attempts} attempt"), client).await?;

    // Both read Ann's account before either writes it. YDB commits the first and aborts the second. `transact` runs
    // the second again, with the new balance, so no transfer is lost.
    println!("2. Ann sends Bob 10.00 and Cem 20.00 at the same time.");
    let both = Barrier::new(2);
    let (to_bob, to_cem) = tokio::join!(transfer(client, 1, 2, 1_000, &both), transfer(client, 1, 3, 2_000, &both));
    let (to_bob, to_cem) = (to_bob?, to_cem?);
    balances(&format!("   Done, to Bob in {to_bob} and to Cem in {to_cem} attempts"), client).await?;

    // An error of the application ends the transaction and is not retried.
    println!("3. Ann sends Cem 90.00, more than she has.");
    println!("   Refused: {}.", refusal(transfer(client, 1, 3, 9_000, &nobody).await)?);
    balances("   Nothing is written", client).await?;

    println!("4. Ann sends 5.00 to account 99.");
    println!("   Refused: {}.", refusal(transfer(client, 1, 99, 500, &nobody).await)?);
    balances("   Ann's account, already debited, is restored", client).await
}

/// Moves money from one account to another, and returns the number of attempts.
///
/// `meeting` makes transfers wait for each other after their first read, so that they conflict.
async fn transfer(client: &Client, from: u64, to: u64, cents: u64, meeting: &Barrier) -> Result<u32, TransferError> {
    Transact::with_error(client, async |tx| {
        let giver = Account::get(from).fetch(&tx).await?.ok_or(TransferError::NoAccount(from))?;
        if tx.attempt() == 1 {
            meeting.wait().await;
        }
        if giver.cents < cents {
            return Err(TransferError::TooLittle { owner: giver.owner, cents: giver.cents, wanted: cents });
        }
        Account::update(from).cents(giver.cents - cents).exec(&tx).await?;

        let taker = Account::get(to).fetch(&tx).await?.ok_or(TransferError::NoAccount(to))?;
        Account::update(to).cents(taker.cents + cents).exec(&tx).await?;
        Ok(tx.attempt())
    })
    .await
}

/// Returns the application's refusal. Any other outcome ends the example with an error.
fn refusal(outcome: Result<u32, TransferError>) -> Result<String> {
    match outcome {
        Err(TransferError::Database(error)) => Err(error.into()),
        Err(refused) => Ok(refused.to_string()),
        Ok(_) => Err(Failure::new("a transfer was made that the application should have refused")),
    }
}

async fn balances(when: &str, client: &Client) -> Result {
    let accounts = Account::get_many([1, 2, 3]).fetch(client).await?;
    let mut each: Vec<String> = accounts
        .iter()
        .map(|account| format!("{} {}.{:02}", account.owner, account.cents / 100, account.cents % 100))
        .collect();
    each.sort();
    println!("{when}: {}\n", each.join(", "));
    Ok(())
}
