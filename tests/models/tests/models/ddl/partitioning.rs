//! Models with `partitioning(...)` of row tables: by size, by load, bounds, first partitions.

use std::time::SystemTime;

use ydb_keys::YdbTable;

macro_rules! models {
    ($($model:ident($($setting:tt)*);)*) => {$(
        #[derive(YdbTable)]
        #[ydb(primary_key(hash = xxh3(id), id))]
        #[ydb(partitioning($($setting)*))]
        struct $model {
            id: String,
        }
    )*};
}

models! {
    Nothing();
    BySize(by_size);
    BySizeMegabytes(by_size = 512);
    BySizeOff(by_size = off, by_load);
    ByLoad(by_load);
    Bounds(min = 4, max = 200);
    Uniform(uniform = 16);
    UniformAndMin(uniform = 16, min = 4, by_load, by_size = 1);
    AtHashes(at_keys(4611686018427387904, (9223372036854775808), 13835058055282163712));
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(id), id), partitioning(by_load = off, by_size))]
#[ydb(allow(partitioning_by_load, reason = "written by one nightly job, a partition at a time"))]
struct ByLoadOff {
    id: String,
}

/// Model with several `partitioning(...)`, which add up.
#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_load))]
#[ydb(partitioning(max = 40), partitioning(at_keys(10, 1_000, 0xFFFF_FFFF)))]
struct AtNumbers {
    #[ydb(dispersed)]
    id: u32,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(partitioning(at_keys("", "a\"b\\c", "it's", "z", "й")))]
struct AtTexts {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(partitioning(at_keys(("g"), ("t"))))]
struct AtBytes {
    name: Vec<u8>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, name, active, at))]
#[ydb(partitioning(at_keys(10, (10, "m"), (10, "m", false), (10, "m", true), (10, "z"), (18446744073709551615, ""))))]
struct AtPrefixes {
    #[ydb(dispersed)]
    id: u64,
    name: String,
    active: bool,
    at: SystemTime,
}

/// Model with a signed key, which can be cut in its non-negative range only.
#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys(0, 9223372036854775807)))]
struct AtSigned {
    #[ydb(dispersed)]
    id: i64,
}

#[test]
fn goldens() {
    golden!(Nothing, BySize, BySizeMegabytes, BySizeOff, ByLoad, ByLoadOff, Bounds, Uniform, UniformAndMin, AtHashes);
    golden!(AtNumbers, AtTexts, AtBytes, AtPrefixes, AtSigned);
}
