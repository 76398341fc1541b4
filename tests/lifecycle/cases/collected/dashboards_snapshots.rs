//! The table `dashboards/snapshots`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `dashboards/snapshots`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dashboards/snapshots")]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_load))]
#[ydb(family(default, compression = "off"))]
#[ydb(index(IDX_snapshots_person_id, on(person_id), async))]
#[ydb(index(UQE_snapshots_erase_key, on(erase_key), unique))]
#[ydb(index(UQE_snapshots_key, on(key), unique))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct Snapshots {
    #[ydb(serial)]
    pub id: i64,
    pub title: Option<String>,
    pub key: Option<String>,
    pub erase_key: Option<String>,
    pub tenant_id: Option<i64>,
    pub person_id: Option<i64>,
    pub outside: Option<bool>,
    pub outside_url: Option<String>,
    pub body: Option<String>,
    #[ydb(type = "Datetime64")]
    pub expires: Option<SystemTime>,
    #[ydb(type = "Datetime64")]
    pub made: Option<SystemTime>,
    #[ydb(type = "Datetime64")]
    pub changed: Option<SystemTime>,
}
