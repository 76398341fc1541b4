//! Tests tables with buckets: every operation computes the bucket, and scans are in the order of the key after it.

use std::time::Duration;

use e2e_tests::Database;
use futures_util::TryStreamExt as _;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{WriteOutcome, YdbTable, add, transact};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/feed", primary_key(shard = xxh3(event_id) % 4, at, event_id))]
struct Feed {
    at: u64,
    event_id: u64,
    note: Option<String>,
    seen: u32,
}

fn row(at: u64, event_id: u64) -> Feed {
    Feed { at, event_id, note: (!event_id.is_multiple_of(3)).then(|| format!("n{event_id}")), seen: 0 }
}

/// Writes 40 events, two at each moment, and returns them in the order of the key.
async fn feed() -> (Database, Vec<Feed>) {
    let database = Database::with::<Feed>().await;
    let rows: Vec<Feed> = (0..40).map(|id| row(id / 2, id)).collect();
    Feed::upsert_many(&rows).exec(database.client()).await.unwrap();
    (database, rows)
}

#[tokio::test]
async fn scans_are_in_order() {
    let (database, rows) = feed().await;
    let client = database.client();
    assert_eq!(Feed::scan().full_scan().fetch(client).await.unwrap(), rows);
    assert_eq!(Feed::scan().at(5..=9).fetch(client).await.unwrap(), rows[10..20]);
    assert_eq!(Feed::scan().at(5..=9).limit(3).fetch(client).await.unwrap(), rows[10..13]);
    let mut latest: Vec<Feed> = rows[33..].to_vec();
    latest.reverse();
    assert_eq!(Feed::scan().full_scan().descending().limit(7).fetch(client).await.unwrap(), latest);
    assert_eq!(Feed::scan().at(7).fetch(client).await.unwrap(), rows[14..16]);
    assert_eq!(Feed::scan().at(7).event_id(15).fetch(client).await.unwrap(), rows[15..16]);
    assert_eq!(Feed::scan().at(7).first(client).await.unwrap().as_ref(), Some(&rows[14]));
    assert_eq!(Feed::scan().at(5..).count().fetch(client).await.unwrap(), 30);
    assert!(Feed::scan().at(19).exists().fetch(client).await.unwrap());
    assert!(!Feed::scan().at(20).exists().fetch(client).await.unwrap());
    Feed::scan().at(..5).delete().exec(client).await.unwrap();
    assert_eq!(Feed::scan().full_scan().fetch(client).await.unwrap(), rows[10..]);
}

#[tokio::test]
async fn pages_follow_each_other() {
    let (database, rows) = feed().await;
    let (mut seen, mut token) = (Vec::new(), None);
    loop {
        let page = Feed::scan().full_scan().page(7, token.as_ref()).fetch(database.client()).await.unwrap();
        seen.extend(page.rows);
        token = page.next;
        if token.is_none() {
            break;
        }
    }
    assert_eq!(seen, rows);
}

