//! The table `random/t13`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t13`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t13")]
// TODO: the table has no rows that would show whether `c0` is a hash of the columns after it. If it
// is, write `primary_key(c0 = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(c0, by_kind))]
#[ydb(partitioning(by_size = off, min = 4, max = 50))]
#[ydb(ttl(column = by_kind, after = "PT0S"))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(index(user_id, on(by_kind, user_id)))]
#[ydb(index("a-b", on(by_kind, c2), async))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `user_id`"
))]
pub struct T13 {
    pub c0: u64,
    #[ydb(rename = "BY_KIND")]
    pub by_kind: SystemTime,
    #[ydb(type = "DyNumber")]
    pub c2: Option<String>,
    pub user_id: Option<u32>,
}
