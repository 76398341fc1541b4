//! The table `jobs/slots`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `jobs/slots`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "jobs/slots")]
#[ydb(primary_key(account_id, link_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `jobs/slots` WHERE `account_id` IS NULL OR `link_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = 512, by_load, max = 256))]
pub struct Slots {
    pub account_id: String,
    pub link_id: String,
    pub phase: Option<String>,
    pub job_id: Option<String>,
    pub booking_id: Option<String>,
    pub held_until: Option<SystemTime>,
    pub changed_at: Option<SystemTime>,
}
