// Two hashes.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(a_hash = xxh3(a), b_hash = xxh3(b), a, b))]
struct Order {
    a: u64,
    b: u64,
}

fn main() {}
