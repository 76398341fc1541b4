// An index that starts with an 8-bit integer.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name), index(by_kind, on(kind, name)))]
struct Thing {
    name: String,
    kind: u8,
}

fn main() {}
