// A split point beyond the range of its column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys(100, 70000)))]
struct User {
    #[ydb(dispersed)]
    id: u16,
}

fn main() {}
