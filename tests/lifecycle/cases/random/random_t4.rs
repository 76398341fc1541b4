//! The table `random/t4`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t4`:
// - Settings of the index `by_kind`: AUTO_PARTITIONING_BY_LOAD = ENABLED.
// - Settings of the index `user_id`: AUTO_PARTITIONING_BY_LOAD = ENABLED.
// - The index `by_kind` on (c0), async: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `random/t4`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t4")]
#[ydb(primary_key(c0, self_value))]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(changefeed(id, mode = keys_only, virtual_timestamps))]
#[ydb(family(hot, compression = "lz4"))]
#[ydb(index(ByKind, on(c0, user_id), cover(c2, c5), unique))]
#[ydb(index(user_id, on(c5)))]
#[ydb(index(BY_KIND, on(c0, self_value, user_id), cover(c5), as = T4ByKindIndex))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T4 {
    pub c0: u32,
    #[ydb(rename = "self")]
    pub self_value: Vec<u8>,
    #[ydb(type = "Json")]
    pub c2: String,
    #[ydb(family = "hot")]
    pub user_id: i64,
    #[ydb(type = "Date", default = "2024-02-29")]
    pub at: SystemTime,
    #[ydb(default = 5, family = "hot")]
    pub c5: u64,
}
