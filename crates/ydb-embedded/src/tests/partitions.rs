//! Partitions of a table, and the partitions that a query touches.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use super::database::{Client, Params, database, scaled};
use crate::storage::{Counters, PartitionStats, Thresholds};
use crate::types::{Primitive, Type, Value};

fn stats(client: &Client, path: &str) -> Vec<PartitionStats> {
    client.engine.partition_stats(path).unwrap()
}

/// Returns the first keys of all partitions except the first one, as values of the leading key columns.
fn bounds(client: &Client, path: &str) -> Vec<Vec<Value>> {
    client.engine.describe_table(path).unwrap().bounds
}

/// Returns the reads of a query in each partition: point reads, range reads, rows of range reads.
pub(super) fn reads(client: &mut Client, path: &str, query: impl FnOnce(&mut Client)) -> Vec<(u64, u64, u64)> {
    let before = stats(client, path);
    query(client);
    let after = stats(client, path);
    let of = |counters: &Counters| (counters.row_reads, counters.range_reads, counters.range_read_rows);
    let pairs = before.iter().zip(&after).map(|(before, after)| {
        let (before, after) = (of(&before.counters), of(&after.counters));
        (after.0 - before.0, after.1 - before.1, after.2 - before.2)
    });
    pairs.collect()
}

/// Returns the partitions that a query touches.
fn touched(client: &mut Client, path: &str, text: &str) -> Vec<usize> {
    let reads = reads(client, path, |client| client.ok(text));
    (0..reads.len()).filter(|&index| reads[index] != (0, 0, 0)).collect()
}

/// Creates `h` with four partitions by its first column, ten rows in each, and a small table `s` that refers to some of
/// the rows.
fn four() -> Client {
    let mut client = database();
    client.ok("CREATE TABLE h (hash Uint64 NOT NULL, id Uint64 NOT NULL, v Int32, PRIMARY KEY (hash, id)) WITH (PARTITION_AT_KEYS = (100, 200, 300))");
    for row in 0..40 {
        client.ok(&format!("INSERT INTO h (hash, id, v) VALUES ({}, {row}, {row})", row * 10));
    }
    client.ok("CREATE TABLE s (k Int32 NOT NULL, hash Uint64, id Uint64, PRIMARY KEY (k))");
    client.ok("INSERT INTO s (k, hash, id) VALUES (1, 10, 1), (2, 390, 39), (3, 395, 39), (4, NULL, 1)");
    client
}

#[test]
fn uniform_partitions_share_the_numbers() {
    let mut client = database();
    client.ok("CREATE TABLE a (k Uint64, PRIMARY KEY (k)) WITH (UNIFORM_PARTITIONS = 4)");
    let quarter = |n: u64| vec![Value::Uint(n << 62)];
    assert_eq!(bounds(&client, "a"), [quarter(1), quarter(2), quarter(3)]);
    client.ok("CREATE TABLE b (k Uint32 NOT NULL, l Utf8, PRIMARY KEY (k, l)) WITH (UNIFORM_PARTITIONS = 2)");
    // Half of the largest number, rounded down.
    assert_eq!(bounds(&client, "b")[0][0], Value::Uint(2_147_483_647));
    client.ok(
        "INSERT INTO a (k) VALUES (0ul), (4611686018427387903ul), (4611686018427387904ul), (18446744073709551615ul)",
    );
    let rows: Vec<u64> = stats(&client, "a").iter().map(|partition| partition.row_count).collect();
    assert_eq!(rows, [2, 1, 0, 1]);
}

