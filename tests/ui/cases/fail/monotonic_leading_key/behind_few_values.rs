// A time leads, with a bool, another time and an option after it: the cure hashes none of them.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, paid, day, shop, id))]
#[ydb(allow(nullable_key, reason = "old rows have no shop"))]
struct Event {
    at: SystemTime,
    paid: bool,
    day: SystemTime,
    shop: Option<u64>,
    id: String,
}

fn main() {}
