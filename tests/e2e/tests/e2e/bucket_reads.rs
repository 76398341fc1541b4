//! Tests that scans read from each bucket only its part of the result, by the counters of the partitions.

use e2e_tests::Database;
use futures_util::{StreamExt as _, TryStreamExt as _};
use ydb_keys::{YdbRow, YdbTable};

const TABLE: &str = "ydb_keys_e2e/bucket_reads";
const BY_KIND: &str = "ydb_keys_e2e/bucket_reads/by_kind/indexImplTable";
const BUCKETS: u64 = 16;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_reads", primary_key(shard = xxh3(event_id) % 16, at, event_id))]
#[ydb(index(by_kind, on(kind_shard = xxh3(event_id) % 16, kind), cover(size)))]
#[ydb(index(by_size, on(size_shard = xxh3(event_id) % 16, size), async))]
struct Event {
    at: u64,
    event_id: u64,
    kind: Option<i32>,
    size: i64,
    note: String,
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Event, covered_by = "by_kind")]
struct Kind {
    kind: Option<i32>,
    event_id: u64,
    size: i64,
}

/// Creates 3000 events, three at each moment, so that each bucket has more than a page. Returns them in the order of
/// the key.
async fn events() -> (Database, Vec<Event>) {
    let database = Database::embedded_with::<Event>().await;
    let event = |id: u64| Event {
        at: id / 3,
        event_id: id,
        kind: (!id.is_multiple_of(5)).then_some(id as i32 % 100),
        size: id as i64 % 7,
        note: format!("n{id}"),
    };
    let rows: Vec<Event> = (0..3000).map(event).collect();
    Event::upsert_many(&rows).exec(database.client()).await.unwrap();
    (database, rows)
}

/// Returns the number of rows that a call reads from the table, and from the index.
macro_rules! reads {
    ($database:expr, $call:expr) => {{
        let before = ($database.rows_read(TABLE).await, $database.rows_read(BY_KIND).await);
        let result = $call.await.unwrap();
        let after = ($database.rows_read(TABLE).await, $database.rows_read(BY_KIND).await);
        (result, after.0 - before.0, after.1 - before.1)
    }};
}

#[tokio::test]
async fn of_a_table() {
    let (database, rows) = events().await;
    let client = database.client();
    let all = || Event::scan().full_scan();

    let (found, read, _) = reads!(database, all().limit(50).fetch(client));
    assert_eq!(found, rows[..50]);
    assert_eq!(read, BUCKETS * 50);

    let (found, read, _) = reads!(database, all().descending().first(client));
    assert_eq!(found.as_ref(), rows.last());
    assert_eq!(read, BUCKETS);

    // One row more shows that there is another page.
    let (page, read, _) = reads!(database, all().page(50, None).fetch(client));
    assert_eq!(page.rows, rows[..50]);
    assert_eq!(read, BUCKETS * 51);
    let (page, read, _) = reads!(database, all().page(50, page.next.as_ref()).fetch(client));
    assert_eq!(page.rows, rows[50..100]);
    assert_eq!(read, BUCKETS * 51);

    // Where a bucket has less than the limit in the range, it reads no more than that.
    let (found, read, _) = reads!(database, Event::scan().at(10..20).limit(50).fetch(client));
    assert_eq!(found, rows[30..60]);
    assert_eq!(read, 30);
    let (found, read, _) = reads!(database, Event::scan().at(10..20).fetch(client));
    assert_eq!((found.len(), read), (30, 30));
    let (found, read, _) = reads!(database, Event::scan().at(10..20).count().fetch(client));
    assert_eq!((found, read), (30, 30));
    let (found, read, _) = reads!(database, Event::scan().at(10..).limit(7).count().fetch(client));
    assert_eq!((found, read), (7, 7));
    let (found, read, _) = reads!(database, Event::scan().at(10..).exists().fetch(client));
    assert_eq!((found, read), (true, 1));
    let (found, read, _) = reads!(database, Event::scan().at(1000..).exists().fetch(client));
    assert_eq!((found, read), (false, 0));

    // Rows with an index are read once more where they are deleted, by their keys.
    let ((), read, _) = reads!(database, Event::scan().at(990..).delete().exec(client));
    assert_eq!(read, 2 * 30);
    assert_eq!(all().fetch(client).await.unwrap(), rows[..2970]);
}

/// Tests that a stream reads each row once, and from each bucket at most one batch more than is taken.
#[tokio::test]
async fn of_a_stream() {
    let (database, rows) = events().await;
    let client = database.client();
    let stream = |batch| Event::scan().full_scan().stream(client).batch(batch);
    for batch in [7, 100, 5000] {
        let (found, read, _) = reads!(database, stream(batch).try_collect::<Vec<_>>());
        assert_eq!(found, rows, "{batch}");
        assert_eq!(read, 3000, "{batch}");
    }
    let (found, read, _) = reads!(database, stream(20).take(160).try_collect::<Vec<_>>());
    assert_eq!(found, rows[..160]);
    assert!(read <= 160 + BUCKETS * 20, "{read}");
}

