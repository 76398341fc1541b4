use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

/// A row of the table `types/required`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "types/required")]
#[ydb(primary_key(id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Required {
    pub id: u64,
    pub bool: bool,
    pub int8: i8,
    pub int16: i16,
    pub int32: i32,
    pub int64: i64,
    pub uint8: u8,
    pub uint16: u16,
    pub uint32: u32,
    pub uint64: u64,
    pub float: f32,
    pub double: f64,
    pub decimal: Decimal<22, 9>,
    #[ydb(type = "DyNumber")]
    pub dynumber: String,
    pub string: Vec<u8>,
    pub utf8: String,
    #[ydb(type = "Json")]
    pub json: String,
    #[ydb(type = "JsonDocument")]
    pub json_document: String,
    #[ydb(type = "Yson")]
    pub yson: Vec<u8>,
    pub uuid: Uuid,
    #[ydb(type = "Date")]
    pub date: SystemTime,
    #[ydb(type = "Datetime")]
    pub datetime: SystemTime,
    pub timestamp: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub interval: Duration,
    #[ydb(type = "Date32")]
    pub date32: SystemTime,
    #[ydb(type = "Datetime64")]
    pub datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    pub timestamp64: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub interval64: Duration,
}
