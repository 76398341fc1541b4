//! Statements that read several ranges of a key: each range ends where its limit or its condition says.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use super::database::{Client, database};
use super::partitions::reads;

/// Forty rows, `b` of which is `at` modulo four: each `b` is a partition.
fn feed() -> Client {
    let mut client = database();
    client.ok("CREATE TABLE f (b Uint32 NOT NULL, at Uint64 NOT NULL, v Int32 NOT NULL, note Utf8, \
         PRIMARY KEY (b, at, v), INDEX by_v GLOBAL ON (b, v)) WITH (PARTITION_AT_KEYS = (1, 2, 3))");
    for at in 0..40 {
        client.ok(&format!("INSERT INTO f (b, at, v, note) VALUES ({}, {at}, {}, 'n{at}'u)", at % 4, 100 - at));
    }
    client
}

/// Point reads, range reads and their rows of each of the four partitions of `f`.
fn read(client: &mut Client, text: &str) -> Vec<(u64, u64, u64)> {
    reads(client, "f", |client| client.ok(text))
}

/// `UNION ALL` of one SELECT for each `b`.
fn union(branch: impl Fn(u32) -> String) -> String {
    (0..4).map(|b| format!("({})", branch(b))).collect::<Vec<_>>().join(" UNION ALL ")
}

#[test]
fn each_branch_of_a_union_reads_its_limit() {
    let mut client = feed();
    let first = union(|b| format!("SELECT at, v FROM f WHERE b = {b}u ORDER BY b, at LIMIT 3"));
    let text = format!("SELECT at FROM ({first}) ORDER BY at LIMIT 3");
    assert_eq!(client.rows(&text), ["0", "1", "2"]);
    assert_eq!(read(&mut client, &text), [(0, 1, 3); 4]);

    // YDB drops a sort that names the key from its first column on, though all rows of a branch have one value there.
    let last = union(|b| {
        format!("SELECT at FROM f WHERE b = {b}u AND (at, v) < (30, 70) ORDER BY b DESC, at DESC, v DESC LIMIT 2")
    });
    let text = format!("SELECT at FROM ({last}) ORDER BY at DESC LIMIT 2");
    assert_eq!(client.rows(&text), ["29", "28"]);
    assert_eq!(read(&mut client, &text), [(0, 1, 2); 4]);
}

#[test]
fn points_and_a_range_are_as_many_ranges() {
    let mut client = feed();
    let condition = "WHERE b IN (0u, 1u, 2u, 3u) AND at >= 10 AND at < 14";
    assert_eq!(client.rows(&format!("SELECT at FROM f {condition} ORDER BY at")), ["10", "11", "12", "13"]);
    assert_eq!(read(&mut client, &format!("SELECT COUNT(*) FROM f {condition}")), [(0, 1, 1); 4]);
    let any = read(&mut client, &format!("SELECT b FROM f {condition} LIMIT 1"));
    assert_eq!(any, [(0, 1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)]);
    let deleted = read(&mut client, &format!("DELETE FROM f {condition}"));
    assert!(deleted.iter().all(|(_, ranges, rows)| (*ranges, *rows) == (1, 1)), "{deleted:?}");
    assert_eq!(client.rows("SELECT COUNT(*) FROM f"), ["36"]);
}

#[test]
fn rows_found_in_an_index_are_looked_up_after_the_limit() {
    let mut client = feed();
    let keys = union(|b| format!("SELECT v, b, at FROM f VIEW by_v WHERE b = {b}u ORDER BY b, v, at LIMIT 3"));
    let text = format!(
        "SELECT note FROM (SELECT t.* FROM (SELECT b, at, v FROM ({keys}) ORDER BY v, at LIMIT 3) AS i \
         INNER JOIN f AS t ON t.b = i.b AND t.at = i.at AND t.v = i.v) ORDER BY v"
    );
    assert_eq!(client.rows(&text), ["'n39'", "'n38'", "'n37'"]);
    assert_eq!(read(&mut client, &text), [(0, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)]);
    let index = reads(&mut client, "f/by_v/indexImplTable", |client| client.ok(&text));
    assert_eq!(index.iter().map(|(_, _, rows)| rows).sum::<u64>(), 4 * 3);
}
