//! Records of changefeeds: their number and their contents.
//!
//! A test with the name of one of YDB's tests has the statements and records of
//! `ydb/core/tx/datashard/datashard_ut_change_exchange.cpp`. The other tests follow `change_collector_cdc_stream.cpp`
//! and `ydb/docs/en/core/concepts/cdc.md`.

use std::time::{Duration, UNIX_EPOCH};

use super::database::{Client, Params, is, scaled};
use crate::clock::Clock;
use crate::exec::text;
use crate::session::{Config, Engine, TopicDescription, TxControl, TxMode};
use crate::storage::Thresholds;
use crate::types::{Primitive, StructMember, Value};

/// Creates a database whose clock moves only when the test moves it.
fn database() -> Client {
    let session_idle_time = Duration::MAX;
    Client::new(Engine::new(Config { clock: Clock::manual(), session_idle_time, ..Config::default() }))
}

/// Moves the clock to a time in microseconds since 1970.
fn at(client: &Client, time_us: u64) {
    let passed = client.engine.clock().now().duration_since(UNIX_EPOCH).unwrap();
    client.engine.advance(Duration::from_micros(time_us).saturating_sub(passed)).unwrap();
}

/// Creates the table of most of YDB's tests, with a changefeed.
fn feed(mode: &str, more: &str) -> Client {
    let mut client = database();
    client.ok("CREATE TABLE Table (key Uint32, value Uint32, PRIMARY KEY (key))");
    add(&mut client, mode, more);
    client
}

fn add(client: &mut Client, mode: &str, more: &str) {
    client.ok(&format!("ALTER TABLE Table ADD CHANGEFEED Stream WITH (MODE = '{mode}', FORMAT = 'JSON'{more})"));
}

fn describe(client: &Client) -> TopicDescription {
    client.engine.describe_topic("/local/Table/Stream").unwrap()
}

/// Returns the records of each partition.
fn partitions(client: &Client) -> Vec<Vec<String>> {
    let TopicDescription { topic, records, .. } = describe(client);
    let of =
        |partition| records.read(partition, 0, 0).map(|(_, message)| text(&topic.feed, message).unwrap()).collect();
    (0..records.partitions()).map(of).collect()
}

/// Returns the records of the only partition.
fn records(client: &Client) -> Vec<String> {
    let mut partitions = partitions(client);
    assert_eq!(partitions.len(), 1);
    partitions.remove(0)
}

const UPSERT: &str = "UPSERT INTO Table (key, value) VALUES (1, 10), (2, 20), (3, 30)";
const DELETE: &str = "DELETE FROM Table WHERE key = 1";

#[test]
fn keys_only_log() {
    let mut client = feed("KEYS_ONLY", "");
    [UPSERT, DELETE].into_iter().for_each(|text| client.ok(text));
    let expected = [
        r#"{"update":{},"key":[1]}"#,
        r#"{"update":{},"key":[2]}"#,
        r#"{"update":{},"key":[3]}"#,
        r#"{"erase":{},"key":[1]}"#,
    ];
    assert_eq!(records(&client), expected);
}

#[test]
fn updates_log() {
    let mut client = feed("UPDATES", "");
    [UPSERT, DELETE].into_iter().for_each(|text| client.ok(text));
    let expected = [
        r#"{"update":{"value":10},"key":[1]}"#,
        r#"{"update":{"value":20},"key":[2]}"#,
        r#"{"update":{"value":30},"key":[3]}"#,
        r#"{"erase":{},"key":[1]}"#,
    ];
    assert_eq!(records(&client), expected);
}

#[test]
fn new_and_old_images_log() {
    let mut client = feed("NEW_AND_OLD_IMAGES", "");
    let again = "UPSERT INTO Table (key, value) VALUES (1, 100), (2, 200), (3, 300)";
    [UPSERT, again, DELETE].into_iter().for_each(|text| client.ok(text));
    let expected = [
        r#"{"update":{},"newImage":{"value":10},"key":[1]}"#,
        r#"{"update":{},"newImage":{"value":20},"key":[2]}"#,
        r#"{"update":{},"newImage":{"value":30},"key":[3]}"#,
        r#"{"update":{},"newImage":{"value":100},"key":[1],"oldImage":{"value":10}}"#,
        r#"{"update":{},"newImage":{"value":200},"key":[2],"oldImage":{"value":20}}"#,
        r#"{"update":{},"newImage":{"value":300},"key":[3],"oldImage":{"value":30}}"#,
        r#"{"erase":{},"key":[1],"oldImage":{"value":100}}"#,
    ];
    assert_eq!(records(&client), expected);
}

