//! The table `video/members`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/members`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/members")]
#[ydb(primary_key(member_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `video/members` WHERE `member_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(person_idx, on(person_id)))]
#[ydb(index(firm_idx, on(firm_id)))]
#[ydb(index(person_firm_idx, on(person_id, firm_id)))]
pub struct Members {
    pub member_id: Vec<u8>,
    pub person_id: Option<Vec<u8>>,
    pub firm_id: Option<Vec<u8>>,
    pub kind: Option<Vec<u8>>,
    pub state: Option<Vec<u8>>,
    pub made_at: Option<SystemTime>,
    pub changed_at: Option<SystemTime>,
}
