//! The table `random/t6`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t6`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t6`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t6")]
#[ydb(primary_key(user_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t6` WHERE `user_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(ttl(column = user_id, after = "P1DT12H"))]
#[ydb(family(hot, compression = "off"))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T6 {
    pub user_id: SystemTime,
    pub c1: Option<SystemTime>,
    #[ydb(type = "JsonDocument", family = "hot")]
    pub by_kind: Option<String>,
    #[ydb(family = "hot")]
    pub id: Option<bool>,
    #[ydb(type = "Datetime64")]
    pub c4: Option<SystemTime>,
    pub r#type: Option<String>,
    pub c6: Option<i32>,
    #[ydb(type = "Json")]
    pub at: Option<String>,
}
