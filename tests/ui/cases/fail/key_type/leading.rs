// A float leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(value))]
struct Thing {
    value: f64,
}

fn main() {}