#[tokio::test]
async fn every_path_computes_the_bucket() {
    let (database, rows) = feed().await;
    let client = database.client();
    let key = (3, 7);
    assert_eq!(Feed::get(key).fetch(client).await.unwrap().as_ref(), Some(&rows[7]));
    assert!(Feed::exists(key).fetch(client).await.unwrap());
    assert_eq!(Feed::get_many([(3, 7), (4, 8)]).fetch(client).await.unwrap().len(), 2);
    assert_eq!(Feed::read_rows([(3, 7), (4, 8)]).fetch(client).await.unwrap().len(), 2);
    let changed = Feed::update(key).seen(add(2_u32)).fetch(client).await.unwrap();
    assert!(matches!(changed, WriteOutcome::Row(row) if row.seen == 2));
    row(3, 7).insert().exec(client).await.unwrap_err();
    row(99, 7).insert().exec(client).await.unwrap();
    row(99, 7).replace().exec(client).await.unwrap();
    Feed::bulk_upsert(&[row(98, 8)]).exec(client).await.unwrap();
    assert_eq!(Feed::scan().at(98..).fetch(client).await.unwrap(), [row(98, 8), row(99, 7)]);
    Feed::delete((99, 7)).exec(client).await.unwrap();
    Feed::delete_many([(98, 8)]).exec(client).await.unwrap();
    assert!(!Feed::scan().at(98..).exists().fetch(client).await.unwrap());
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/timed", primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 4, placed_at), cover(cents)))]
struct Timed {
    order_id: u64,
    placed_at: Option<u64>,
    cents: i64,
}

#[tokio::test]
async fn an_index_with_buckets() {
    let database = Database::with::<Timed>().await;
    let client = database.client();
    let rows: Vec<Timed> =
        (0..30).map(|id| Timed { order_id: id, placed_at: (id % 7 > 0).then_some(100 - id), cents: -5 }).collect();
    Timed::upsert_many(&rows).exec(client).await.unwrap();
    let times = |rows: Vec<Timed>| rows.into_iter().map(|row| row.placed_at).collect::<Vec<_>>();
    let mut expected: Vec<_> = rows.iter().map(|row| row.placed_at).collect();
    expected.sort();
    assert_eq!(times(Timed::index::<TimedByTime>().full_scan().fetch(client).await.unwrap()), expected);
    expected.reverse();
    let latest = Timed::index::<TimedByTime>().full_scan().descending().limit(4).fetch(client).await.unwrap();
    assert_eq!(times(latest), expected[..4]);
}

#[tokio::test]
async fn streams_are_merged() {
    let (database, rows) = feed().await;
    let client = database.client();
    for batch in [1, 2, 3, 100] {
        let stream: Vec<Feed> = Feed::scan().full_scan().stream(client).batch(batch).try_collect().await.unwrap();
        assert_eq!(stream, rows, "{batch}");
        let mut latest: Vec<Feed> = rows[10..].to_vec();
        latest.reverse();
        let stream = Feed::scan().at(5..).descending().stream(client).batch(batch);
        assert_eq!(stream.try_collect::<Vec<_>>().await.unwrap(), latest, "{batch}");
        let stream = Feed::scan().at(5..).descending().limit(7).stream(client).batch(batch);
        assert_eq!(stream.try_collect::<Vec<_>>().await.unwrap(), latest[..7], "{batch}");
    }
    let one = Feed::scan().at(7).event_id(15).stream(client).try_collect::<Vec<_>>().await.unwrap();
    assert_eq!(one, rows[15..16]);
}

/// Tests that a transaction reads one bucket after the other.
#[tokio::test]
async fn a_stream_in_a_transaction() {
    let (database, rows) = feed().await;
    let found = transact(database.client(), async |tx| {
        Feed::scan().full_scan().stream(&tx).batch(3).try_collect::<Vec<_>>().await
    });
    assert_eq!(found.await.unwrap(), rows);
}

/// Tests that after the failure of any batch the rows so far are in order, and the stream of the position continues
/// after them.
#[tokio::test]
async fn a_stream_goes_on_after_a_failed_batch() {
    let database = Database::embedded_with::<Feed>().await;
    let rows: Vec<Feed> = (0..40).map(|id| row(id / 2, id)).collect();
    Feed::upsert_many(&rows).exec(database.client()).await.unwrap();
    let mut failures = 0;
    for position in 0..30 {
        database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
        database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(Status::BadRequest, String::new()));
        let mut stream = Feed::scan().full_scan().stream(database.client()).batch(3);
        let mut seen = Vec::new();
        let failed = loop {
            match stream.try_next().await {
                Ok(Some(row)) => seen.push(row),
                Ok(None) => break false,
                Err(_) => break true,
            }
        };
        database.faults().clear();
        assert_eq!(seen, rows[..seen.len()], "{position}");
        if failed {
            failures += 1;
            let next = Feed::scan().full_scan().select::<Feed>();
            let next = match stream.position().unwrap() {
                Some(token) => next.resume(&token),
                None => next,
            };
            seen.extend(next.stream(database.client()).batch(3).try_collect::<Vec<_>>().await.unwrap());
        }
        assert_eq!(seen, rows, "{position}");
    }
    assert!(failures >= 14, "{failures}");
}
