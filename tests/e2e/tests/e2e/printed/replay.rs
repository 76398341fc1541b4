//! Tests that a replay predicts the engine's partitions: the same rows, written by UPSERT, split them in the same way.
//!
//! The engine counts the writes of a partition from its last split on, and a split comes after the commit that caused
//! it. The counters are therefore read after each small commit: writes that they lack went to the partition that was
//! split. The engine splits by load by its own clock, which a test cannot move, so here both split by size only.

use ydb_embedded::__internal::{Replay, ReplaySettings};
use ydb_embedded::{Server, Thresholds};
use ydb_keys::__private::tests::ordered_bytes;
use ydb_keys::Value;
use ydb_keys::hash::xxh3;

use super::database::Database;

const ROWS: u64 = 6400;
/// Number of rows in a window; `COMMIT` is the number of rows in a commit.
const WINDOW: u64 = 200;
const COMMIT: u64 = 25;
/// Size of the table in multiples of the size at which a partition splits.
const SIZES: u64 = 24;
const PAYLOAD: usize = 60;

/// Key of a row, with two columns.
type Key = (u64, u64);

fn number(of: u64) -> u64 {
    xxh3(&of.to_le_bytes())
}

/// Returns the mean of max/mean over the second half of the windows.
fn max_over_mean(windows: &[Vec<u64>]) -> f64 {
    let half = &windows[windows.len() / 2..];
    let of = |writes: &Vec<u64>| {
        let mean = writes.iter().sum::<u64>() as f64 / writes.len() as f64;
        *writes.iter().max().unwrap() as f64 / mean
    };
    half.iter().map(of).sum::<f64>() / half.len() as f64
}

fn predicted(key: fn(u64) -> Key, thresholds: Thresholds, row: usize) -> f64 {
    let settings = ReplaySettings { thresholds, size_mb: Some(1), by_load: false, min: 1, max: None };
    let mut replay = Replay::new(&settings, Vec::new());
    let mut windows = Vec::new();
    for number in 0..ROWS {
        if number > 0 && number % WINDOW == 0 {
            windows.push(replay.window());
        }
        let (a, b) = key(number);
        replay.write(ordered_bytes(&[Value::Uint64(a), Value::Uint64(b)]).into(), row, number);
    }
    windows.push(replay.window());
    max_over_mean(&windows)
}

async fn measured(key: fn(u64) -> Key, thresholds: Thresholds) -> f64 {
    let server = Server::builder().thresholds(thresholds).start().await.unwrap();
    let database = Database::of(server).await;
    create(&database).await;
    let mut windows = Vec::new();
    for window in 0..ROWS / WINDOW {
        let starts: Vec<Vec<u8>> = database.partitions("t").into_iter().map(|partition| partition.start).collect();
        let mut writes = vec![0; starts.len()];
        let mut count = |start: &[u8], rows: u64| {
            writes[starts.partition_point(|range| range.as_slice() <= start) - 1] += rows;
        };
        for commit in 0..WINDOW / COMMIT {
            let first = window * WINDOW + commit * COMMIT;
            let before = database.partitions("t");
            upsert(&database, (first..first + COMMIT).map(key)).await;
            let after = database.partitions("t");
            let mut missing = COMMIT;
            for old in &before {
                if let Some(new) = after.iter().find(|new| new.tablet_id == old.tablet_id) {
                    let rows = new.counters.row_updates - old.counters.row_updates;
                    missing -= rows;
                    count(&old.start, rows);
                }
            }
            let gone = before.iter().filter(|old| after.iter().all(|new| new.tablet_id != old.tablet_id));
            let gone: Vec<_> = gone.collect();
            for (place, old) in gone.iter().enumerate() {
                let share =
                    missing * (place as u64 + 1) / gone.len() as u64 - missing * place as u64 / gone.len() as u64;
                count(&old.start, share);
            }
            assert!(missing == 0 || !gone.is_empty(), "{missing} rows are not counted");
        }
        windows.push(writes);
    }
    max_over_mean(&windows)
}

async fn create(database: &Database) {
    let table = "CREATE TABLE t (a Uint64 NOT NULL, b Uint64 NOT NULL, payload Utf8, PRIMARY KEY (a, b)) WITH ( \
                 AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 1)";
    database.run(table).await.unwrap();
}

async fn upsert(database: &Database, keys: impl Iterator<Item = Key>) {
    let payload = "x".repeat(PAYLOAD);
    let rows: Vec<String> = keys.map(|(a, b)| format!("({a}ul, {b}ul, \"{payload}\"u)")).collect();
    database.run(&format!("UPSERT INTO t (a, b, payload) VALUES {}", rows.join(", "))).await.unwrap();
}

/// Returns the size in bytes of a row without its key, as the engine stores it.
async fn row_size() -> usize {
    let database = Database::start().await;
    create(&database).await;
    upsert(&database, std::iter::once((1, 2))).await;
    database.partitions("t")[0].data_size as usize - 18
}

async fn compare(name: &str, key: fn(u64) -> Key) {
    let row = row_size().await;
    let bytes_per_mb = ROWS * (18 + row as u64) / SIZES;
    // No window of load ends within the test.
    let thresholds = Thresholds { bytes_per_mb, decision_interval_us: 3_600_000_000, ..Thresholds::default() };
    let (predicted, measured) = (predicted(key, thresholds, row), measured(key, thresholds).await);
    println!("{name}: predicted {predicted:.2}, measured {measured:.2}");
    assert!((predicted - measured).abs() <= 0.1 * measured, "{name}: predicted {predicted}, measured {measured}");
}

#[tokio::test]
async fn of_a_key_that_grows() {
    compare("growing", |row| (row, 0)).await;
}

#[tokio::test]
async fn of_a_hash() {
    compare("hash", |row| (number(row), row)).await;
}

#[tokio::test]
async fn of_events_by_user() {
    // The fifth power of a uniform number: a few users have most of the events.
    compare("users", |row| {
        let uniform = (number(row) >> 11) as f64 / (1_u64 << 53) as f64;
        ((uniform.powi(5) * 2000.0) as u64, row)
    })
    .await;
}

#[tokio::test]
async fn of_few_tenants() {
    compare("tenants", |row| (number(row) % 3, row)).await;
}

#[tokio::test]
async fn of_a_bucket() {
    compare("bucket", |row| (number(row) % 16, row)).await;
}

#[tokio::test]
async fn of_a_celebrity() {
    compare("celebrity", |row| (if number(row) % 10 < 4 { 7 << 60 } else { number(row + ROWS) }, row)).await;
}
