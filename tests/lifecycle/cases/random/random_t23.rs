//! The table `random/t23`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t23`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t23")]
#[ydb(primary_key(user_id, c1, c2))]
#[ydb(ttl(column = user_id, after = "P1D"))]
#[ydb(changefeed(at, mode = new_image, retention = "P1DT12H"))]
#[ydb(index(key, on(c1, c2), as = T23KeyIndex))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `key` take all its writes"
))]
pub struct T23 {
    #[ydb(rename = "userId")]
    pub user_id: SystemTime,
    pub c1: Option<u8>,
    pub c2: i16,
}
