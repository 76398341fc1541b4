//! Moves money between accounts: the reads and the writes of a transfer take effect together, or nothing is written.

use clap::Parser;
use support::{Database, Failure, Result};
use tokio::sync::Barrier;
use ydb::{Client, QueryClient, Transaction, YdbOrCustomerError, closure};
use ydb_keys::YdbTable;

#[derive(YdbTable, Clone)]
#[ydb(table = "ydb_keys_examples/transactions/accounts")]
#[ydb(primary_key(account_hash = numeric_hash(account_id), account_id))]
struct Account {
    account_id: u64,
    owner: String,
    cents: i64,
}

/// Why the application refuses a transfer.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("there is no account {0}")]
    NoAccount(u64),
    #[error("{owner} has {cents} cents, too few for {wanted}")]
    TooLittle { owner: String, cents: i64, wanted: i64 },
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
    let mut q = client.query_client();
    Account::TABLE.create_table().exec(&mut q).await?;
    let owners = [(1, "Ann"), (2, "Bob"), (3, "Cem")];
    let accounts = owners.map(|(account_id, owner)| Account { account_id, owner: owner.to_owned(), cents: 10_000 });
    Account::insert_many(&accounts).exec(&mut q).await?;
    balances("Before", &mut q).await?;

    println!("1. Ann sends Bob 30.00.");
    let nobody = Barrier::new(1);
    let attempts = transfer(&q, 1, 2, 3_000, &nobody).await?;
    balances(&format!("   Done in {attempts} attempt"), &mut q).await?;

    // Both read Ann's account before either writes it. YDB commits the first and aborts the second. `retry_tx` runs
    // the second again, with the new balance, so no transfer is lost.
    println!("2. Ann sends Bob 10.00 and Cem 20.00 at the same time.");
    let both = Barrier::new(2);
    let (to_bob, to_cem) = tokio::join!(transfer(&q, 1, 2, 1_000, &both), transfer(&q, 1, 3, 2_000, &both));
    let (to_bob, to_cem) = (to_bob?, to_cem?);
    balances(&format!("   Done, to Bob in {to_bob} and to Cem in {to_cem} attempts"), &mut q).await?;

    // An error of the application ends the transaction and is not retried.
    println!("3. Ann sends Cem 90.00, more than she has.");
    println!("   Refused: {}.", refusal(transfer(&q, 1, 3, 9_000, &nobody).await)?);
    balances("   Nothing is written", &mut q).await?;

    println!("4. Ann sends 5.00 to account 99.");
    println!("   Refused: {}.", refusal(transfer(&q, 1, 99, 500, &nobody).await)?);
    balances("   Ann's account, already debited, is restored", &mut q).await
}

/// Moves money from one account to another, and returns the number of attempts.
///
/// `meeting` makes transfers wait for each other after their first read, so that they conflict.
async fn transfer(
    q: &QueryClient,
    from: u64,
    to: u64,
    cents: i64,
    meeting: &Barrier,
) -> Result<u32, YdbOrCustomerError> {
    let mut attempts = 0;
    q.retry_tx(closure!([&mut attempts, &from, &to, &cents, &meeting], async |tx: &mut Transaction| {
        *attempts += 1;
        let giver = Account::get(*from).fetch(&mut *tx).await?;
        let giver = giver.ok_or_else(|| YdbOrCustomerError::from_err(Refused::NoAccount(*from)))?;
        if *attempts == 1 {
            meeting.wait().await;
        }
        if giver.cents < *cents {
            let refused = Refused::TooLittle { owner: giver.owner, cents: giver.cents, wanted: *cents };
            return Err(YdbOrCustomerError::from_err(refused));
        }
        Account::update(*from).cents(giver.cents - *cents).exec(&mut *tx).await?;

        let taker = Account::get(*to).fetch(&mut *tx).await?;
        let taker = taker.ok_or_else(|| YdbOrCustomerError::from_err(Refused::NoAccount(*to)))?;
        // The last operation also commits: the client does not retry a conflict that a separate commit reports.
        Account::update(*to).cents(taker.cents + *cents).exec(&mut *tx).with_commit().await?;
        Ok(())
    }))
    .await?;
    Ok(attempts)
}

/// The application's refusal. Any other outcome ends the example with an error.
fn refusal(outcome: Result<u32, YdbOrCustomerError>) -> Result<String> {
    match outcome {
        Err(YdbOrCustomerError::Customer(error)) => Ok(error.to_string()),
        Err(YdbOrCustomerError::YDB(error)) => Err(error.into()),
        Ok(_) => Err(Failure::new("a transfer was made that the application should have refused")),
    }
}

async fn balances(when: &str, q: &mut QueryClient) -> Result {
    let accounts = Account::get_many([1, 2, 3]).fetch(&mut *q).await?;
    let mut each: Vec<String> = accounts
        .iter()
        .map(|account| format!("{} {}.{:02}", account.owner, account.cents / 100, account.cents % 100))
        .collect();
    each.sort();
    println!("{when}: {}\n", each.join(", "));
    Ok(())
}
