//! Tests HashSql of whole models: the documentation's tables, renamed columns, newtypes.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(userhash = xxh3(timestamp, userid), userid, timestamp))]
struct SpreadUserEvent {
    timestamp: SystemTime,
    userid: u64,
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(type = "Datetime")]
struct Second(SystemTime);

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(as = "Int16")]
enum Kind {
    Less = -1,
    More = 1,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(name, kind, at), at, kind, name))]
struct Renamed {
    #[ydb(rename = "full-name")]
    name: String,
    kind: Kind,
    #[ydb(rename = "SELECT")]
    at: Second,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = int_hash64(kind), kind), allow(low_cardinality_leading_key, reason = "one row a kind"))]
struct Numbered {
    #[ydb(rename = "order")]
    kind: Kind,
}

fn expression<T: YdbTable>() -> String {
    T::TABLE.hash.as_ref().unwrap().yql(T::TABLE).unwrap().to_string()
}

/// Model with a bucket in front of the key and of an index, and a hash in front of another one.
#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id, topic) % 16, at, topic, event_id))]
#[ydb(index(by_size, on(size_shard = numeric_hash(event_id) % 3, size)))]
#[ydb(index(by_event, on(event_hash = int_hash64(event_id), event_id, size), async))]
struct Feed {
    at: u64,
    topic: String,
    event_id: i64,
    size: Option<u32>,
}

#[test]
fn of_buckets() {
    assert_eq!(
        expression::<Feed>(),
        "BITCAST(Unwrap(Digest::XXH3(ToBytes(`event_id`) || ToBytes(LENGTH(`topic`)) || `topic`) % 16ul) AS Uint32)"
    );
    let of_index = |at: usize| Feed::TABLE.indexes[at].hash.unwrap().yql(Feed::TABLE).unwrap().to_string();
    assert_eq!(of_index(0), "BITCAST(Unwrap(Digest::NumericHash(BITCAST(`event_id` AS Uint64)) % 3ul) AS Uint32)");
    assert_eq!(of_index(1), "Digest::IntHash64(BITCAST(`event_id` AS Uint64))");
}

/// Tests that a backfill fills all computed columns.
#[test]
fn a_backfill_of_buckets() {
    assert_eq!(
        Feed::TABLE.backfill("old").unwrap().to_string(),
        "DECLARE $from AS Uint64;\n\
         DECLARE $to AS Uint64;\n\
         UPSERT INTO `feed`\n\
         SELECT BITCAST(Unwrap(Digest::XXH3(ToBytes(`event_id`) || ToBytes(LENGTH(`topic`)) || `topic`) % 16ul) AS Uint32) \
         AS `shard`, BITCAST(Unwrap(Digest::NumericHash(BITCAST(`event_id` AS Uint64)) % 3ul) AS Uint32) AS `size_shard`, \
         Digest::IntHash64(BITCAST(`event_id` AS Uint64)) AS `event_hash`, `at`, `topic`, `event_id`, `size`\n\
         FROM `old`\n\
         WHERE `at` >= $from AND `at` < $to"
    );
}

#[test]
fn of_the_documentations_tables() {
    assert_eq!(expression::<Order>(), "Digest::NumericHash(`order_id`)");
    assert_eq!(expression::<UserEvent>(), "Digest::XXH3(ToBytes(`userid`))");
    assert_eq!(
        expression::<SpreadUserEvent>(),
        "Digest::XXH3(ToBytes(CAST(`timestamp` AS Uint64)) || ToBytes(`userid`))"
    );
}

#[test]
fn of_renamed_columns_and_newtypes() {
    assert_eq!(
        expression::<Renamed>(),
        "Digest::XXH3(ToBytes(LENGTH(`full-name`)) || `full-name` || ToBytes(`kind`) || ToBytes(CAST(`SELECT` AS Uint32)))"
    );
    assert_eq!(expression::<Numbered>(), "Digest::IntHash64(BITCAST(`order` AS Uint64))");
}
