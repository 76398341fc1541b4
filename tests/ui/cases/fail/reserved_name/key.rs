// A key column called like a method of the scan.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name, limit))]
struct Quota {
    name: String,
    limit: u64,
}

fn main() {}
