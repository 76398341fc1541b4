//! Tests changefeeds, read by YDB's client and typed by the model: the records, replayed, give the table.
//!
//! Runs on the engine only: a test must not wait for a real database to split a partition.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::SystemTime;

use e2e_tests::{Database, explore_on};
use futures_util::future::join;
use ydb::TopicReader;
use ydb_embedded::{Server, ServerBuilder, Thresholds};
use ydb_keys::{Change, ChangeOperation, ChangeRecord, YdbTable, transact};

use crate::models::at;

/// Model with every type that a record can carry, except doubles of more than ten digits.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/followed", primary_key(hash = xxh3(name, part), name, part))]
#[ydb(partitioning(by_size = 1, uniform = 3))]
#[ydb(changefeed(images, mode = new_and_old_images, virtual_timestamps))]
#[ydb(changefeed(written, mode = updates))]
struct Followed {
    name: String,
    part: u8,
    flag: Option<bool>,
    small: i8,
    big: Option<i64>,
    unsigned: u64,
    float: f32,
    double: Option<f64>,
    raw: Option<Vec<u8>>,
    at: Option<SystemTime>,
    #[ydb(type = "Datetime")]
    seconds: SystemTime,
    day: Option<chrono::NaiveDate>,
    uuid: uuid::Uuid,
    price: Option<rust_decimal::Decimal>,
    #[ydb(type = "Json")]
    json: Option<String>,
    #[ydb(type = "JsonDocument")]
    document: Option<String>,
}

impl Followed {
    /// Returns the row of a number in its `version`th version.
    fn of(n: u64, version: u64) -> Self {
        let some = !(n + version).is_multiple_of(3);
        Self {
            name: format!("row {} \"\\\u{1}é\n", n % 40),
            part: (n / 40) as u8,
            flag: some.then_some(version.is_multiple_of(2)),
            small: -(version as i8),
            big: some.then_some(i64::MIN + version as i64),
            unsigned: u64::MAX - version,
            float: version as f32 / 4.0,
            double: some.then_some(version as f64 * 0.125),
            raw: some.then(|| vec![0, 255, version as u8]),
            at: some.then(|| at(version) + std::time::Duration::from_micros(7)),
            seconds: at(n),
            day: some.then(|| chrono::NaiveDate::from_ymd_opt(2024, 2, 29).unwrap()),
            uuid: uuid::Uuid::from_u128(u128::from(version) << 64 | 1),
            price: some.then(|| rust_decimal::Decimal::new(-15 - version as i64, 1)),
            json: some.then(|| format!("{{\"a\":[{version},null,\"x\"]}}")),
            document: some.then(|| format!("{{\"b\":{version}}}")),
        }
    }
}

/// Number of records that [`write`] makes.
const TOTAL: u64 = 30 + 100 + 20 + 10 + 20 + 10 + 3 + 1;

type Copy = BTreeMap<(String, u8), Followed>;

/// Next offset of each partition, and the copy of the table by the records so far.
#[derive(Default)]
struct Follower {
    next: BTreeMap<i64, i64>,
    copy: Copy,
    operations: BTreeMap<&'static str, u64>,
}

impl Follower {
    /// Applies a batch. Skips records that were read before; no other record may be missing.
    async fn take(&mut self, reader: &mut TopicReader) -> ydb::TopicReaderCommitMarker {
        let mut batch = reader.read_batch().await.unwrap();
        for message in &mut batch.messages {
            let next = self.next.entry(message.get_partition_id()).or_default();
            assert!(message.offset <= *next, "offset {} after {next}", message.offset);
            if message.offset < *next {
                continue;
            }
            *next += 1;
            let data = message.read_and_take().await.unwrap().unwrap();
            let record = ChangeRecord::<Followed>::from_json(&data);
            let record = record.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&data)));
            let ChangeRecord::Change(change) = record else { panic!("a barrier") };
            self.apply(change);
        }
        batch.get_commit_marker()
    }

    fn apply(&mut self, change: Change<Followed>) {
        let key = (change.key.name.clone(), change.key.part);
        assert!(change.timestamp.is_some());
        // The row before is the one that the records before have left.
        assert_eq!(change.old, self.copy.get(&key).cloned(), "{key:?}");
        let operation = match change.operation {
            ChangeOperation::Update => "update",
            ChangeOperation::Reset => "reset",
            ChangeOperation::Erase => "erase",
        };
        *self.operations.entry(operation).or_default() += 1;
        match change.new {
            Some(row) => drop(self.copy.insert(key, row)),
            None => drop(self.copy.remove(&key)),
        }
    }
}

/// Returns a server whose partitions split as soon as they have a few rows.
fn server() -> ServerBuilder {
    Server::builder().thresholds(Thresholds { bytes_per_mb: 2_000, ..Thresholds::default() })
}

