//! The table `dashboards/grants`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `dashboards/grants`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dashboards/grants")]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_load))]
#[ydb(family(default, compression = "off"))]
#[ydb(index(IDX_grants_tenant_id, on(tenant_id), async))]
#[ydb(index(IDX_grants_person_id, on(person_id), async))]
#[ydb(index(
    UQE_grants_tenant_id_person_id_grant_id_origin_uid,
    on(tenant_id, person_id, grant_id, origin_uid),
    unique
))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct Grants {
    #[ydb(serial)]
    pub id: i64,
    pub tenant_id: Option<i64>,
    pub person_id: Option<i64>,
    pub grant_id: Option<i64>,
    #[ydb(type = "Datetime64")]
    pub made: Option<SystemTime>,
    pub origin_uid: Option<String>,
}
