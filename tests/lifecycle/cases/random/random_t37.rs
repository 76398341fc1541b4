//! The table `random/t37`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t37`:
// - Settings of the index `by_kind`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t37`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t37")]
#[ydb(primary_key(c0))]
#[ydb(partitioning(min = 4))]
#[ydb(ttl(column = c3, after = "P1DT2H3M4S"))]
#[ydb(bloom_filter)]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(changefeed(at, mode = updates))]
#[ydb(family(hot, compression = "off"))]
#[ydb(index(user_id, on(c1)))]
#[ydb(index(by_kind, on(c1, a_b), cover(scan)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T37 {
    pub c0: i32,
    pub c1: Option<i16>,
    pub scan: f32,
    #[ydb(type = "Date", family = "hot")]
    pub c3: Option<SystemTime>,
    // Its default is '{}', which a model cannot declare.
    #[ydb(type = "Json", family = "hot")]
    pub c4: String,
    #[ydb(
        rename = "a-b",
        default = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        family = "hot"
    )]
    pub a_b: Uuid,
}
