// Words given twice, over several lines and attributes.

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(
    table = "a",
    primary_key(name),
)]
#[ydb(table = "a")]
struct OfTheStruct {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), store = row, store = row, bloom_filter, bloom_filter, key = A, key = B)]
struct Flags {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(partitioning(min = 1, by_load))]
#[ydb(partitioning(by_load = off))]
#[ydb(partitioning(min = 1))]
struct Partitioning {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), ttl(column = at, after = "P1D", after = "P2D", column = at))]
#[ydb(ttl(column = at, after = "P1D"))]
struct Ttl {
    name: String,
    at: std::time::SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), index(by_size, on(size), on(size), cover(), unique, unique, sync, as = C, as = D))]
struct Index {
    name: String,
    size: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Fields {
    #[ydb(rename = "a")]
    #[ydb(rename = "b")]
    name: String,
    #[ydb(skip, skip)]
    skipped: u64,
    #[ydb(default = 1, default = 1)]
    number: i32,
    #[ydb(type = "Datetime", type = "Datetime")]
    at: std::time::SystemTime,
}

#[derive(YdbColumn)]
#[ydb(dispersed)]
#[ydb(dispersed, type = "Utf8", type = "Utf8")]
#[allow(dead_code)]
struct Newtype(String);

#[derive(YdbColumn)]
#[ydb(as = "Uint8", as = "Uint8")]
#[allow(dead_code)]
enum Enum {
    #[ydb(rename = "a")]
    #[ydb(rename = "a")]
    A = 1,
}

#[derive(YdbRow)]
#[ydb(rename_all = "lowercase", rename_all = "lowercase")]
#[allow(dead_code)]
struct Row {
    #[ydb(json, json)]
    name: Option<String>,
}

fn main() {}
