// Sorted split points, some of them prefixes.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, name))]
#[ydb(partitioning(at_keys(5, 10, (10, "a"), (10, "b"), 20)))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
