use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `hot_index`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "hot_index")]
#[ydb(primary_key(id))]
#[ydb(index(by_time, on(made)))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `by_time`"
))]
pub struct HotIndex {
    pub id: Uuid,
    pub made: SystemTime,
}
