//! The table `accounts/people`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `accounts/people`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts/people")]
#[ydb(primary_key(id))]
#[ydb(index(idx_mail_uniq, on(mail), unique))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct People {
    #[ydb(serial)]
    pub id: i64,
    pub title: String,
    pub secret: String,
    pub mail: String,
    pub r#type: Vec<u8>,
    #[ydb(type = "Datetime")]
    pub made_at: SystemTime,
    #[ydb(type = "Datetime")]
    pub proved_at: Option<SystemTime>,
}
