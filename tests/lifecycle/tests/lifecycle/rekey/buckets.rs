//! Tests changes to other numbers of buckets, from a hash to buckets, and back, under dual writes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use e2e_tests::{Database, until};
use ydb::QueryClient;
use ydb_keys::{DualWriter, Layout, Table, YdbTable};
use ydb_keys_migrate::{Event, RekeyOptions, rekey};

use super::support::{contents, end, key_of, layout_of, plan, run};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 16, at, event_id))]
struct Feed16 {
    at: u64,
    event_id: u64,
    note: Option<u64>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard_2 = xxh3(event_id) % 32, at, event_id))]
struct Feed32 {
    at: u64,
    event_id: u64,
    note: Option<u64>,
}

type Feed = DualWriter<Feed16, Feed32>;

/// Number of rows that nobody changes; they have even times, and the writers' rows have odd ones.
const STABLE: u64 = 3000;

fn stable(number: u64) -> Feed16 {
    Feed16 { at: 2 * (number / 3), event_id: number, note: None }
}

async fn feed() -> Database {
    let database = Database::own_with::<Feed16>().await;
    let rows: Vec<Feed16> = (0..STABLE).map(stable).collect();
    Feed16::upsert_many(&rows).exec(database.client()).await.unwrap();
    database
}

