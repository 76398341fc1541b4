//! The table `random/t5`.

use ydb_keys::YdbTable;

/// A row of the table `random/t5`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t5")]
#[ydb(primary_key(c0, c1))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t5` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(ttl(column = c0, after = "P1DT12H", unit = seconds))]
#[ydb(changefeed(id, mode = updates))]
#[ydb(changefeed(at, mode = new_image, retention = "P1DT12H"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T5 {
    pub c0: u32,
    pub c1: u64,
}
