//! A planted bug of a client: a retry uses values that the first attempt has read.

use std::sync::Mutex;

use ydb::{Client, Transaction, YdbResult, closure};
use ydb_embedded::Server;
use ydb_embedded::check::Bank;

use crate::support::{ACCOUNTS, CURED, all, connect, found, prepared, schedules};

async fn amount(tx: &mut Transaction, id: u64) -> YdbResult<i64> {
    let mut row = tx.query_row("SELECT amount FROM accounts WHERE id = $id").param("$id", id).await?;
    Ok(Option::<i64>::try_from(row.remove_field(0)?)?.unwrap_or_default())
}

async fn set(tx: &mut Transaction, id: u64, amount: i64) -> YdbResult<()> {
    tx.exec("UPDATE accounts SET amount = $a WHERE id = $id").param("$id", id).param("$a", Some(amount)).await
}

/// Moves an amount from one account to the other.
async fn transfer(client: &Client, from: u64, to: u64, by: i64, planted: bool) -> bool {
    let read = &Mutex::new(None::<(i64, i64)>);
    let queries = client.query_client();
    let done = queries.retry_tx(closure!([&from, &to, &by, &planted, &read], async |tx: &mut Transaction| {
        let before = read.lock().unwrap().filter(|_| *planted);
        let (a, b) = match before {
            Some(before) => before,
            None => (amount(tx, *from).await?, amount(tx, *to).await?),
        };
        *read.lock().unwrap() = Some((a, b));
        set(tx, *from, a - by).await?;
        set(tx, *to, b + by).await?;
        Ok(())
    }));
    done.await.is_ok()
}

async fn transfers(server: &Server, planted: bool) -> YdbResult<()> {
    let client = connect(server).await?;
    let (first, second) = tokio::join!(transfer(&client, 1, 2, 10, planted), transfer(&client, 1, 2, 5, planted));
    let amounts: Vec<Option<i64>> = all(&client, "SELECT amount FROM accounts ORDER BY id").await?;
    let amounts: Vec<i64> = amounts.into_iter().flatten().collect();
    Bank::new(200).check(amounts.iter().copied()).unwrap();
    if first && second {
        assert_eq!(amounts, [85, 115], "an update is lost");
    }
    Ok(())
}

#[test]
fn a_retry_with_what_was_read_before_is_found() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    found(&simulation, 0, 0, "an update is lost", async |server: Server| transfers(&server, true).await);
}

#[test]
fn a_retry_that_reads_again_loses_nothing() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let cured = simulation.explore(schedules(CURED, 2), async |server: Server| transfers(&server, false).await);
    assert_eq!(cured.unwrap().histories, CURED);
}
