// A struct with named fields.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: String,
}

fn main() {}
