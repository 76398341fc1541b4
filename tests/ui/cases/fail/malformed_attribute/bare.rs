// An attribute without anything.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb]
#[ydb(primary_key(id))]
struct Order {
    id: String,
}

fn main() {}
