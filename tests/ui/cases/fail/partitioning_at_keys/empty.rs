// No split points, and one without values.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys()))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys((), 10)))]
struct Empty {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