/// `NullIfErased` leaves out the image of a row that does not exist.
#[test]
fn one_image() {
    for (mode, expected) in [
        (
            "NEW_IMAGE",
            [
                r#"{"update":{},"newImage":{"value":1},"key":[1]}"#,
                r#"{"update":{},"newImage":{"value":2},"key":[1]}"#,
                r#"{"erase":{},"key":[1]}"#,
            ],
        ),
        (
            "OLD_IMAGE",
            [
                r#"{"update":{},"key":[1]}"#,
                r#"{"update":{},"key":[1],"oldImage":{"value":1}}"#,
                r#"{"erase":{},"key":[1],"oldImage":{"value":2}}"#,
            ],
        ),
    ] {
        let mut client = feed(mode, "");
        for text in ["UPSERT INTO Table (key, value) VALUES (1, 1)", "UPDATE Table SET value = 2 WHERE key = 1", DELETE]
        {
            client.ok(text);
        }
        assert_eq!(records(&client), expected, "{mode}");
    }
}

#[test]
fn nan() {
    for (ty, suffix) in [("Double", ""), ("Float", "f")] {
        let mut client = database();
        client.ok(&format!("CREATE TABLE Table (key Uint32, value {ty}, PRIMARY KEY (key))"));
        add(&mut client, "UPDATES", "");
        client.ok(&format!(
            "UPSERT INTO Table (key, value) VALUES (1, 0.0{suffix}/0.0{suffix}), (2, 1.0{suffix}/0.0{suffix}), \
             (3, -1.0{suffix}/0.0{suffix})"
        ));
        let expected = [
            r#"{"update":{"value":"nan"},"key":[1]}"#,
            r#"{"update":{"value":"inf"},"key":[2]}"#,
            r#"{"update":{"value":"-inf"},"key":[3]}"#,
        ];
        assert_eq!(records(&client), expected, "{ty}");
    }
}

