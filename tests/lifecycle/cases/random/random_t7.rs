//! The table `random/t7`.

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t7`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - The index `ByKind` on (c0) cover (by-kind), sync: the table is already sorted by these columns;
//   `apply` leaves it alone.

/// A row of the table `random/t7`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t7")]
// TODO: the table has no rows that would show whether `c0` is a hash of the columns after it. If it
// is, write `primary_key(c0 = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(c0, c1, user_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t7` WHERE `c0` IS NULL OR `c1` IS NULL OR `userId` IS NULL` lists such
// rows.
#[ydb(key_not_null = false)]
#[ydb(family(hot, data = "ssd"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T7 {
    pub c0: u64,
    pub c1: i8,
    #[ydb(rename = "userId")]
    pub user_id: Vec<u8>,
    #[ydb(rename = "by-kind")]
    pub by_kind: Option<Decimal<22, 9>>,
}
