//! Models of column tables: their types, keys, partitions and settings.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(store = column, primary_key(id))]
struct ColumnTypes {
    id: u64,
    bool: bool,
    int8: i8,
    int16: i16,
    int32: i32,
    int64: Option<i64>,
    uint8: u8,
    uint16: u16,
    uint32: u32,
    uint64: Option<u64>,
    float: f32,
    double: Option<f64>,
    decimal: Decimal<22, 9>,
    string: Vec<u8>,
    utf8: Option<String>,
    #[ydb(type = "Json")]
    json: Option<String>,
    #[ydb(type = "JsonDocument")]
    json_document: serde_json::Value,
    #[ydb(type = "Yson")]
    yson: Vec<u8>,
    uuid: Uuid,
    #[ydb(type = "Date")]
    date: SystemTime,
    #[ydb(type = "Datetime")]
    datetime: SystemTime,
    timestamp: Option<SystemTime>,
    #[ydb(type = "Date32")]
    date32: SystemTime,
    #[ydb(type = "Datetime64")]
    datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    timestamp64: SystemTime,
    #[ydb(type = "Interval64")]
    interval64: Option<Duration>,
}

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(
    timestamp,
    utf8,
    string,
    decimal,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    date,
    datetime,
    date32,
    datetime64,
    timestamp64,
    interval64
))]
#[ydb(partition_by_hash(utf8, uint64))]
struct ColumnKeyTypes {
    int8: i8,
    int16: i16,
    int32: i32,
    int64: i64,
    uint8: u8,
    uint16: u16,
    uint32: u32,
    uint64: u64,
    decimal: Decimal<22, 9>,
    string: Vec<u8>,
    utf8: String,
    #[ydb(type = "Date")]
    date: SystemTime,
    #[ydb(type = "Datetime")]
    datetime: SystemTime,
    timestamp: SystemTime,
    #[ydb(type = "Date32")]
    date32: SystemTime,
    #[ydb(type = "Datetime64")]
    datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    timestamp64: SystemTime,
    #[ydb(type = "Interval64")]
    interval64: Duration,
    value: Option<f64>,
}

/// Model sized by nodes: four partitions for each.
#[derive(YdbTable)]
#[ydb(table = "olap/clicks", store = column, primary_key(at, user))]
#[ydb(partition_by_hash(user), partitioning(nodes = 3))]
#[ydb(ttl(column = at, after = "P90D"))]
#[ydb(family(packed, compression = "zstd"), family(plain, compression = "off"))]
struct Clicks {
    at: SystemTime,
    user: String,
    #[ydb(family = "packed")]
    url: Option<String>,
    #[ydb(family = "plain", rename = "referrer-url")]
    referrer: Option<String>,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(user, at))]
#[ydb(partitioning(min = 10))]
struct FixedPartitions {
    user: u64,
    at: SystemTime,
}

/// Model without `partition_by_hash`: YDB uses the whole primary key.
#[derive(YdbTable)]
#[ydb(store = column, primary_key(day))]
#[ydb(allow(column_partition_key, reason = "one row a day"))]
#[ydb(ttl(column = seen, after = "P1D", unit = seconds))]
struct Days {
    #[ydb(type = "Date")]
    day: SystemTime,
    seen: u32,
}

#[test]
fn goldens() {
    golden!(ColumnTypes, ColumnKeyTypes, Clicks, FixedPartitions, Days);
}
