use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `journal`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "journal")]
#[ydb(primary_key(at, id))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct Journal {
    pub at: SystemTime,
    pub id: Uuid,
    pub scan: Vec<u8>,
}
