// A negative split point.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys(-5, 5)))]
struct User {
    #[ydb(dispersed)]
    id: i64,
}

fn main() {}
