use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `all_settings`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "all_settings")]
// TODO: the table has no rows that would show whether `hash` is a hash of the columns after it. If
// it is, write `primary_key(hash = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(hash, id))]
#[ydb(partitioning(by_size = 100, by_load, max = 80, uniform = 8))]
#[ydb(ttl(column = made_at, after = "P7D"))]
#[ydb(bloom_filter)]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct AllSettings {
    pub hash: u64,
    pub id: Uuid,
    #[ydb(rename = "made-at")]
    pub made_at: SystemTime,
}
