// A text leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
#[ydb(partitioning(uniform = 4))]
struct User {
    name: String,
}

fn main() {}
