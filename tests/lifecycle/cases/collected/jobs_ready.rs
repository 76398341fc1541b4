//! The table `jobs/ready`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `jobs/ready`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "jobs/ready")]
#[ydb(primary_key(bucket, due_at, account_id, outbox_id))]
#[ydb(partitioning(by_load))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `bucket` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Ready {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub bucket: u32,
    pub due_at: Option<SystemTime>,
    pub account_id: Option<String>,
    pub outbox_id: Option<String>,
    pub job_id: Option<String>,
    pub try_id: Option<String>,
}
