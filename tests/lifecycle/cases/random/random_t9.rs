//! The table `random/t9`.

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t9`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.

/// A row of the table `random/t9`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t9")]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_size = 500, by_load))]
#[ydb(changefeed(at, mode = new_image, retention = "P1DT12H"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T9 {
    pub id: i64,
}