#[test]
fn huge_key() {
    let mut client = database();
    client.ok("CREATE TABLE Table (key Utf8, value Uint32, PRIMARY KEY (key))");
    add(&mut client, "KEYS_ONLY", "");
    let key = "A".repeat(512 * 1024);
    client.ok(&format!("UPSERT INTO Table (key, value) VALUES ('{key}', 1)"));
    assert_eq!(records(&client), [format!(r#"{{"update":{{}},"key":["{key}"]}}"#)]);
}

#[test]
fn add_column_and_drop_column() {
    let mut client = feed("UPDATES", "");
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 10)");
    client.ok("ALTER TABLE Table ADD COLUMN extra Uint32");
    client.ok("UPSERT INTO Table (key, value, extra) VALUES (2, 20, 200)");
    client.ok("ALTER TABLE Table DROP COLUMN extra");
    client.ok("UPSERT INTO Table (key, value) VALUES (3, 30)");
    let expected = [
        r#"{"update":{"value":10},"key":[1]}"#,
        r#"{"update":{"extra":200,"value":20},"key":[2]}"#,
        r#"{"update":{"value":30},"key":[3]}"#,
    ];
    assert_eq!(records(&client), expected);
}

#[test]
fn add_index_and_drop_index() {
    let mut client = feed("UPDATES", "");
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 10)");
    client.ok("ALTER TABLE Table ADD INDEX by_value GLOBAL ON (value)");
    client.ok("UPSERT INTO Table (key, value) VALUES (2, 20)");
    client.ok("ALTER TABLE Table DROP INDEX by_value");
    client.ok("UPSERT INTO Table (key, value) VALUES (3, 30)");
    let expected = [
        r#"{"update":{"value":10},"key":[1]}"#,
        r#"{"update":{"value":20},"key":[2]}"#,
        r#"{"update":{"value":30},"key":[3]}"#,
    ];
    assert_eq!(records(&client), expected);
}

#[test]
fn disable_stream() {
    let mut client = feed("UPDATES", "");
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 10)");
    client.ok("ALTER TABLE Table ALTER CHANGEFEED Stream DISABLE");
    client.ok("UPSERT INTO Table (key, value) VALUES (2, 20)");
    assert_eq!(records(&client), [r#"{"update":{"value":10},"key":[1]}"#]);
}

/// REPLACE is `ERowOp::Reset`: columns without a value lose theirs. A column with a default is written, too.
#[test]
fn every_statement_has_its_record() {
    let mut client = database();
    client.ok("CREATE TABLE Table (key Uint32, a Int32, b Utf8, c Int32 NOT NULL DEFAULT 7, PRIMARY KEY (key))");
    add(&mut client, "UPDATES", "");
    for text in [
        "INSERT INTO Table (key, a) VALUES (1, 1)",
        "UPDATE Table SET b = 'x' WHERE key = 1",
        "UPDATE Table ON (key, a) VALUES (1, NULL), (9, 9)",
        "REPLACE INTO Table (key, b) VALUES (1, 'y')",
        "UPSERT INTO Table (key, c) VALUES (1, 8)",
        "UPSERT INTO Table (key, c) VALUES (1, 9) RETURNING *",
        "DELETE FROM Table ON (key) VALUES (1)",
        "DELETE FROM Table WHERE key = 1",
    ] {
        client.ok(text);
    }
    let expected = [
        r#"{"update":{"a":1,"c":7},"key":[1]}"#,
        r#"{"update":{"b":"x"},"key":[1]}"#,
        r#"{"update":{"a":null},"key":[1]}"#,
        r#"{"reset":{"b":"y","c":7},"key":[1]}"#,
        r#"{"update":{"c":8},"key":[1]}"#,
        r#"{"update":{"c":9},"key":[1]}"#,
        r#"{"erase":{},"key":[1]}"#,
    ];
    assert_eq!(records(&client), expected);
}

#[test]
fn a_transaction_leaves_all_of_its_records_or_none() {
    let mut client = feed("NEW_AND_OLD_IMAGES", "");
    client.begin();
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 1)");
    client.rollback();
    let mut other = client.other();
    for session in [&mut client, &mut other] {
        session.begin();
        session.ok("UPDATE Table SET value = 5 WHERE key = 1");
        session.ok("UPSERT INTO Table (key, value) VALUES (2, 2)");
    }
    assert!(records(&client).is_empty());
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 3), (2, 4)");
    client.ok("DELETE FROM Table WHERE key = 2");
    client.commit().unwrap();
    assert!(other.commit().is_err());
    // The records of a transaction are the records of its statements.
    let expected = [
        r#"{"update":{},"newImage":{"value":2},"key":[2]}"#,
        r#"{"update":{},"newImage":{"value":3},"key":[1]}"#,
        r#"{"update":{},"newImage":{"value":4},"key":[2],"oldImage":{"value":2}}"#,
        r#"{"erase":{},"key":[2],"oldImage":{"value":4}}"#,
    ];
    assert_eq!(records(&client), expected);
    assert!(client.run("INSERT INTO Table (key, value) VALUES (7, 7), (1, 1)").is_err());
    assert_eq!(records(&client).len(), 4);
    let commit = TxControl::Begin { mode: TxMode::SnapshotReadWrite, commit: true };
    client.query_as("UPSERT INTO Table (key, value) VALUES (3, 3)", Params::new(), commit).unwrap();
    assert_eq!(records(&client).len(), 5);
}

#[test]
fn bulk_upserts_and_expired_rows_are_recorded() {
    for index in ["", "INDEX by_value GLOBAL ASYNC ON (value), "] {
        let mut client = database();
        let ttl = "WITH (TTL = Interval('PT0S') ON at)".replace('\'', "\"");
        client.ok(&format!(
            "CREATE TABLE Table (key Uint32, value Uint32, at Timestamp, {index}PRIMARY KEY (key)) {ttl}"
        ));
        add(&mut client, "NEW_AND_OLD_IMAGES", "");
        let member = |name: &str, ty: Primitive| -> StructMember { (name.into(), ty.into()) };
        let members = [member("key", Primitive::Uint32), member("at", Primitive::Timestamp)];
        let rows = vec![vec![Value::Uint(1), Value::Uint(5)], vec![Value::Uint(2), Value::Null]];
        client.engine.bulk_upsert("Table", &members, rows).unwrap();
        assert_eq!(client.engine.sweep_ttl_at(5), 1);
        let expected = [
            r#"{"update":{},"newImage":{"at":"1970-01-01T00:00:00.000005Z","value":null},"key":[1]}"#,
            r#"{"update":{},"newImage":{"at":null,"value":null},"key":[2]}"#,
            r#"{"erase":{},"key":[1],"oldImage":{"at":"1970-01-01T00:00:00.000005Z","value":null}}"#,
        ];
        assert_eq!(records(&client), expected, "{index}");
    }
}

