use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `column_key_types`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "column_key_types")]
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
#[ydb(partitioning(min = 64))]
pub struct ColumnKeyTypes {
    pub int8: i8,
    pub int16: i16,
    pub int32: i32,
    pub int64: i64,
    pub uint8: u8,
    pub uint16: u16,
    pub uint32: u32,
    pub uint64: u64,
    pub decimal: Decimal<22, 9>,
    pub string: Vec<u8>,
    pub utf8: String,
    #[ydb(type = "Date")]
    pub date: SystemTime,
    #[ydb(type = "Datetime")]
    pub datetime: SystemTime,
    pub timestamp: SystemTime,
    #[ydb(type = "Date32")]
    pub date32: SystemTime,
    #[ydb(type = "Datetime64")]
    pub datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    pub timestamp64: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub interval64: Duration,
    pub value: Option<f64>,
}
