use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `readings`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "readings")]
// `hash` was int_hash64(at) in the only sampled row.
#[ydb(primary_key(hash = int_hash64(at), sensor, at))]
pub struct Readings {
    pub value: Option<f64>,
    pub at: SystemTime,
    pub sensor: Uuid,
}
