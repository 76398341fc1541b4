//! The table `random/t5`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t5`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - The index `2nd` on (userId), unique: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `random/t5`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t5")]
#[ydb(primary_key(user_id, c1, at))]
#[ydb(changefeed(at, mode = updates))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T5 {
    #[ydb(rename = "userId")]
    pub user_id: SystemTime,
    pub c1: i64,
    pub at: u32,
}
