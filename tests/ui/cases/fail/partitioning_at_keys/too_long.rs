// A split point of more values than the key has.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys((10, "b"))))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
