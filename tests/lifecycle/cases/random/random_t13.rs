//! The table `random/t13`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t13`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t13")]
#[ydb(primary_key(scan, c1, c2))]
#[ydb(partitioning(by_size = 500, min = 4))]
#[ydb(ttl(column = scan, after = "P1DT12H"))]
#[ydb(changefeed(at, mode = new_and_old_images, format = debezium_json))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T13 {
    pub scan: SystemTime,
    pub c1: Option<u32>,
    pub c2: Option<bool>,
}
