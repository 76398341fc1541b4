//! The table `random/t17`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t17`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t17")]
#[ydb(primary_key(c0))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t17` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(ttl(column = c2, after = "P1DT2H3M4S"))]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
pub struct T17 {
    pub c0: Vec<u8>,
    #[ydb(rename = "a-b", type = "JsonDocument")]
    pub a_b: String,
    #[ydb(type = "Timestamp64")]
    pub c2: SystemTime,
}
