//! The table `outbox/leases`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `outbox/leases`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "outbox/leases")]
#[ydb(primary_key(bucket))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `bucket` are stored together"
))]
pub struct Leases {
    pub bucket: u8,
    pub held_by: String,
    pub held_until: SystemTime,
}
