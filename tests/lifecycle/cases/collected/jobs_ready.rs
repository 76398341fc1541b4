//! The table `jobs/ready`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `jobs/ready`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "jobs/ready")]
#[ydb(primary_key(bucket, due_at, account_id, outbox_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `jobs/ready` WHERE `bucket` IS NULL OR `due_at` IS NULL OR `account_id` IS NULL OR
// `outbox_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_load))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `bucket` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Ready {
    pub bucket: u32,
    pub due_at: SystemTime,
    pub account_id: String,
    pub outbox_id: String,
    pub job_id: Option<String>,
    pub try_id: Option<String>,
}
