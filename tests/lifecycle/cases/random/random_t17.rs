//! The table `random/t17`.

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t17`:
// - Settings of the index `userId`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.
// - The index `userId` on (c0, c1), async: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `random/t17`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t17")]
// TODO: the table has no rows that would show whether `c0` is a hash of the columns after it. If it
// is, write `primary_key(c0 = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(c0, c1, c2))]
#[ydb(partitioning(max = 50))]
#[ydb(index(by_kind, on(c3)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T17 {
    pub c0: u64,
    pub c1: Vec<u8>,
    pub c2: Option<u32>,
    pub c3: Decimal<22, 9>,
}
