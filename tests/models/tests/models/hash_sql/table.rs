//! Model whose key has a column of every type that can be hashed, named like the type.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "inputs")]
#[ydb(primary_key(
    utf8,
    bool,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    string,
    uuid,
    date,
    datetime,
    timestamp,
    interval,
    date32,
    datetime64,
    timestamp64,
    interval64
))]
#[allow(dead_code, reason = "read as a schema, no rows are made")]
pub(crate) struct Inputs {
    utf8: String,
    bool: bool,
    int8: i8,
    int16: i16,
    int32: i32,
    int64: i64,
    uint8: u8,
    uint16: u16,
    uint32: u32,
    uint64: u64,
    string: Vec<u8>,
    uuid: Uuid,
    #[ydb(type = "Date")]
    date: SystemTime,
    #[ydb(type = "Datetime")]
    datetime: SystemTime,
    timestamp: SystemTime,
    interval: Duration,
    #[ydb(type = "Date32")]
    date32: SystemTime,
    #[ydb(type = "Datetime64")]
    datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    timestamp64: SystemTime,
    #[ydb(type = "Interval64")]
    interval64: Duration,
}
