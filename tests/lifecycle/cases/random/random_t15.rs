//! The table `random/t15`.

use ydb_keys::YdbTable;

/// A row of the table `random/t15`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t15")]
#[ydb(primary_key(c0))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t15` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(min = 4))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T15 {
    pub c0: u16,
}