async fn start() -> (Server, ydb::Client) {
    let server = server().start().await.unwrap();
    let client = ydb_keys::connect(server.connection_string()).await.unwrap();
    create(&client).await;
    (server, client)
}

async fn create(client: &ydb::Client) {
    let create = Followed::TABLE.create_table();
    create.exec(client).await.unwrap();
    for changefeed in create.changefeeds() {
        changefeed.exec(client).await.unwrap();
    }
    for feed in ["images", "written"] {
        let consumer = format!("ALTER TOPIC `ydb_keys_e2e/followed/{feed}` ADD CONSUMER copier");
        client.query_client().exec(consumer).await.unwrap();
    }
}

async fn reader(client: &ydb::Client, feed: &str) -> TopicReader {
    client.topic_client().create_reader("copier", format!("ydb_keys_e2e/followed/{feed}")).await.unwrap()
}

/// Writes rows in every way that there is.
async fn write(client: &ydb::Client) {
    let rows = |range: std::ops::Range<u64>, version| range.map(|n| Followed::of(n, version)).collect::<Vec<_>>();
    Followed::insert_many(&rows(0..30, 1)).exec(client).await.unwrap();
    Followed::bulk_upsert(&rows(20..120, 2)).exec(client).await.unwrap();
    for row in rows(0..20, 3) {
        row.upsert().exec(client).await.unwrap();
    }
    for row in rows(0..10, 4) {
        row.replace().exec(client).await.unwrap();
    }
    for row in rows(10..30, 5) {
        Followed::update(row.key().unwrap()).small(-5).exec(client).await.unwrap();
    }
    Followed::delete_many(rows(15..25, 0).iter().map(|row| row.key().unwrap())).exec(client).await.unwrap();
    let within = transact(client, async |tx| {
        Followed::of(1, 6).upsert().exec(&tx).await?;
        Followed::delete(Followed::of(2, 0).key()?).exec(&tx).await?;
        Followed::of(2, 7).insert().exec(&tx).await?;
        Ok(())
    });
    within.await.unwrap();
    Followed::of(200, 1).insert().exec(client).await.unwrap();
}

#[test]
fn the_records_replayed_are_the_table() {
    let partitions = Cell::new(0);
    let prepare = async |database: &Database| create(database.client()).await;
    explore_on(server(), 20, 0, prepare, async |database| {
        let client = database.client();
        let follow = async {
            let mut follower = Follower::default();
            let mut batches = 0;
            let mut reading = reader(client, "images").await;
            // The last row tells that everything is written, but other partitions may have older records.
            while follower.operations.values().sum::<u64>() < TOTAL {
                let marker = follower.take(&mut reading).await;
                batches += 1;
                if batches % 3 == 0 {
                    // This reader dies before it commits.
                    drop(reading);
                    reading = reader(client, "images").await;
                } else {
                    reading.commit_with_ack(marker).await.unwrap();
                }
            }
            follower
        };
        let (follower, ()) = join(follow, write(client)).await;
        let last = Followed::of(200, 1);
        assert!(follower.copy.contains_key(&(last.name, last.part)));
        let table = Followed::scan().full_scan().fetch(client).await.unwrap();
        let expected: Copy = table.into_iter().map(|row| ((row.name.clone(), row.part), row)).collect();
        assert_eq!(follower.copy, expected);
        assert_eq!(follower.operations, BTreeMap::from([("erase", 11), ("reset", 10), ("update", TOTAL - 21)]));
        partitions.set(partitions.get().max(database.partitions(Followed::TABLE).await.len()));
    });
    assert!(partitions.get() > 3, "no partition has split");
}

#[tokio::test]
async fn the_written_columns_have_their_types() {
    let (_server, client) = start().await;
    let row = Followed::of(3, 1);
    row.insert().exec(&client).await.unwrap();
    Followed::update(row.key().unwrap()).small(7).double(None).exec(&client).await.unwrap();
    let mut reading = reader(&client, "written").await;
    let mut changes = Vec::new();
    while changes.len() < 2 {
        for mut message in reading.read_batch().await.unwrap().messages {
            let data = message.read_and_take().await.unwrap().unwrap();
            let ChangeRecord::Change(change) = ChangeRecord::<Followed>::from_json(&data).unwrap() else { panic!() };
            changes.push(change);
        }
    }
    assert_eq!(changes[0].written.len(), Followed::TABLE.columns.len() - 2);
    assert_eq!(changes[0].value_of::<u64>("unsigned").unwrap(), Some(row.unsigned));
    assert_eq!(changes[0].value_of::<Option<Vec<u8>>>("raw").unwrap(), Some(row.raw));
    let names: Vec<&str> = changes[1].written.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["small", "double"]);
    assert_eq!(changes[1].value_of::<i8>("small").unwrap(), Some(7));
    assert_eq!(changes[1].value_of::<Option<f64>>("double").unwrap(), Some(None));
}
