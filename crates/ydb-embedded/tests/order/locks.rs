//! A planted bug of the engine: commits ignore their locks, so two transactions overwrite each other.

use std::cell::RefCell;
use std::sync::Mutex;

use ydb::{Client, Transaction, YdbResult, closure};
use ydb_embedded::check::{Appends, Op, Told};
use ydb_embedded::{Schedule, Server};

use crate::support::{CURED, connect, found, prepared, schedules};

const LISTS: &[&str] = &[
    "CREATE TABLE lists (id Uint64 NOT NULL, items Utf8, PRIMARY KEY (id))",
    "INSERT INTO lists (id, items) VALUES (1, ''), (2, '')",
];

fn items(text: &str) -> Vec<u64> {
    text.split_terminator(',').map(|item| item.parse().unwrap()).collect()
}

/// Runs a transaction that reads one list and appends to the other one.
async fn append(client: &Client, read: u64, to: u64, value: u64, appends: &RefCell<Appends>) {
    let seen = &Mutex::new(Vec::new());
    let text = "SELECT items FROM lists WHERE id = $id";
    let queries = client.query_client();
    let done = queries.retry_tx(closure!([&read, &to, &value, &seen, &text], async |tx: &mut Transaction| {
        let list: Option<String> = tx.query_row(*text).param("$id", *read).await?.remove_field(0)?.try_into()?;
        *seen.lock().unwrap() = items(&list.unwrap_or_default());
        let list: Option<String> = tx.query_row(*text).param("$id", *to).await?.remove_field(0)?.try_into()?;
        let list = format!("{}{value},", list.unwrap_or_default());
        tx.exec("UPDATE lists SET items = $items WHERE id = $id").param("$id", *to).param("$items", Some(list)).await?;
        Ok(())
    }));
    let told = if done.await.is_ok() { Told::Done } else { Told::Unknown };
    appends
        .borrow_mut()
        .add(vec![Op::Read(read, std::mem::take(&mut *seen.lock().unwrap())), Op::Append(to, value)], told);
}

async fn two_lists(server: Server) -> YdbResult<()> {
    let client = connect(&server).await?;
    let appends = RefCell::default();
    tokio::join!(
        append(&client, 1, 2, 10, &appends),
        append(&client, 2, 1, 20, &appends),
        append(&client, 1, 1, 30, &appends),
    );
    let mut lists = Vec::new();
    for id in [1, 2] {
        let mut queries = client.query_client();
        let row = queries.query_row("SELECT items FROM lists WHERE id = $id").param("$id", id).idempotent(true);
        let list: Option<String> = row.await?.remove_field(0)?.try_into()?;
        lists.push((id, items(&list.unwrap_or_default())));
    }
    appends.into_inner().check(lists).unwrap();
    Ok(())
}

#[test]
fn a_commit_that_ignores_its_locks_is_found() {
    let planted = prepared(Server::builder().ignore_locks(), LISTS);
    let history = found(&planted, 0, 0, "", two_lists);
    assert!(history.switches() > 0, "it takes two");
}

#[test]
fn transactions_of_three_clients_have_an_order() {
    let simulation = prepared(Server::builder(), LISTS);
    let explored = simulation.explore((0..CURED).map(Schedule::seeded), two_lists).unwrap();
    assert_eq!(explored.histories, CURED);
    // Faults do not change that.
    let explored = simulation.explore(schedules(CURED, 3), two_lists).unwrap();
    assert!(explored.faults > CURED / 2, "{explored:?}");
}
