// A hash of a number over a text.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name_hash = numeric_hash(name), name))]
struct User {
    name: String,
}

fn main() {}
