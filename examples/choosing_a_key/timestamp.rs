//! Measures keys with a timestamp: events of all users, read in order of time.

use std::time::{Duration, SystemTime};

use support::Result;
use ydb_keys::{YdbColumn, YdbTable};

use crate::made::{at, random, since_epoch};
use crate::measure::{Measure, ROWS};
use crate::story::{Picture, Story};

#[derive(YdbColumn, Clone, Copy)]
enum Kind {
    Click,
    Login,
    Purchase,
    View,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/plain", primary_key(at, event_id))]
#[ydb(allow(monotonic_leading_key, reason = "the bad key of this comparison"))]
struct Plain {
    at: SystemTime,
    event_id: u64,
    kind: Kind,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/kind", primary_key(kind, at, event_id))]
#[ydb(allow(low_cardinality_leading_key, reason = "another bad key of this comparison"))]
struct ByKind {
    kind: Kind,
    at: SystemTime,
    event_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/kind_hash", primary_key(kind_hash = xxh3(kind), kind, at, event_id))]
#[ydb(allow(low_cardinality_leading_key, reason = "another bad key of this comparison"))]
struct ByKindHash {
    kind: Kind,
    at: SystemTime,
    event_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/hash", primary_key(event_hash = numeric_hash(event_id), event_id))]
struct Hash {
    event_id: u64,
    at: SystemTime,
    kind: Kind,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/bucket", primary_key(shard = numeric_hash(event_id) % 16, at, event_id))]
struct Bucket {
    at: SystemTime,
    event_id: u64,
    kind: Kind,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/index", primary_key(event_hash = numeric_hash(event_id), event_id))]
#[ydb(index(by_time, on(at), cover(kind)))]
#[ydb(allow(hot_index, reason = "the bad index of this comparison"))]
struct Indexed {
    event_id: u64,
    at: SystemTime,
    kind: Kind,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/index_bucket", primary_key(event_hash = numeric_hash(event_id), event_id))]
#[ydb(index(by_time, on(shard = numeric_hash(event_id) % 16, at), cover(kind)))]
struct IndexedByBucket {
    event_id: u64,
    at: SystemTime,
    kind: Kind,
}

#[derive(YdbTable)]
#[ydb(table = "timestamp/column", store = column, primary_key(at, event_id), partition_by_hash(event_id))]
#[ydb(partitioning(min = 16))]
struct InColumns {
    at: SystemTime,
    event_id: u64,
    kind: Kind,
}

/// Returns the kind of an event; all kinds are equally frequent.
fn kind(event_id: u64) -> Kind {
    [Kind::Click, Kind::Login, Kind::Purchase, Kind::View][(random(event_id, 0) % 4) as usize]
}

pub(crate) async fn story(measure: &Measure) -> Result<Story<'_>> {
    let client = &measure.client;
    let one = || (at(8_000), 8_000_u64);
    let minute = || at(8_000)..at(8_000) + Duration::from_secs(60);
    let start = since_epoch(8_000).as_micros();
    let minute_by_hand =
        format!("WHERE at >= CAST({start}ul AS Timestamp) AND at < CAST({}ul AS Timestamp)", start + 60_000_000);
    let latest_by_hand = "ORDER BY at DESC LIMIT 50";
    let mut choices = Vec::new();

    let rows: Vec<_> = (0..ROWS).map(|n| Plain { at: at(n), event_id: n, kind: kind(n) }).collect();
    let mut choice = measure.write("at, event_id", &rows).await?;
    choice.read(Plain::get(one()).fetch(client)).await?;
    choice.read(Plain::scan().full_scan().descending().limit(50).fetch(client)).await?;
    choice.read(Plain::scan().at(minute()).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| ByKind { kind: kind(n), at: at(n), event_id: n }).collect();
    let mut choice = measure.write("kind, at, event_id", &rows).await?;
    choice.read(ByKind::get((kind(8_000), at(8_000), 8_000)).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choice.query(&minute_by_hand).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| ByKindHash { kind: kind(n), at: at(n), event_id: n }).collect();
    let mut choice = measure.write("kind_hash = xxh3(kind), kind, at, event_id", &rows).await?;
    choice.read(ByKindHash::get((kind(8_000), at(8_000), 8_000)).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choice.query(&minute_by_hand).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| Hash { event_id: n, at: at(n), kind: kind(n) }).collect();
    let mut choice = measure.write("event_hash = numeric_hash(event_id), event_id", &rows).await?;
    choice.read(Hash::get(8_000).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choice.query(&minute_by_hand).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| Bucket { at: at(n), event_id: n, kind: kind(n) }).collect();
    let mut choice = measure.write("shard = numeric_hash(event_id) % 16, at, ..", &rows).await?;
    choice.read(Bucket::get(one()).fetch(client)).await?;
    choice.read(Bucket::scan().full_scan().descending().limit(50).fetch(client)).await?;
    choice.read(Bucket::scan().at(minute()).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| Indexed { event_id: n, at: at(n), kind: kind(n) }).collect();
    let mut choice = measure.write("that hash, and an index on (at)", &rows).await?;
    let index = || Indexed::index::<IndexedByTime>();
    choice.read(Indexed::get(8_000).fetch(client)).await?;
    choice.read(index().full_scan().descending().limit(50).fetch(client)).await?;
    choice.read(index().at(minute()).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| IndexedByBucket { event_id: n, at: at(n), kind: kind(n) }).collect();
    let mut choice = measure.write("that hash, and an index on (shard, at)", &rows).await?;
    let index = || IndexedByBucket::index::<IndexedByBucketByTime>();
    choice.read(IndexedByBucket::get(8_000).fetch(client)).await?;
    choice.read(index().full_scan().descending().limit(50).fetch(client)).await?;
    choice.read(index().at(minute()).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| InColumns { at: at(n), event_id: n, kind: kind(n) }).collect();
    let mut choice = measure.write("column table, PARTITION BY HASH (event_id)", &rows).await?;
    choice.read(InColumns::get(one()).fetch(client)).await?;
    choice.read(InColumns::scan().full_scan().descending().limit(50).fetch(client)).await?;
    choice.read(InColumns::scan().at(minute()).fetch(client)).await?;
    choices.push(choice);

    Ok(Story {
        title: "A timestamp: events of everyone",
        reads: &["one event", "the latest 50", "a minute"],
        choices,
        picture: Picture {
            file: "key-timestamp",
            title: "A timestamp: 16,000 events in order of arrival",
            panels: &[
                (0, "The time", "at, event_id"),
                (1, "One of four kinds, then the time", "kind, at, event_id"),
                (4, "A bucket, then the time", "shard, at, event_id"),
                (7, "A column table", "PARTITION BY HASH (event_id)"),
            ],
        },
    })
}