/// Records of the initial scan follow `Initial table scan` of `cdc.md` and `TCdcStreamChangeCollector::Collect`.
#[test]
fn the_initial_scan_records_what_is_there() {
    for (mode, expected) in [
        ("KEYS_ONLY", r#"{"update":{},"key":[1]}"#),
        ("UPDATES", r#"{"update":{"other":null,"value":10},"key":[1]}"#),
        ("NEW_IMAGE", r#"{"update":{},"newImage":{"other":null,"value":10},"key":[1]}"#),
        ("OLD_IMAGE", r#"{"update":{},"key":[1],"oldImage":{"other":null,"value":10}}"#),
        ("NEW_AND_OLD_IMAGES", r#"{"update":{},"newImage":{"other":null,"value":10},"key":[1]}"#),
    ] {
        let mut client = database();
        client.ok("CREATE TABLE Table (key Uint32, value Uint32, other Uint32, PRIMARY KEY (key))");
        client.ok("UPSERT INTO Table (key, value) VALUES (1, 10)");
        add(&mut client, mode, ", INITIAL_SCAN = TRUE");
        client.ok("DELETE FROM Table WHERE key = 1");
        let records = records(&client);
        assert_eq!((records.len(), &*records[0]), (2, expected), "{mode}");
        assert!(records[1].starts_with(r#"{"erase":{},"key":[1]"#), "{}", records[1]);
    }
}

/// Returns the step and the transaction of a record.
fn moment(record: &str, field: &str) -> (u64, u64) {
    let (_, rest) = record.split_once(&format!("\"{field}\":[")).unwrap();
    let (step, tx) = rest.trim_end_matches("]}").split_once(',').unwrap();
    (step.parse().unwrap(), tx.parse().unwrap())
}

#[test]
fn virtual_timestamps() {
    let mut client = feed("KEYS_ONLY", ", VIRTUAL_TIMESTAMPS = TRUE");
    client.ok(UPSERT);
    client.ok(UPSERT);
    let records = records(&client);
    for (record, key) in records.iter().zip([1, 2, 3]) {
        assert!(record.starts_with(&format!(r#"{{"update":{{}},"key":[{key}],"ts":["#)), "{record}");
    }
    let moments: Vec<_> = records.iter().map(|record| moment(record, "ts")).collect();
    // The first records belong to one transaction, the others to a later one.
    assert!(moments[0] == moments[2] && moments[2] < moments[3] && moments[3] == moments[5], "{moments:?}");
}

#[test]
fn barriers_come_in_every_partition() {
    const SECOND: u64 = 1_000_000;
    let mut client = database();
    client.ok("CREATE TABLE Table (key Uint32, value Uint32, PRIMARY KEY (key)) WITH (UNIFORM_PARTITIONS = 2)");
    add(&mut client, "KEYS_ONLY", ", VIRTUAL_TIMESTAMPS = TRUE, BARRIERS_INTERVAL = Interval(\"PT1H\")");
    client.ok(UPSERT);
    let before = partitions(&client);
    let written = describe(&client).records.last_write_us(0).max(describe(&client).records.last_write_us(1));
    let hour = (written / SECOND / 3600 + 1) * 3600;
    at(&client, hour * SECOND - 1);
    assert_eq!(partitions(&client), before);
    at(&client, hour * SECOND);
    at(&client, hour * SECOND + 1);
    for (after, before) in partitions(&client).iter().zip(before) {
        let (barrier, changes) = after.split_last().unwrap();
        assert_eq!(changes, before);
        assert_eq!(*barrier, format!(r#"{{"resolved":[{},0]}}"#, hour * 1000));
        assert!(changes.iter().all(|change| moment(change, "ts") < (hour * 1000, 0)));
    }
}

#[test]
fn records_are_kept_for_their_time() {
    const HOUR: u64 = 3_600_000_000;
    let mut client = feed("KEYS_ONLY", ", RETENTION_PERIOD = Interval(\"PT1H\")");
    client.ok("ALTER TOPIC `Table/Stream` ADD CONSUMER slow");
    client.ok(UPSERT);
    let written = describe(&client).records.last_write_us(0);
    at(&client, written + HOUR - 1);
    assert_eq!(describe(&client).records.offsets(0), 0..3);
    client.ok("ALTER TOPIC `Table/Stream` ADD CONSUMER important WITH (important = true)");
    client.engine.commit_offset("Table/Stream", "important", 0, 1).unwrap();
    at(&client, written + HOUR);
    assert_eq!(describe(&client).records.offsets(0), 1..3);
    client.ok("ALTER TOPIC `Table/Stream` DROP CONSUMER important");
    at(&client, written + HOUR);
    assert_eq!(describe(&client).records.offsets(0), 3..3);
    // Offsets continue after records were dropped.
    client.ok(DELETE);
    assert_eq!(describe(&client).records.offsets(0), 3..4);
}

/// `TMd5Partitioner` uses the first bits of the MD5 of the key's JSON. `printf '[1]' | md5sum` begins with 35; for the
/// keys 2, 3 and 4 it begins with be, f2 and e9.
#[test]
fn a_key_keeps_its_partition_when_the_table_splits() {
    let mut client = scaled(Thresholds { bytes_per_mb: 100, ..Thresholds::default() });
    client.ok("CREATE TABLE Table (key Uint32, value Uint32, PRIMARY KEY (key)) WITH (UNIFORM_PARTITIONS = 2, \
               AUTO_PARTITIONING_PARTITION_SIZE_MB = 1)");
    add(&mut client, "UPDATES", "");
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 1), (2, 1), (3, 1), (4, 1)");
    for key in 5..100 {
        client.ok(&format!("UPSERT INTO Table (key, value) VALUES ({key}, 0)"));
    }
    assert!(client.engine.partition_stats("Table").unwrap().len() > 4);
    client.ok("UPSERT INTO Table (key, value) VALUES (1, 2), (2, 2), (3, 2), (4, 2)");
    let of = |keys: &[u32]| -> Vec<String> {
        let record =
            |value: u32| keys.iter().map(move |key| format!(r#"{{"update":{{"value":{value}}},"key":[{key}]}}"#));
        record(1).chain(record(2)).collect()
    };
    let mut found = partitions(&client);
    found.iter_mut().for_each(|records| records.retain(|record| !record.contains(r#"{"value":0}"#)));
    assert_eq!(found, [of(&[1]), of(&[2, 3, 4])]);
}

#[test]
fn topics_belong_to_their_tables() {
    let mut client = feed("UPDATES", ", TOPIC_MIN_ACTIVE_PARTITIONS = 3");
    assert_eq!(describe(&client).records.partitions(), 3);
    for (text, status, message) in [
        ("TRUNCATE TABLE Table", "PRECONDITION_FAILED", "Cannot truncate table with CDC streams"),
        ("ALTER TABLE Table RENAME TO other", "PRECONDITION_FAILED", "Cannot move table with cdc streams"),
        ("ALTER TOPIC `Table/none` ADD CONSUMER c", "SCHEME_ERROR", "does not exist"),
        ("ALTER TOPIC Table ADD CONSUMER c", "SCHEME_ERROR", "does not exist"),
        ("ALTER TOPIC `Table/Stream` DROP CONSUMER c", "NOT_FOUND", "some consumers in drop_consumers are missing"),
    ] {
        is(&client.refused(text), status, 0, message);
    }
    client.ok("ALTER TOPIC IF EXISTS `Table/none` DROP CONSUMER c");
    client.ok("ALTER TOPIC `Table/Stream` ADD CONSUMER c WITH (important = false, read_from = 100, supported_codecs = 'raw,gzip'), ADD CONSUMER d");
    is(&client.refused("ALTER TOPIC `Table/Stream` DROP CONSUMER d, ADD CONSUMER c"), "ALREADY_EXISTS", 0, "'c'");
    let consumers = describe(&client).records.consumers.clone();
    assert_eq!(consumers.len(), 2);
    assert_eq!((consumers["c"].spec.read_from_us, &*consumers["c"].spec.codecs), (100_000_000, &[1, 2][..]));
    client.ok(UPSERT);
    let saved = client.engine.snapshot();
    client.ok("ALTER TABLE Table DROP CHANGEFEED Stream");
    is(&client.engine.describe_topic("Table/Stream").unwrap_err(), "SCHEME_ERROR", 0, "does not exist");
    // A new changefeed begins without records and consumers.
    add(&mut client, "UPDATES", "");
    assert!(records(&client).is_empty() && describe(&client).records.consumers.is_empty());
    client.engine.reset(&saved).unwrap();
    assert_eq!(partitions(&client).concat().len(), 3);
    client.ok("DROP TABLE Table");
    client.engine.reset(&saved).unwrap();
    assert_eq!((partitions(&client).concat().len(), describe(&client).records.consumers.len()), (3, 2));
}
