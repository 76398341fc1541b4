//! A planted bug of a key change: a page of the copy is read in one transaction and written in another one, so an older
//! row overwrites a newer one.
//! row lands on a newer one.

use ydb::{Client, Transaction, YdbResult, YdbResultWithCustomerErr, closure};
use ydb_embedded::Server;

use crate::support::{CURED, all, at_last, connect, found, prepared, schedules};

const TABLES: &[&str] = &[
    "CREATE TABLE old (id Uint64 NOT NULL, v Int64, PRIMARY KEY (id))",
    "CREATE TABLE new (id Uint64 NOT NULL, v Int64, PRIMARY KEY (id))",
    "INSERT INTO old (id, v) VALUES (1, 0), (2, 0), (3, 0)",
];

/// Writes a row to both tables, as writers do during the change of the key.
async fn write(client: &Client, id: u64, v: i64) {
    let both = "UPSERT INTO old (id, v) VALUES ($id, $v); UPSERT INTO new (id, v) VALUES ($id, $v)";
    at_last(async || client.query_client().exec(both).param("$id", id).param("$v", Some(v)).idempotent(true).await)
        .await;
}

async fn copy(client: &Client, planted: bool) {
    let id = 2_u64;
    let read = "SELECT v FROM old WHERE id = $id";
    let put = "UPSERT INTO new (id, v) VALUES ($id, $v)";
    if planted {
        at_last(async || -> YdbResult<()> {
            let mut row = client.query_client().query_row(read).param("$id", id).idempotent(true).await?;
            let v: Option<i64> = row.remove_field(0)?.try_into()?;
            client.query_client().exec(put).param("$id", id).param("$v", v).idempotent(true).await
        })
        .await;
        return;
    }
    at_last(async || -> YdbResultWithCustomerErr<()> {
        let page = closure!([&id, &read, &put], async |tx: &mut Transaction| {
            let v: Option<i64> = tx.query_row(*read).param("$id", *id).await?.remove_field(0)?.try_into()?;
            Ok(tx.exec(*put).param("$id", *id).param("$v", v).await?)
        });
        client.query_client().retry_tx(page).await
    })
    .await;
}

async fn change(server: &Server, planted: bool) -> YdbResult<()> {
    let client = connect(server).await?;
    tokio::join!(copy(&client, planted), write(&client, 2, 7));
    let values: Vec<Option<i64>> = all(&client, "SELECT v FROM new WHERE id = 2").await?;
    assert_eq!(values, [Some(7)], "the copy is older than the table");
    Ok(())
}

#[test]
fn a_copy_that_overwrites_a_newer_row_is_found() {
    let simulation = prepared(Server::builder(), TABLES);
    let words = "the copy is older than the table";
    let history = found(&simulation, 0, 0, words, async |server: Server| change(&server, true).await);
    assert!(history.switches() <= 3, "{history}");
}

#[test]
fn a_copy_within_one_transaction_is_never_older() {
    let simulation = prepared(Server::builder(), TABLES);
    let cured = simulation.explore(schedules(CURED, 2), async |server: Server| change(&server, false).await);
    assert_eq!(cured.unwrap().histories, CURED);
}
