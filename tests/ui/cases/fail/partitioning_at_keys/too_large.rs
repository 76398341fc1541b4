// A split point beyond the range of its column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys(100, 300)))]
struct User {
    #[ydb(dispersed)]
    id: u8,
}

fn main() {}
