//! The table `accounts/tokens`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `accounts/tokens`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts/tokens")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = ends_at, after = "P30D"))]
#[ydb(index(idx_person_id, on(person_id)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct Tokens {
    #[ydb(serial)]
    pub id: i64,
    pub person_id: String,
    #[ydb(type = "Datetime")]
    pub made_at: SystemTime,
    #[ydb(type = "Datetime")]
    pub ends_at: SystemTime,
}
