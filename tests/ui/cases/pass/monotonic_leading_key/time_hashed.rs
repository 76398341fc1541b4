// A time is the whole key, after its hash.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at_hash = numeric_hash(at), at))]
struct Event {
    at: SystemTime,
}

fn main() {}
