//! The table `random/t23`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t23`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - The changefeed `at` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.

/// A row of the table `random/t23`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t23")]
#[ydb(primary_key(c0, key, c2))]
#[ydb(partitioning(min = 4))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T23 {
    pub c0: i16,
    pub key: Option<i8>,
    #[ydb(type = "Timestamp64")]
    pub c2: SystemTime,
    #[ydb(type = "Datetime64")]
    pub user_id: SystemTime,
}
