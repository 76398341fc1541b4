//! The table `risk/judgements`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `risk/judgements`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "risk/judgements")]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_load))]
#[ydb(index(idx_judgements_parent, on(parent_id, made_at)))]
#[ydb(index(idx_judgements_project, on(project_id, made_at)))]
#[ydb(index(idx_judgements_state, on(state, changed_at)))]
pub struct Judgements {
    pub id: String,
    pub parent_id: Option<String>,
    pub project_id: Option<String>,
    pub state: String,
    pub title: Option<String>,
    #[ydb(type = "JsonDocument")]
    pub attributes: Option<String>,
    #[ydb(type = "JsonDocument")]
    pub labels: Option<String>,
    pub secrecy: String,
    pub revision: u64,
    pub etag: String,
    pub made_at: SystemTime,
    pub changed_at: SystemTime,
    pub gone_at: Option<SystemTime>,
}