/// Tests that a read with fixed inputs of the hash touches one bucket: by default every bucket is a partition.
#[tokio::test]
async fn one_bucket_where_its_inputs_are_fixed() {
    let (database, rows) = events().await;
    let client = database.client();
    assert_eq!(database.partitions(Event::TABLE).await.len() as u64, BUCKETS);
    let row = &rows[100];
    macro_rules! touches_one {
        ($call:expr) => {{
            let before = database.partitions(Event::TABLE).await;
            let result = $call.await.unwrap();
            let after = database.partitions(Event::TABLE).await;
            assert_eq!(before.iter().zip(&after).filter(|(a, b)| a != b).count(), 1, "{}", stringify!($call));
            result
        }};
    }
    let key = (row.at, row.event_id);
    assert_eq!(touches_one!(Event::get(key).fetch(client)).as_ref(), Some(row));
    assert!(touches_one!(Event::exists(key).fetch(client)));
    let scan = || Event::scan().at(row.at).event_id(row.event_id);
    assert_eq!(touches_one!(scan().fetch(client)), rows[100..101]);
    assert_eq!(touches_one!(scan().limit(3).fetch(client)), rows[100..101]);
    assert_eq!(touches_one!(scan().page(3, None).fetch(client)).rows, rows[100..101]);
    assert_eq!(touches_one!(scan().count().fetch(client)), 1);
    touches_one!(scan().delete().exec(client));
    touches_one!(row.upsert().exec(client));
    assert_eq!(touches_one!(Event::get_many([key, key]).fetch(client)).len(), 2);
}

#[tokio::test]
async fn of_an_index() {
    let (database, rows) = events().await;
    let client = database.client();
    let all = || Event::index::<EventByKind>().full_scan();
    let mut sorted = rows.clone();
    // As the index is sorted, after its bucket: the rest of the key begins with the bucket of the key.
    let bucket = |row: &Event| xxhash(row.event_id) % BUCKETS;
    sorted.sort_by_key(|row| (row.kind, bucket(row), row.at, row.event_id));
    let kinds = |rows: &[Event]| -> Vec<Kind> {
        rows.iter().map(|row| Kind { kind: row.kind, event_id: row.event_id, size: row.size }).collect()
    };

    let (found, table, index) = reads!(database, all().limit(50).fetch(client));
    assert_eq!(found, sorted[..50]);
    assert_eq!((table, index), (50, BUCKETS * 50));

    let (page, table, index) = reads!(database, all().page(50, None).fetch(client));
    assert_eq!(page.rows, sorted[..50]);
    assert_eq!((table, index), (51, BUCKETS * 51));
    let (page, table, index) = reads!(database, all().page(50, page.next.as_ref()).fetch(client));
    assert_eq!(page.rows, sorted[50..100]);
    assert_eq!((table, index), (51, BUCKETS * 51));

    let (found, table, index) = reads!(database, all().descending().limit(50).select::<Kind>().fetch(client));
    let mut last = kinds(&sorted[2950..]);
    last.reverse();
    assert_eq!(found, last);
    assert_eq!((table, index), (0, BUCKETS * 50));
    let (page, table, index) = reads!(database, all().page(50, None).select::<Kind>().fetch(client));
    assert_eq!(page.rows, kinds(&sorted[..50]));
    assert_eq!((table, index), (0, BUCKETS * 51));

    let seven = || Event::index::<EventByKind>().kind(Some(7));
    let (found, table, index) = reads!(database, seven().limit(50).fetch(client));
    assert_eq!((found.len(), table, index), (30, 30, 30));
    let (found, table, index) = reads!(database, seven().count().fetch(client));
    assert_eq!((found, table, index), (30, 0, 30));
    let (found, table, index) = reads!(database, seven().exists().fetch(client));
    assert_eq!((found, table, index), (true, 0, 1));
}

/// Tests that an async index with buckets is read in the mode Stale Read Only.
#[tokio::test]
async fn of_an_async_index() {
    let (database, rows) = events().await;
    let client = database.client();
    let mut sizes: Vec<i64> = rows.iter().map(|row| row.size).collect();
    sizes.sort_unstable();
    let all = || Event::index::<EventBySize>().full_scan();
    let found: Vec<i64> = all().limit(700).fetch(client).await.unwrap().iter().map(|row| row.size).collect();
    assert_eq!(found, sizes[..700]);
    let (mut seen, mut token) = (Vec::new(), None);
    loop {
        let page = all().page(999, token.as_ref()).fetch(client).await.unwrap();
        seen.extend(page.rows);
        token = page.next;
        if token.is_none() {
            break;
        }
    }
    assert_eq!(seen.iter().map(|row| row.size).collect::<Vec<_>>(), sizes);
    seen.sort_by_key(|row| row.event_id);
    assert_eq!(seen, rows);
}

/// Computes the hash that leads the key, with another library.
fn xxhash(event_id: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&event_id.to_le_bytes())
}