#[test]
fn partitions_begin_at_the_given_keys() {
    let mut client = database();
    client.ok(
        "CREATE TABLE t (a Utf8, b Int32, PRIMARY KEY (a, b)) WITH (PARTITION_AT_KEYS = (('b', 5), ('c'), ('c', 7)))",
    );
    let text = |text: &str| Value::text(text);
    let expected = [vec![text("b"), Value::Int(5)], vec![text("c")], vec![text("c"), Value::Int(7)]];
    let found = bounds(&client, "t");
    // A border that names only the first key columns has NULL in the others.
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found[..expected.len()], expected[..]);
        assert!(found[expected.len()..].iter().all(Value::is_null));
    }
    client.ok("INSERT INTO t (a, b) VALUES ('b'u, 4), ('b'u, 5), ('bz'u, 0), ('c'u, NULL), ('c'u, 6), ('c'u, 7), (NULL, NULL)");
    let rows: Vec<u64> = stats(&client, "t").iter().map(|partition| partition.row_count).collect();
    assert_eq!(rows, [2, 2, 2, 1]);
    // Each tablet has a number of its own.
    let mut tablets: Vec<u64> = stats(&client, "t").iter().map(|partition| partition.tablet_id).collect();
    tablets.dedup();
    assert_eq!(tablets.len(), 4);
}

#[test]
fn a_whole_key_is_one_point_read() {
    let mut client = four();
    let read = |client: &mut Client, text: &str| reads(client, "h", |client| client.ok(text));
    let nothing = (0, 0, 0);
    assert_eq!(
        read(&mut client, "SELECT v FROM h WHERE hash = 110 AND id = 11"),
        [nothing, (1, 0, 0), nothing, nothing]
    );
    // A read of a missing row is counted, too.
    assert_eq!(
        read(&mut client, "SELECT v FROM h WHERE hash = 350 AND id = 1"),
        [nothing, nothing, nothing, (1, 0, 0)]
    );
    let text = "SELECT v FROM h WHERE (hash, id) IN ((0ul, 0ul), (10ul, 1ul), (210ul, 21ul))";
    assert_eq!(read(&mut client, text), [(2, 0, 0), nothing, (1, 0, 0), nothing]);
}

#[test]
fn a_prefix_is_one_range_read() {
    let mut client = four();
    let mut read = |text: &str| reads(&mut client, "h", |client| client.ok(text));
    let nothing = (0, 0, 0);
    assert_eq!(read("SELECT v FROM h WHERE hash = 110"), [nothing, (0, 1, 1), nothing, nothing]);
    assert_eq!(read("SELECT v FROM h WHERE hash IN (10, 120, 130)"), [(0, 1, 1), (0, 2, 2), nothing, nothing]);
    assert_eq!(read("SELECT v FROM h WHERE hash BETWEEN 180 AND 210"), [nothing, (0, 1, 2), (0, 1, 2), nothing]);
    // A border belongs to the partition that begins there.
    assert_eq!(read("SELECT v FROM h WHERE hash < 100"), [(0, 1, 10), nothing, nothing, nothing]);
    assert_eq!(read("SELECT v FROM h WHERE hash >= 300"), [nothing, nothing, nothing, (0, 1, 10)]);
    assert_eq!(read("SELECT v FROM h WHERE (hash, id) > (290ul, 28ul)"), [nothing, nothing, (0, 1, 1), (0, 1, 10)]);
    assert_eq!(
        read("SELECT v FROM h WHERE (hash, id) > (100ul, 10ul) AND hash < 130"),
        [nothing, (0, 1, 2), nothing, nothing]
    );
    assert_eq!(read("SELECT v FROM h WHERE hash = 1 AND hash = 2"), [nothing; 4]);
    assert_eq!(read("SELECT v FROM h WHERE v = 1"), [(0, 1, 10); 4]);
}

#[test]
fn a_limit_ends_the_read() {
    let mut client = four();
    assert_eq!(touched(&mut client, "h", "SELECT v FROM h ORDER BY hash, id LIMIT 3"), [0]);
    assert_eq!(touched(&mut client, "h", "SELECT v FROM h ORDER BY hash DESC, id DESC LIMIT 3"), [3]);
    assert_eq!(
        touched(&mut client, "h", "SELECT v FROM h WHERE (hash, id) > (90ul, 9ul) ORDER BY hash, id LIMIT 3"),
        [0, 1]
    );
}

