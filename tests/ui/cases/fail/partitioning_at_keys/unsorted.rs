// Split points out of order.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, name))]
#[ydb(partitioning(at_keys(10, 5)))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