#[derive(Clone, Default)]
struct Flags {
    written: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

/// Writes events at growing times, changes them, and deletes some, until it is told to stop. Returns the events that
/// stay.
async fn write(feed: Arc<Feed>, mut q: QueryClient, writer: u64, flags: Flags) -> BTreeMap<(u64, u64), Option<u64>> {
    let mut own = BTreeMap::new();
    let mut step = 0;
    while !flags.stop.load(Ordering::Acquire) {
        step += 1;
        let number = if step % 4 == 3 { step / 2 } else { step };
        let row = Feed32 { at: 2 * (number % STABLE) + 1, event_id: STABLE * (writer + 1) + number, note: Some(step) };
        if step % 5 == 4 {
            feed.delete(&row).exec(&mut q).await.unwrap();
            own.remove(&(row.at, row.event_id));
        } else {
            feed.upsert(&row).exec(&mut q).await.unwrap();
            own.insert((row.at, row.event_id), row.note);
        }
        flags.written.fetch_add(1, Ordering::AcqRel);
    }
    own
}

async fn more(written: &AtomicU64, count: u64) {
    let enough = written.load(Ordering::Acquire) + count;
    until(|| written.load(Ordering::Acquire) >= enough).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twice_as_many_under_writers() {
    let database = feed().await;
    let table = Arc::new(Feed::open(database.client()).await.unwrap());
    let flags = Flags::default();
    let writers: Vec<_> =
        (0..2).map(|writer| tokio::spawn(write(table.clone(), database.q(), writer, flags.clone()))).collect();
    more(&flags.written, 30).await;
    let begun = flags.written.load(Ordering::Acquire);
    let options = RekeyOptions::dual_writers().batch_rows(250).passes(50);
    rekey(database.client(), &plan(Feed32::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    let during = flags.written.load(Ordering::Acquire) - begun;
    assert!(during > 10, "{during} writes during the copy");
    more(&flags.written, 30).await;
    flags.stop.store(true, Ordering::Release);

    let mut expected: BTreeMap<_, _> = (0..STABLE).map(stable).map(|row| ((row.at, row.event_id), row.note)).collect();
    for writer in writers {
        expected.extend(writer.await.unwrap());
    }
    let rows = Feed32::scan().full_scan().fetch(database.client()).await.unwrap();
    assert!(rows.iter().map(|row| (&row.at, &row.event_id)).is_sorted_by(|one, next| one < next));
    let found: BTreeMap<_, _> = rows.iter().map(|row| ((row.at, row.event_id), row.note)).collect();
    assert!(found == expected && rows.len() == found.len(), "{} rows, {} expected", rows.len(), expected.len());
    // All rows are where their buckets are: no row is there twice, or in another bucket.
    let counted: Vec<u64> = database.column("SELECT COUNT(*) AS n FROM feed").await;
    assert_eq!(counted, [expected.len() as u64]);
    let keys: Vec<(u64, u64)> = expected.keys().copied().collect();
    let got = Feed32::get_many(keys.iter().copied()).fetch(database.client()).await.unwrap();
    assert_eq!(got.len(), keys.len());
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(event_hash = numeric_hash(event_id), event_id, at))]
struct Hashed {
    at: u64,
    event_id: u64,
    note: Option<u64>,
}

/// Model with an index whose first column is computed.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard_2 = xxh3(event_id, at) % 5, at, event_id))]
#[ydb(index(by_note, on(note_shard = int_hash64(at) % 3, note)))]
struct Indexed {
    at: u64,
    event_id: u64,
    note: Option<u64>,
}

const COLUMNS: [&str; 3] = ["at", "event_id", "note"];

async fn becomes(database: &Database, table: &'static Table, key: [&str; 3]) {
    let before = contents(database, "feed", &COLUMNS).await;
    run(database, table).await.unwrap();
    assert_eq!(contents(database, "feed", &COLUMNS).await, before);
    assert_eq!(key_of(database, "feed").await, key);
    assert_eq!(layout_of(database, "feed").await, Some(Layout::of(table).to_string()));
    ydb_keys::check(database.client(), &[table]).await.unwrap();
    assert!(end(database, table).await);
}

#[tokio::test]
async fn from_a_hash_to_buckets_and_back() {
    let database = Database::own_with::<Hashed>().await;
    let rows: Vec<Hashed> =
        (0..30).map(|id| Hashed { at: id / 2, event_id: id, note: (id % 3 > 0).then_some(id) }).collect();
    Hashed::upsert_many(&rows).exec(database.client()).await.unwrap();
    becomes(&database, Indexed::TABLE, ["shard_2", "at", "event_id"]).await;
    let found = Indexed::scan().full_scan().fetch(database.client()).await.unwrap();
    let expected: Vec<Indexed> =
        rows.iter().map(|row| Indexed { at: row.at, event_id: row.event_id, note: row.note }).collect();
    assert_eq!(found, expected);
    let by_note = Indexed::index::<IndexedByNote>().note(Some(7)).fetch(database.client()).await.unwrap();
    assert_eq!(by_note, expected[7..8]);
    becomes(&database, Feed16::TABLE, ["shard", "at", "event_id"]).await;
    becomes(&database, Hashed::TABLE, ["event_hash", "event_id", "at"]).await;
    assert_eq!(Hashed::get((7, 3)).fetch(database.client()).await.unwrap().as_ref(), Some(&rows[7]));
}

/// Tests that rows that were deleted after they had been copied are found by their old bucket.
#[tokio::test]
async fn deleted_rows_do_not_come_back() {
    let database = feed().await;
    ydb_keys_migrate::apply(
        database.client(),
        &ydb_keys_migrate::plan(database.client(), &[Feed16::TABLE], None).await.unwrap(),
        &ydb_keys_migrate::ApplyOptions::default(),
        &mut |_: Event<'_>| {},
    )
    .await
    .unwrap();
    let copy = Feed32::at_path("feed__ydb_keys_new");
    copy.create_table().exec(database.client()).await.unwrap();
    let rows: Vec<Feed32> =
        (0..STABLE + 9).map(stable).map(|Feed16 { at, event_id, note }| Feed32 { at, event_id, note }).collect();
    copy.upsert_many(&rows).exec(database.client()).await.unwrap();
    let options = RekeyOptions::dual_writers().batch_rows(250);
    let report = rekey(database.client(), &plan(Feed32::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    assert_eq!((report.rows, report.repaired), (STABLE, 9));
    assert_eq!(Feed32::scan().full_scan().count().fetch(database.client()).await.unwrap(), STABLE);
}
