// The same split point twice.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, name))]
#[ydb(partitioning(at_keys((10, "b"), (10, "b"))))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
