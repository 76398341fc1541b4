//! The table `random/t0`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t0`:
// - Settings of the index `BY_KIND`: AUTO_PARTITIONING_BY_LOAD = ENABLED.
// - Settings of the index `key`: AUTO_PARTITIONING_BY_LOAD = ENABLED.
// - The index `BY_KIND` on (c0, c1), async: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `random/t0`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t0")]
#[ydb(primary_key(c0, c1, c2))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t0` WHERE `c0` IS NULL OR `c2` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = 500))]
#[ydb(ttl(column = c0, after = "PT0S"))]
#[ydb(index(key, on(c1), as = T0KeyIndex))]
#[ydb(index(user_id, on(c1)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T0 {
    #[ydb(type = "Timestamp64")]
    pub c0: SystemTime,
    pub c1: u64,
    pub c2: SystemTime,
}