#[test]
fn parameters_narrow_as_literals_do() {
    let mut client = four();
    let uint = Type::Primitive(Primitive::Uint64);
    let list = Value::Items(vec![Value::Uint(10), Value::Uint(310)].into());
    let params = Params::from([("$p".to_owned(), (Type::List(uint.into()), list))]);
    let found =
        reads(&mut client, "h", |client| drop(client.query("SELECT v FROM h WHERE hash IN $p", params).unwrap()));
    assert_eq!(found, [(0, 1, 1), (0, 0, 0), (0, 0, 0), (0, 1, 1)]);
}

#[test]
fn a_join_looks_rows_up_where_they_are() {
    let mut client = four();
    let text = "SELECT h.v FROM s JOIN h ON s.hash = h.hash AND s.id = h.id";
    assert_eq!(client.rows("SELECT h.v AS v FROM s JOIN h ON s.hash = h.hash AND s.id = h.id ORDER BY v"), ["1", "39"]);
    assert_eq!(touched(&mut client, "h", text), [0, 3]);
    assert_eq!(touched(&mut client, "h", "SELECT h.v FROM s LEFT JOIN h ON s.hash = h.hash WHERE s.k = 1"), [0]);
}

#[test]
fn writes_touch_the_rows_partition() {
    let mut client = four();
    let counted = |client: &Client| -> Vec<(u64, u64)> {
        stats(client, "h")
            .iter()
            .map(|partition| (partition.counters.row_updates, partition.counters.row_deletes))
            .collect()
    };
    assert_eq!(counted(&client), [(10, 0); 4]);
    client.ok("UPSERT INTO h (hash, id, v) VALUES (1, 1, 1), (2, 2, 2), (301, 1, 1)");
    client.ok("DELETE FROM h WHERE hash = 110");
    client.ok("UPDATE h SET v = 0 WHERE hash BETWEEN 200 AND 220");
    assert_eq!(counted(&client), [(12, 0), (10, 1), (13, 0), (11, 0)]);
}

#[test]
fn size_splits_a_partition() {
    let mut client = scaled(Thresholds { bytes_per_mb: 1, force_split_mb: 1_000_000, ..Thresholds::default() });
    client.ok("CREATE TABLE t (k Uint32 NOT NULL, v Utf8, PRIMARY KEY (k)) WITH (AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 5)");
    for k in 0..20 {
        client.ok(&format!("UPSERT INTO t (k, v) VALUES ({k}, '{}'u)", "x".repeat(90)));
    }
    let partitions = stats(&client, "t");
    // About 2000 bytes: more than one partition of 1000 bytes, and no partition above its size.
    assert!((2..=5).contains(&partitions.len()), "{}", partitions.len());
    assert!(partitions.iter().all(|partition| partition.data_size < 1000));
    assert_eq!(partitions.iter().map(|partition| partition.row_count).sum::<u64>(), 20);
    for k in 20..100 {
        client.ok(&format!("UPSERT INTO t (k, v) VALUES ({k}, '{}'u)", "x".repeat(90)));
    }
    // The table has no more partitions than its maximum.
    assert_eq!(stats(&client, "t").len(), 5);
    assert_eq!(client.rows("SELECT COUNT(*) FROM t"), ["100"]);
    // Without splits by size there is still one partition.
    client
        .ok("CREATE TABLE u (k Uint32 NOT NULL, v Utf8, PRIMARY KEY (k)) WITH (AUTO_PARTITIONING_BY_SIZE = DISABLED)");
    client.ok(&format!("UPSERT INTO u (k, v) VALUES (1, '{0}'u), (2, '{0}'u)", "x".repeat(900)));
    assert_eq!(stats(&client, "u").len(), 1);
}

