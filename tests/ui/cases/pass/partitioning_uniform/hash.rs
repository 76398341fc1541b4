// A hash leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name_hash = xxh3(name), name))]
#[ydb(partitioning(uniform = 4))]
struct User {
    name: String,
}

fn main() {}
