//! Asynchronous indexes under a schedule: a stale read may find an older state of them, but never a newer one, and no
//! row that is gone.

use std::cell::Cell;

use ydb::{Client, TxMode, YdbResult};
use ydb_embedded::{Schedule, Server};

use crate::support::{CURED, connect, prepared, schedules};

const TABLE: &[&str] = &[
    "CREATE TABLE t (k Uint64 NOT NULL, v Uint64, note Utf8, PRIMARY KEY (k), INDEX by_v GLOBAL ASYNC ON (v))",
    "INSERT INTO t (k, v, note) VALUES (1, 0, 'first')",
];

/// Reads the keys by the index, with their values, or with their notes, which the index does not have.
async fn by_index<T>(client: &Client, column: &str) -> YdbResult<Vec<(u64, Option<T>)>>
where
    Option<T>: TryFrom<ydb::Value, Error = ydb::YdbError>,
{
    let text = format!("SELECT k, {column} FROM t VIEW by_v WHERE v >= 0 ORDER BY k");
    let mut queries = client.query_client();
    let set = queries.query_result_set(text).with_tx_mode(TxMode::StaleReadOnly).idempotent(true).await?;
    set.rows().map(|mut row| Ok((row.remove_field(0)?.try_into()?, row.remove_field(1)?.try_into()?))).collect()
}

/// Raises the value of a row and reads by the index after each step. Returns how often the index was behind.
async fn raise(server: &Server) -> YdbResult<u64> {
    let client = connect(server).await?;
    let (mut seen, mut behind) = (0, 0);
    for value in 1..=6_u64 {
        client.query_client().exec(format!("UPDATE t SET v = {value} WHERE k = 1")).await?;
        let rows = by_index::<u64>(&client, "v").await?;
        let [(1, Some(found))] = rows[..] else { panic!("not one state: {rows:?}") };
        assert!((seen..=value).contains(&found), "after {seen} it is {found} of {value}");
        seen = found;
        behind += u64::from(found < value);
    }
    client.query_client().exec("DELETE FROM t WHERE k = 1").await?;
    let notes = by_index::<String>(&client, "note").await?;
    assert!(notes.is_empty(), "its row is gone: {notes:?}");
    // After some time the index is as new as the table.
    server.advance(std::time::Duration::from_secs(1)).unwrap();
    assert!(by_index::<u64>(&client, "v").await?.is_empty());
    Ok(behind)
}

#[test]
fn an_asynchronous_index_lags_and_never_leads() {
    let simulation = prepared(Server::builder(), TABLE);
    let behind = Cell::new(0);
    let test = async |server: Server| -> YdbResult<()> {
        behind.set(behind.get() + raise(&server).await?);
        Ok(())
    };
    simulation.explore(schedules(CURED, 0), test).unwrap();
    assert!(behind.get() > CURED, "{}", behind.get());
    behind.set(0);
    simulation.explore(schedules(CURED, 0).map(Schedule::strict), test).unwrap();
    assert_eq!(behind.get(), 0);
}