#[test]
fn load_splits_a_partition_and_rest_merges_it() {
    let thresholds = Thresholds {
        // Any load is too much, and each call ends a window.
        split_operations_per_second: 1,
        decision_interval_us: 0,
        merge_after_idle_windows: 2,
        ..Thresholds::default()
    };
    let mut client = scaled(thresholds);
    client.ok("CREATE TABLE t (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 2, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 4)");
    client.ok("CREATE TABLE calm (k Uint32 NOT NULL, v Int32, PRIMARY KEY (k))");
    client.engine.maintain();
    for round in 0..6 {
        for k in 0..50 {
            client.ok(&format!("UPSERT INTO t (k, v) VALUES ({k}, {round})"));
            client.ok(&format!("UPSERT INTO calm (k, v) VALUES ({k}, {round})"));
        }
        client.engine.maintain();
    }
    assert_eq!(stats(&client, "t").len(), 4);
    // Only tables with AUTO_PARTITIONING_BY_LOAD split by load.
    assert_eq!(stats(&client, "calm").len(), 1);
    assert_eq!(client.rows("SELECT COUNT(*), SUM(v) FROM t"), ["50 | 250"]);
    let first = stats(&client, "t")[0].tablet_id;
    for _ in 0..8 {
        client.engine.maintain();
    }
    assert_eq!(stats(&client, "t").len(), 2);
    assert_ne!(stats(&client, "t")[0].tablet_id, first);
    assert_eq!(client.rows("SELECT COUNT(*), SUM(v) FROM t"), ["50 | 250"]);
}

#[test]
fn a_column_table_spreads_its_rows() {
    let mut client = database();
    client.ok("CREATE TABLE c (k Uint64 NOT NULL, v Int32, PRIMARY KEY (k)) PARTITION BY HASH (k) WITH (STORE = COLUMN, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4)");
    for k in 0..200 {
        client.ok(&format!("UPSERT INTO c (k, v) VALUES ({k}, {k})"));
    }
    let rows: Vec<u64> = stats(&client, "c").iter().map(|partition| partition.row_count).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows.iter().sum::<u64>(), 200);
    // Neighbouring keys are spread over all shards: each shard has about 50 of them.
    assert!(rows.iter().all(|rows| (20..90).contains(rows)), "{rows:?}");
    assert_eq!(client.rows("SELECT k FROM c WHERE k >= 195 ORDER BY k DESC"), ["199", "198", "197", "196", "195"]);
    assert_eq!(touched(&mut client, "c", "SELECT v FROM c WHERE k = 7").len(), 1);
    // 64 shards by default.
    client.ok("CREATE TABLE d (k Uint64 NOT NULL, PRIMARY KEY (k)) WITH (STORE = COLUMN)");
    assert_eq!(stats(&client, "d").len(), 64);
}

#[test]
fn the_system_view_tells_the_same() {
    let mut client = four();
    client.ok("SELECT v FROM h WHERE hash = 110");
    client.ok("SELECT v FROM h WHERE hash = 110 AND id = 11");
    client.ok("DELETE FROM h WHERE hash = 0");
    let text = "SELECT PartIdx, TabletId, RowCount, DataSize, RowReads, RowUpdates, RowDeletes, RangeReads, RangeReadRows FROM `.sys/partition_stats` WHERE Path = '/local/h' ORDER BY PartIdx";
    let own = |partition: &PartitionStats| {
        let counters = partition.counters;
        let numbers = [
            partition.index,
            partition.tablet_id,
            partition.row_count,
            partition.data_size,
            counters.row_reads,
            counters.row_updates,
            counters.row_deletes,
            counters.range_reads,
            counters.range_read_rows,
        ];
        numbers.map(|number| number.to_string()).join(" | ")
    };
    let expected: Vec<String> = stats(&client, "h").iter().map(own).collect();
    assert_eq!(client.rows(text), expected);
    assert_eq!(
        client.rows("SELECT RowCount FROM `/local/.sys/partition_stats` WHERE Path = '/local/h' ORDER BY PartIdx"),
        ["9", "10", "10", "10"]
    );
}
