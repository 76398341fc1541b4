// Split points of the hash column and the column after it.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name_hash = xxh3(name), name))]
#[ydb(partitioning(at_keys(10, (10, "m"))))]
struct User {
    name: String,
}

fn main() {}
