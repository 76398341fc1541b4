//! The table `random/t27`.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t27`:
// - The index `userId` on (userId, kind) cover (user_id), sync: the table is already sorted by
//   these columns; `apply` leaves it alone.

/// A row of the table `random/t27`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t27")]
#[ydb(primary_key(user_id_2, kind, c2))]
#[ydb(ttl(column = user_id_2, after = "P1DT12H"))]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T27 {
    #[ydb(rename = "userId", type = "Timestamp64")]
    pub user_id_2: SystemTime,
    pub kind: Option<SystemTime>,
    pub c2: Uuid,
    pub limit: Option<String>,
    #[ydb(type = "Yson")]
    pub c4: Option<Vec<u8>>,
    #[ydb(rename = "by-kind", type = "Date32")]
    pub by_kind: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c6: Option<Duration>,
    // Its default is '{}', which a model cannot declare.
    #[ydb(type = "Json")]
    pub user_id: Option<String>,
}
