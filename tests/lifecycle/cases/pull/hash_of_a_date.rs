use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `visits`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "visits")]
// `hash` is computed as the table's layout attribute says.
#[ydb(primary_key(hash = xxh3(day), day, user))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows of a day have the same hash, or one of a few"
))]
pub struct Visits {
    #[ydb(type = "Date")]
    pub day: SystemTime,
    pub user: u64,
}
