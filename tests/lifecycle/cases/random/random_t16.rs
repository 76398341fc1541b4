//! The table `random/t16`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t16`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.

/// A row of the table `random/t16`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t16")]
#[ydb(primary_key(by_kind, c1, c2))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t16` WHERE `BY_KIND` IS NULL OR `c2` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(changefeed(at, mode = new_and_old_images, format = debezium_json))]
#[ydb(index(user_id, on(by_kind, c1, user_id), unique))]
pub struct T16 {
    #[ydb(rename = "BY_KIND")]
    pub by_kind: Vec<u8>,
    pub c1: String,
    #[ydb(type = "Datetime64")]
    pub c2: SystemTime,
    #[ydb(rename = "userId")]
    pub user_id: Option<Vec<u8>>,
}
