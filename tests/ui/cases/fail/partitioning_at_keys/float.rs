// A float and a number with a suffix.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys(1.5, 10u64)))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    name: String,
}

fn main() {}
