//! Models with time to live, bloom filter, read replicas, and `IF NOT EXISTS`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// Declares a model for each type of the TTL column.
macro_rules! ttl {
    ($($model:ident $($ty:literal)?, $rust:ty: ($($ttl:tt)*);)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(id))]
        #[ydb(ttl($($ttl)*))]
        struct $model {
            id: Uuid,
            $(#[ydb(type = $ty)])?
            made: $rust,
        }
    )*};
}

ttl! {
    TtlTimestamp, SystemTime: (column = made, after = "P30D");
    TtlNullable, Option<SystemTime>: (column = made, after = "PT0S");
    TtlDate "Date", SystemTime: (column = made, after = "P1W");
    TtlDatetime "Datetime", SystemTime: (column = made, after = "PT12H");
    TtlDate32 "Date32", SystemTime: (column = made, after = "P1D");
    TtlDatetime64 "Datetime64", SystemTime: (column = made, after = "P1DT2H3M4S");
    TtlTimestamp64 "Timestamp64", SystemTime: (column = made, after = "PT1M");
    TtlSeconds, u32: (column = made, after = "P1D", unit = seconds);
    TtlMilliseconds, u64: (column = made, after = "P1D", unit = milliseconds);
    TtlMicroseconds, Option<u64>: (column = made, after = "P1D", unit = microseconds);
    TtlNanoseconds "DyNumber", String: (unit = nanoseconds, after = "P1D", column = made);
}

/// Model with all settings of a row table in WITH.
#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(id), id))]
#[ydb(partitioning(by_size = 100, by_load, min = 8, max = 80, uniform = 8))]
#[ydb(bloom_filter, read_replicas = "PER_AZ:1")]
#[ydb(ttl(column = made, after = "P7D"))]
struct AllSettings {
    id: Uuid,
    #[ydb(rename = "made-at")]
    made: SystemTime,
}

#[derive(YdbTable)]
#[ydb(table = "cache", primary_key(id))]
#[ydb(read_replicas = "ANY_AZ:3")]
struct Cache {
    id: Uuid,
}

#[test]
fn goldens() {
    golden!(TtlTimestamp, TtlNullable, TtlDate, TtlDatetime, TtlDate32, TtlDatetime64, TtlTimestamp64);
    golden!(TtlSeconds, TtlMilliseconds, TtlMicroseconds, TtlNanoseconds, AllSettings, Cache);
}

#[test]
fn if_not_exists_stands_in_front_of_the_name() {
    let ddl = Cache::TABLE.create_table();
    let guarded = ddl.to_string().replace("CREATE TABLE `", "CREATE TABLE IF NOT EXISTS `");
    assert_eq!(ddl.if_not_exists().to_string(), guarded);
    insta::assert_snapshot!("if_not_exists", ddl.if_not_exists());
}
