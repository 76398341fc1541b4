//! The table `random/t27`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t27`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.

/// A row of the table `random/t27`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t27")]
// TODO: the table has no rows that would show whether `c0` is a hash of the columns after it. If it
// is, write `primary_key(c0 = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(c0, r#type))]
#[ydb(partitioning(by_load, at_keys((10), (100), (1000))))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(changefeed(at, mode = new_and_old_images, format = debezium_json))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T27 {
    pub c0: u64,
    pub r#type: Vec<u8>,
    #[ydb(type = "Date")]
    pub c2: SystemTime,
    #[ydb(type = "Json")]
    pub c3: String,
    #[ydb(type = "Yson")]
    pub c4: Option<Vec<u8>>,
    #[ydb(rename = "BY_KIND")]
    pub by_kind: i16,
    pub scan: Uuid,
    pub kind: f64,
}
