//! A planted bug of an export: the end of each part is looked up when the part begins, so the rows after a split are
//! left out.

use ydb::{Client, YdbResult};
use ydb_embedded::__internal::Upset;
use ydb_embedded::Server;
use ydb_embedded::check::Pages;

use crate::support::{CURED, all, connect, found, prepared, schedules};

const TABLE: &[&str] = &[
    "CREATE TABLE t (k Uint64 NOT NULL, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (10, 20))",
    "INSERT INTO t (k) VALUES (1), (2), (3), (4), (11), (12), (13), (14), (21), (22), (23), (24)",
];

/// Returns the first keys of all partitions except the first one.
async fn bounds(client: &Client) -> YdbResult<Vec<u64>> {
    let shown: Vec<Option<String>> = all(client, "SHOW CREATE TABLE t").await?;
    let text = shown.into_iter().flatten().next().unwrap_or_default();
    let listed = text.split("PARTITION_AT_KEYS = (").nth(1).unwrap_or_default();
    let listed = listed.split("))").next().unwrap_or_default();
    Ok(listed.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect())
}

async fn export(server: &Server, planted: bool) -> YdbResult<()> {
    let client = connect(server).await?;
    let begin = bounds(&client).await?;
    let mut pages = Pages::default();
    for part in 0..=begin.len() {
        let ends = if planted { bounds(&client).await? } else { begin.clone() };
        let from = if part == 0 { 0 } else { begin[part - 1] };
        let known = begin.get(part).copied().unwrap_or(u64::MAX);
        let to = ends.get(part).copied().unwrap_or(u64::MAX).min(known);
        pages.add(all::<u64>(&client, &format!("SELECT k FROM t WHERE k >= {from} AND k < {to} ORDER BY k")).await?);
    }
    pages.check([1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]).unwrap();
    Ok(())
}

#[test]
fn an_export_that_skips_the_rows_of_a_split_is_found() {
    let simulation = prepared(Server::builder(), TABLE);
    let test = async |server: Server| export(&server, true).await;
    let history = found(&simulation, 10, 3, "was there all the time", test);
    assert!(history.events.iter().any(|event| event.upset == Some(Upset::Split)), "{history}");
}

#[test]
fn an_export_with_the_bounds_of_its_beginning_is_whole() {
    let simulation = prepared(Server::builder(), TABLE);
    let cured = simulation.explore(schedules(CURED, 3), async |server: Server| export(&server, false).await);
    assert!(cured.unwrap().faults > CURED / 2);
}
