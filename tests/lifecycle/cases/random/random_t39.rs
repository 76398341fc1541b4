//! The table `random/t39`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t39`:
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t39`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t39")]
#[ydb(primary_key(c0, a_b))]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(family(hot, compression = "off"))]
#[ydb(index("self", on(a_b), cover(by_kind), unique))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T39 {
    pub c0: SystemTime,
    #[ydb(rename = "a-b")]
    pub a_b: u32,
    pub c2: u8,
    pub c3: Option<SystemTime>,
    pub c4: Option<String>,
    #[ydb(family = "hot")]
    pub c5: u32,
    pub by_kind: Option<i32>,
}
