// A key column of a type that is not a key type (float).

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, value))]
struct Thing {
    id: String,
    value: f32,
}

fn main() {}
