//! The table `random/t38`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t38`:
// - The family `hot` with CACHE_MODE = "in_memory".
// - The index `a-b` on (c0), sync: the table is already sorted by these columns; `apply` leaves it
//   alone.

/// A row of the table `random/t38`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t38")]
#[ydb(primary_key(c0, scan, a_b))]
#[ydb(partitioning(by_size = 500))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T38 {
    pub c0: Vec<u8>,
    pub scan: Option<String>,
    #[ydb(rename = "a-b", type = "Datetime64")]
    pub a_b: SystemTime,
}
