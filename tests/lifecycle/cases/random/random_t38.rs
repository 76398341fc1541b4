//! The table `random/t38`.

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t38`:
// - Settings of the index `BY_KIND`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.
// - The index `BY_KIND` on (key) cover (c6), sync: the table is already sorted by these columns;
//   `apply` leaves it alone.

/// A row of the table `random/t38`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t38")]
#[ydb(primary_key(key, limit_value, at))]
#[ydb(index("type", on(c5), unique))]
pub struct T38 {
    pub key: Vec<u8>,
    #[ydb(rename = "limit")]
    pub limit_value: u16,
    pub at: Vec<u8>,
    // Its default is '{}', which a model cannot declare.
    #[ydb(type = "Json")]
    pub c3: Option<String>,
    #[ydb(rename = "by-kind", type = "Yson")]
    pub by_kind: Option<Vec<u8>>,
    pub c5: Option<i16>,
    #[ydb(default = "raw")]
    pub c6: Option<Vec<u8>>,
}
