//! The table `jobs/slots`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `jobs/slots`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "jobs/slots")]
#[ydb(primary_key(account_id, link_id))]
#[ydb(partitioning(by_size = 512, by_load, max = 256))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Slots {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub account_id: String,
    pub link_id: Option<String>,
    pub phase: Option<String>,
    pub job_id: Option<String>,
    pub booking_id: Option<String>,
    pub held_until: Option<SystemTime>,
    pub changed_at: Option<SystemTime>,
}
