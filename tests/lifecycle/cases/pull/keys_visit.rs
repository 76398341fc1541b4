use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `visits`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "visits")]
// `visit_hash` was xxh3(site, device) in the only sampled row.
#[ydb(primary_key(visit_hash = xxh3(site, device), device, site, at))]
pub struct Visits {
    pub site: String,
    pub device: u32,
    pub at: SystemTime,
    pub pages: Option<u32>,
}
