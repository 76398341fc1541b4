//! The table `random/t29`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t29`:
// - The index `ByKind` on (c0, by-kind) cover (id), async: the table is already sorted by these
//   columns; `apply` leaves it alone.

/// A row of the table `random/t29`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t29")]
#[ydb(primary_key(c0, by_kind, limit_value))]
#[ydb(partitioning(by_load))]
#[ydb(ttl(column = _2nd, after = "PT0S"))]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(index("by-kind", on(limit_value)))]
#[ydb(index(limit, on(by_kind), cover(_2nd)))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `c0` are stored together"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T29 {
    pub c0: i8,
    #[ydb(rename = "by-kind")]
    pub by_kind: Option<i64>,
    #[ydb(rename = "limit")]
    pub limit_value: Option<i64>,
    pub id: u16,
    #[ydb(rename = "2nd", type = "Timestamp64")]
    pub _2nd: SystemTime,
}
