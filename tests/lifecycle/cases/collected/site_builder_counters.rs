//! The table `site_builder/counters`.

use ydb_keys::YdbTable;

/// A row of the table `site_builder/counters`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "site_builder/counters")]
#[ydb(primary_key(person_id, day, kind))]
pub struct Counters {
    pub person_id: String,
    pub day: String,
    pub kind: String,
    pub used: u64,
}
