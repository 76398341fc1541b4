//! The table `site_builder/people`.

use ydb_keys::YdbTable;

/// A row of the table `site_builder/people`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "site_builder/people")]
#[ydb(primary_key(id))]
#[ydb(index(mail_idx, on(mail), unique))]
pub struct People {
    pub id: String,
    pub mail: String,
    pub secret_hash: String,
    pub made_at: String,
}
