//! The table `site_builder/codes`.

use ydb_keys::YdbTable;

/// A row of the table `site_builder/codes`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "site_builder/codes")]
#[ydb(primary_key(phone))]
pub struct Codes {
    pub phone: String,
    pub code_hash: String,
    pub ends_at: String,
    pub tries: u32,
    pub made_at: String,
}
