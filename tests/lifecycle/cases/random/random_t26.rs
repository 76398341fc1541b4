//! The table `random/t26`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t26`:
// - Settings of the index `userId`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.

/// A row of the table `random/t26`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t26")]
#[ydb(primary_key(at, by_kind, by_kind_2))]
#[ydb(partitioning(by_load, max = 50))]
#[ydb(ttl(column = by_kind, after = "P1DT2H3M4S"))]
#[ydb(bloom_filter)]
#[ydb(changefeed(id, mode = new_image, retention = "P1DT12H"))]
#[ydb(changefeed(at, mode = new_image, retention = "P1DT12H"))]
#[ydb(index(by_kind, on(at, by_kind_2, c4), cover(c3), async))]
#[ydb(index(userId, on(c4), unique))]
#[ydb(index("a-b", on(by_kind, by_kind_2, c3)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `at` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `userId` take all its writes"
))]
pub struct T26 {
    pub at: i64,
    #[ydb(rename = "ByKind", type = "Timestamp64")]
    pub by_kind: SystemTime,
    #[ydb(rename = "BY_KIND")]
    pub by_kind_2: Option<Uuid>,
    #[ydb(type = "Date32")]
    pub c3: Option<SystemTime>,
    pub c4: i8,
}
