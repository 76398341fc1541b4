// The hash that is advised does not take the name of a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: u64,
    id_hash: u64,
}

fn main() {}
