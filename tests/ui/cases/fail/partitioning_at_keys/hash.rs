// A text where the hash leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name_hash = xxh3(name), name))]
#[ydb(partitioning(at_keys("m")))]
struct User {
    name: String,
}

fn main() {}
