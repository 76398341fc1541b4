//! The table `random/t24`.

use std::time::Duration;

use ydb_keys::YdbTable;

/// A row of the table `random/t24`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t24")]
#[ydb(primary_key(by_kind, self_value, c2))]
#[ydb(ttl(column = c2, after = "PT0S", unit = seconds))]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(changefeed(at, mode = keys_only, virtual_timestamps))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T24 {
    #[ydb(rename = "BY_KIND")]
    pub by_kind: String,
    #[ydb(rename = "self")]
    pub self_value: i64,
    pub c2: Option<u32>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub r#type: Option<Duration>,
    pub at: u64,
    #[ydb(rename = "2nd")]
    pub _2nd: Option<i16>,
    pub limit: Option<Vec<u8>>,
    pub key: Option<i8>,
    pub kind: Option<i8>,
    pub c9: Option<bool>,
}
