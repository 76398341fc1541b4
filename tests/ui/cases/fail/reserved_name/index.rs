// An indexed column called like a method of the scan.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name), index(by_limit, on(limit)))]
struct Quota {
    name: String,
    limit: u64,
}

fn main() {}
