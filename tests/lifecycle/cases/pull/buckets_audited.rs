use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `audit/log`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "audit/log")]
#[ydb(primary_key(part, at, tenant, id))]
#[ydb(partitioning(by_load, at_keys((1), (2))))]
#[ydb(ttl(column = at, after = "P30D"))]
#[ydb(bloom_filter)]
#[ydb(family(cold, data = "hdd", compression = "lz4"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `part` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Log {
    pub part: u32,
    pub at: SystemTime,
    pub tenant: String,
    pub id: i64,
    #[ydb(family = "cold")]
    pub body: Vec<u8>,
}
