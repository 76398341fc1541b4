// A reference without a lifetime: the compiler reports that in the struct, and the derive the type, once each.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Thing {
    name: String,
    text: &str,
    other: Option<&str>,
}

fn main() {}
