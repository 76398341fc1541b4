// Numbers of settings that are none, too large, or expressions.

use ydb_keys::YdbTable;

const N: u32 = 4;

#[derive(YdbTable)]
#[ydb(primary_key(name), partitioning(min = N))]
struct Constant {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), partitioning(min = 1 + 1))]
struct Sum {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), partitioning(min = -1, max = 4_294_967_296, by_size = 1.5, by_load = on))]
struct Range {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(name), name), partitioning(uniform = 35_001))]
struct TooMany {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(name), name), partitioning(uniform = 0, min = 0, max = 0, by_size = 0))]
struct Zero {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), partitioning(min = "4"))]
struct Text {
    name: String,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(name), partitioning(nodes = 0))]
struct Nodes {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), read_replicas = "PER_AZ:-1")]
struct Replicas {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(name), read_replicas = "PER_AZ:4294967296")]
struct TooManyReplicas {
    name: String,
}

fn main() {}
