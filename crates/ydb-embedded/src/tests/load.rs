//! System views about load: cores, overloaded partitions, restarted tablets. Also the partitions that SHOW CREATE TABLE
//! prints.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::time::{Duration, UNIX_EPOCH};

use super::database::Client;
use crate::clock::Clock;
use crate::session::{Config, Engine};
use crate::storage::Thresholds;

/// Creates a database in which a partition reaches the limit at 100 operations per second.
fn client() -> Client {
    let thresholds =
        Thresholds { split_operations_per_second: 100, decision_interval_us: 1_000_000, ..Thresholds::default() };
    Client::new(Engine::new(Config { thresholds, clock: Clock::manual_at(UNIX_EPOCH), ..Config::default() }))
}

/// Moves the clock to a second after 1970-01-01.
fn at(client: &Client, second: u64) {
    let passed = client.engine.clock().now().duration_since(UNIX_EPOCH).unwrap();
    client.engine.advance(Duration::from_secs(second) - passed).unwrap();
}

fn write(client: &mut Client, table: &str, keys: impl Iterator<Item = u32>) {
    let rows: Vec<String> = keys.map(|key| format!("({key}, 1)")).collect();
    client.ok(&format!("UPSERT INTO {table} (k, v) VALUES {}", rows.join(", ")));
}

#[test]
fn operations_are_shown_as_cores() {
    let mut client = client();
    client.ok("CREATE TABLE t (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (1000, 2000))");
    at(&client, 1);
    write(&mut client, "t", 0..80);
    write(&mut client, "t", 1000..1160);
    write(&mut client, "t", 2000..2500);
    at(&client, 2);
    let cores = "SELECT CPUCores FROM `.sys/partition_stats` WHERE Path = '/local/t' ORDER BY PartIdx";
    // At most one core, as in YDB.
    assert_eq!(client.rows(cores), ["0.4", "0.8", "1"]);
    let top = "SELECT Rank, CPUCores, RowCount, FollowerId, Path, IntervalEnd, PeakTime FROM `.sys/top_partitions_one_minute`";
    assert_eq!(client.rows(top), [""; 0]);
    at(&client, 60);
    assert_eq!(client.rows(cores), ["0", "0", "0"]);
    let times = "1970-01-01T00:01:00Z | 1970-01-01T00:00:02Z";
    let rows = [format!("1 | 1 | 500 | 0 | '/local/t' | {times}"), format!("2 | 0.8 | 160 | 0 | '/local/t' | {times}")];
    assert_eq!(client.rows(top), rows);
    // The current hour has a row, too.
    let hour = "SELECT Rank, CPUCores, IntervalEnd FROM `.sys/top_partitions_one_hour` WHERE Rank = 2";
    assert_eq!(client.rows(hour), ["2 | 0.8 | 1970-01-01T01:00:00Z"]);
}

#[test]
fn partitions_that_broke_locks_are_listed() {
    let mut client = client();
    client.ok("CREATE TABLE t (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k))");
    write(&mut client, "t", 0..3);
    at(&client, 1);
    let mut other = client.other();
    other.begin();
    assert_eq!(other.rows("SELECT v FROM t WHERE k = 1"), ["1"]);
    write(&mut client, "t", 1..2);
    at(&client, 2);
    at(&client, 61);
    let tli =
        "SELECT Rank, Path, LocksAcquired, LocksWholeShard, LocksBroken FROM `.sys/top_partitions_by_tli_one_minute`";
    assert_eq!(client.rows(tli), ["1 | '/local/t' | 1 | 0 | 1"]);
}

#[test]
fn a_tablet_that_starts_anew_counts_from_zero() {
    let mut client = client();
    client.ok("CREATE TABLE t (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ON (v))");
    write(&mut client, "t", 0..5);
    let before = client.engine.partition_stats("t").unwrap().remove(0);
    at(&client, 1);
    client.engine.restart_tablets("t").unwrap();
    let stats = "SELECT RowUpdates, RowCount, AccessTime IS NULL FROM `.sys/partition_stats` WHERE Path = '/local/t'";
    assert_eq!(client.rows(stats), ["0 | 5 | true"]);
    let after = client.engine.partition_stats("t").unwrap().remove(0);
    assert!(after.start_time > before.start_time && after.tablet_id == before.tablet_id);
    assert_eq!(client.engine.partition_stats("t/by_v/indexImplTable").unwrap()[0].counters.row_updates, 5);
    client.engine.restart_tablets("t/by_v/indexImplTable").unwrap();
    assert_eq!(client.engine.partition_stats("t/by_v/indexImplTable").unwrap()[0].counters.row_updates, 0);
    assert!(client.engine.restart_tablets("u").is_err());
}

#[test]
fn the_partitions_of_the_moment_are_shown() {
    let mut client = client();
    client
        .ok("CREATE TABLE t (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (AUTO_PARTITIONING_BY_LOAD = ENABLED)");
    let shown = |client: &mut Client| client.rows("SHOW CREATE TABLE t").remove(0);
    let before = shown(&mut client);
    assert!(!before.contains("PARTITION_AT_KEYS") && !before.contains("MIN_PARTITIONS"), "{before}");
    at(&client, 1);
    write(&mut client, "t", 0..800);
    at(&client, 2);
    let bounds = client.engine.describe_table("t").unwrap().bounds;
    let [bound] = &*bounds else { panic!("{bounds:?}") };
    let after = shown(&mut client);
    let crate::types::Value::Uint(key) = bound[0] else { panic!("{bound:?}") };
    assert!(after.contains(&format!("PARTITION_AT_KEYS = (({key}))")), "{after}");
    // The minimum number of partitions stays one, although there are more now.
    assert!(after.contains("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 1"), "{after}");
}

#[test]
fn queries_are_ranked_by_what_they_cost() {
    let mut client = client();
    client.ok("CREATE TABLE t (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (10))");
    write(&mut client, "t", 0..20);
    let (all, one) = ("SELECT * FROM t", "SELECT * FROM t WHERE k = 5");
    for text in [one, all, one] {
        client.rows(text);
    }
    client.refused("SELECT Ensure(k, false, 'no') FROM t");
    at(&client, 61);
    let top = "SELECT Rank, ReadRows, Partitions, UserSID, QueryText, IntervalEnd, FromQueryCache \
               FROM `.sys/top_queries_by_read_bytes_one_minute` WHERE ReadRows > 0";
    let end = "1970-01-01T00:01:00Z | false";
    let rows = [
        format!("1 | 20 | 2 | b'root@builtin' | '{all}' | {end}"),
        format!("2 | 1 | 2 | b'root@builtin' | '{one}' | {end}"),
    ];
    assert_eq!(client.rows(top), rows);
    let metrics = "SELECT Count, SumReadRows, MaxReadRows, SumUpdateRows FROM `.sys/query_metrics_one_minute` \
                   WHERE QueryText = 'SELECT * FROM t WHERE k = 5'";
    assert_eq!(client.rows(metrics), ["2 | 2 | 1 | 0"]);
}
