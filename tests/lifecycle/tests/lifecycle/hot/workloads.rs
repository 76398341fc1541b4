//! Tests six workloads, each with its cause; indexes; and events between the samples.

use std::time::Duration;

use serde_json::Value;
use ydb_embedded::{Server, Thresholds};
use ydb_keys_cli::Status;

use super::{Load, Random, WINDOW, hot_during, json, report, run, server, started, table};

const QUICK: [&str; 4] = ["--seconds", "1", "--patience", "1"];

/// Limit of operations a second that no workload of a test reaches.
const NEVER: u64 = 10_000_000;

fn judged<R: FnMut() -> String>(server: &Server, path: &str, load: &mut Load<R>) -> (Value, Status) {
    let (report, status) = report(server, &QUICK, load);
    assert_eq!((&report["version"], &report["command"]), (&Value::from(1), &Value::from("hot")));
    (table(&report, path), status)
}

#[test]
fn even() {
    let server = server(NEVER);
    run(&server, &["CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) WITH (UNIFORM_PARTITIONS = 8)"]);
    let mut random = Random(1);
    let mut load = Load::new(&server, "t (id, v)", move || format!("({}ul, 1)", random.next()));
    let (table, status) = judged(&server, "t", &mut load);
    assert_eq!((&table["cause"], status), (&Value::from("even"), Status::Done), "{table:#}");
    assert!(table["max_over_mean"]["writes"].as_f64().unwrap() < 2.0, "{table:#}");
}

#[test]
fn sequential() {
    let server = server(400);
    run(
        &server,
        &["CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) \
        WITH (PARTITION_AT_KEYS = (1000, 2000, 3000), AUTO_PARTITIONING_BY_LOAD = ENABLED)"],
    );
    let mut id = 5000;
    let mut load = Load::new(&server, "t (id, v)", move || {
        id += 1;
        format!("({id}ul, 1)")
    });
    let (table, status) = judged(&server, "t", &mut load);
    assert_eq!((&table["cause"], status), (&Value::from("growing_edge"), Status::Differs), "{table:#}");
    // The table went on splitting, and the last partition is the busiest of all.
    assert!(table["splits"].as_u64().unwrap() > 0, "{table:#}");
    assert_eq!(table["hottest"][0]["partition"], table["partitions"], "{table:#}");
    assert_eq!(table["hottest"][0]["tablet_is"], "new");
    assert_eq!(table["cures"][0]["attribute"], "primary_key(id_hash = xxh3(id), id)");
}

#[test]
fn zipf() {
    let server = server(NEVER);
    run(
        &server,
        &["CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) \
        WITH (UNIFORM_PARTITIONS = 32, AUTO_PARTITIONING_BY_LOAD = ENABLED)"],
    );
    let weights: Vec<f64> = (1..=2000).map(|rank| 1.0 / f64::from(rank).powf(1.3)).collect();
    let total: f64 = weights.iter().sum();
    let mut random = Random(3);
    let mut load = Load::new(&server, "t (id, v)", move || {
        let mut at = (random.next() >> 11) as f64 / (1u64 << 53) as f64 * total;
        let rank = weights.iter().position(|weight| {
            at -= weight;
            at < 0.0
        });
        format!("({}ul, 1)", Random(rank.unwrap_or(0) as u64).next())
    });
    let (table, status) = judged(&server, "t", &mut load);
    assert_eq!((&table["cause"], status), (&Value::from("skewed_keys"), Status::Differs), "{table:#}");
}

/// Creates a table with rows from before the workload begins.
fn filled(server: &Server, settings: &str) {
    let create = format!("CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) WITH ({settings})");
    let rows: Vec<String> = (0..800).map(|id| format!("({id}ul, 0)")).collect();
    run(server, &[&create, &format!("UPSERT INTO t (id, v) VALUES {}", rows.join(", "))]);
}

#[test]
fn one_key() {
    // A statement writes its row once, however often it is in it.
    let server = server(100);
    filled(&server, "PARTITION_AT_KEYS = (200, 400, 600), AUTO_PARTITIONING_BY_LOAD = ENABLED");
    let mut version = 0;
    let mut load = Load::new(&server, "t (id, v)", move || {
        version += 1;
        format!("(250ul, {version})")
    });
    // Longer than YDB may take here to split it.
    load.windows(&server, 10);
    let (table, status) = judged(&server, "t", &mut load);
    assert_eq!((&table["cause"], status), (&Value::from("one_key"), Status::Differs), "{table:#}");
    assert_eq!(table["over_limit"], true);
}

/// Returns a workload with keys of one of four partitions.
fn narrow(server: &Server) -> Load<impl FnMut() -> String + use<>> {
    let mut random = Random(5);
    Load::new(server, "t (id, v)", move || format!("({}ul, 1)", 200 + random.below(200)))
}

