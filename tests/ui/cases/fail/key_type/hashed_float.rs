// A float that is hashed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(value), value))]
struct Thing {
    value: f64,
}

fn main() {}
