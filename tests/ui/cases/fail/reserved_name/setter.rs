// A column called like a method of the update.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Account {
    name: String,
    statement: Option<String>,
}

fn main() {}