#[test]
fn by_load_off() {
    let server = server(400);
    filled(&server, "PARTITION_AT_KEYS = (200, 400, 600)");
    let mut load = narrow(&server);
    let (table, status) = judged(&server, "t", &mut load);
    assert_eq!((&table["cause"], status), (&Value::from("by_load_off"), Status::Differs), "{table:#}");
    assert_eq!((&table["hottest"][0]["from"], &table["hottest"][0]["to"]), (&Value::from("200"), &Value::from("400")));
    // The cure is a statement of this database.
    run(&server, &[table["cures"][0]["statement"].as_str().unwrap()]);
    load.windows(&server, 3);
    assert!(server.partition_stats("t").unwrap().len() > 4);
}

#[test]
fn max_reached() {
    let server = server(400);
    filled(
        &server,
        "PARTITION_AT_KEYS = (200, 400, 600), AUTO_PARTITIONING_BY_LOAD = ENABLED, \
         AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 4",
    );
    let mut load = narrow(&server);
    let (table, status) = judged(&server, "t", &mut load);
    assert_eq!((&table["cause"], status), (&Value::from("max_reached"), Status::Differs), "{table:#}");
    run(&server, &[table["cures"][0]["statement"].as_str().unwrap()]);
    load.windows(&server, 3);
    assert!(server.partition_stats("t").unwrap().len() > 4);
}

/// Tests a table with a leading hash, and an index that begins with the time.
#[test]
fn the_table_of_an_index() {
    let server = server(400);
    run(
        &server,
        &[
            "CREATE TABLE `shop/orders` (h Uint64 NOT NULL, id Uint64 NOT NULL, at Timestamp, \
             PRIMARY KEY (h, id), INDEX by_time GLOBAL SYNC ON (at)) WITH (UNIFORM_PARTITIONS = 200)",
            "ALTER TABLE `shop/orders` ALTER INDEX by_time SET (AUTO_PARTITIONING_BY_LOAD = ENABLED)",
        ],
    );
    let mut random = Random(7);
    let mut micros = 1_700_000_000_000_000u64;
    let mut load = Load::new(&server, "`shop/orders` (h, id, at)", move || {
        micros += 1_000_000;
        let second = micros / 1_000_000;
        format!("({}ul, {second}ul, CAST({micros}ul AS Timestamp))", random.next())
    });
    let (report, status) = report(&server, &["--seconds", "1", "--below", "shop"], &mut load);
    assert_eq!((report["tables"].as_array().unwrap().len(), status), (2, Status::Differs), "{report:#}");
    let index = table(&report, "shop/orders/by_time/indexImplTable");
    assert_eq!((&index["table"], &index["index"]), (&Value::from("shop/orders"), &Value::from("by_time")));
    assert_eq!(index["cause"], "growing_edge", "{report:#}");
    assert_eq!(index["cures"][0]["attribute"], "index(by_time, on(by_time_bucket = xxh3(h, id) % 16, at))");
    assert_eq!(table(&report, "shop/orders")["cause"], "even", "{report:#}");
}

/// Tests an even load while every tablet of the table restarts.
#[test]
fn a_restart_between_the_samples() {
    let server = server(NEVER);
    run(&server, &["CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) WITH (UNIFORM_PARTITIONS = 8)"]);
    let mut random = Random(9);
    let mut load = Load::new(&server, "t (id, v)", move || format!("({}ul, 1)", random.next()));
    load.windows(&server, 4);
    let (report, status) = json(hot_during(&server, &[&QUICK[..], &["--json"]].concat(), WINDOW, |window| {
        load.write();
        if window == 5 {
            server.restart_tablets("t").unwrap();
        }
    }));
    let table = table(&report, "t");
    assert_eq!((&table["cause"], &table["restarts"]), (&Value::from("even"), &Value::from(8)), "{table:#}");
    assert_eq!(status, Status::Done);
    // Rates are those of the time since the restart, so they are as before it.
    let of_server: u64 =
        server.partition_stats("t").unwrap().iter().map(|partition| partition.counters.row_updates).sum();
    assert!(table["total"]["writes"].as_f64().unwrap() > 10.0 && of_server > 0, "{table:#}");
}

/// Tests that no rate becomes negative when idle partitions are merged between the samples.
#[test]
fn a_merge_between_the_samples() {
    let server = started(Thresholds {
        split_operations_per_second: NEVER,
        decision_interval_us: 1_500_000,
        merge_after_idle_windows: 1,
        ..Thresholds::default()
    });
    run(
        &server,
        &["CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) \
        WITH (PARTITION_AT_KEYS = (1000, 2000, 3000), AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 1)"],
    );
    let args = ["--seconds", "1", "--json", "--table", "t"];
    let (report, status) = json(hot_during(&server, &args, Duration::from_millis(500), |_| ()));
    let table = table(&report, "t");
    assert_eq!((&table["merges"], &table["partitions"]), (&Value::from(3), &Value::from(1)), "{table:#}");
    assert_eq!(
        (&table["cause"], &table["total"]["writes"], status),
        (&Value::from("quiet"), &Value::from(0.0), Status::Done)
    );
}
