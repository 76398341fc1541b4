// Settings on columns and stores that they do not fit, behind aliases too.

use std::time::SystemTime;

use ydb_keys::YdbTable;

type Signed = i64;
type Maybe<T> = Option<T>;

#[derive(YdbTable)]
#[ydb(primary_key(name), ttl(column = at, after = "P1D", unit = seconds))]
struct TtlSigned {
    name: String,
    at: Maybe<Signed>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), ttl(column = at, after = "P1D", unit = minutes))]
struct TtlMinutes {
    name: String,
    at: u32,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(name), name), ttl(column = h, after = "P1D", unit = seconds))]
struct TtlOfTheHash {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), ttl(column = skipped, after = "P1D"))]
struct TtlOfSkipped {
    name: String,
    #[ydb(skip)]
    skipped: Option<SystemTime>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), ttl())]
struct TtlOfNothing {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(name), name), index(by_hash, on(h)), index(by_other, on(other), cover(h, name, other)))]
struct IndexOfTheHash {
    name: String,
    other: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), index(by_tags, on(tags)), index(by_skipped, on(skipped)), index())]
#[ydb(index(on(other)), index(none), index(empty, on()), index(both, on(other), async, unique, sync))]
struct Indexes {
    name: String,
    other: u64,
    #[ydb(json)]
    tags: Option<Vec<String>>,
    #[ydb(skip)]
    skipped: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(a, b), index(whole, on(a, b)), index(start, on(a)), index(start_covers, on(a), cover(c)))]
struct IndexOnTheKey {
    a: String,
    b: u64,
    c: u64,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(name), index(by_size, on(size)), bloom_filter, read_replicas = "PER_AZ:1")]
#[ydb(partitioning(by_load, uniform = 4, at_keys("a"), max = 5, by_size = off), family(f, data = "ssd"))]
struct RowSettings {
    name: String,
    #[ydb(default = 1)]
    size: i32,
    #[ydb(serial)]
    number: i64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), partition_by_hash(name), partitioning(nodes = 3))]
struct ColumnSettings {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(number, name))]
struct SerialFirst {
    #[ydb(serial)]
    number: Signed,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(number), number))]
struct HashOfSerial {
    #[ydb(serial)]
    number: Signed,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Serials {
    name: String,
    #[ydb(serial)]
    a: Maybe<Signed>,
    #[ydb(serial)]
    b: i8,
    #[ydb(serial, default = 1)]
    c: i16,
    #[ydb(serial, dispersed)]
    d: i32,
    #[ydb(skip, serial, rename = "x", default = 1)]
    e: i32,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(allow(hot_index, reason = "no index"), allow(large_row, reason = ""), allow(nullable_key), allow(column_type, reason = "a"))]
#[ydb(allow(r#large_key, reason = "raw"), allow(large_key, reason = "again"), allow(reason = "none"), allow())]
struct Allowances {
    name: String,
}

fn main() {}
