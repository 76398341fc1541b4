//! Twins of whole models: the documentation's tables, renamed columns, newtypes.

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

fn twin<T: YdbTable>() -> String {
    T::TABLE.hash.as_ref().unwrap().yql(T::TABLE).to_string()
}

#[test]
fn of_the_documentations_tables() {
    assert_eq!(twin::<Order>(), "Digest::NumericHash(`order_id`)");
    assert_eq!(twin::<UserEvent>(), "Digest::XXH3(ToBytes(`userid`))");
    assert_eq!(twin::<SpreadUserEvent>(), "Digest::XXH3(ToBytes(CAST(`timestamp` AS Uint64)) || ToBytes(`userid`))");
}

#[test]
fn of_renamed_columns_and_newtypes() {
    assert_eq!(
        twin::<Renamed>(),
        "Digest::XXH3(ToBytes(LENGTH(`full-name`)) || `full-name` || ToBytes(`kind`) || ToBytes(CAST(`SELECT` AS Uint32)))"
    );
    assert_eq!(twin::<Numbered>(), "Digest::IntHash64(BITCAST(`order` AS Uint64))");
}
