// Split points of the wrong type.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, name))]
#[ydb(partitioning(at_keys("ten", (20, 5), (30, true))))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
