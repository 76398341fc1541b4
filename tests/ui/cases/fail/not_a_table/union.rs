// A union as a table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
union Order {
    a: u64,
    b: i64,
}

fn main() {}
