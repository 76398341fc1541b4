// A time leads, allowed.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(day))]
#[ydb(allow(monotonic_leading_key, reason = "one row a day"))]
struct Event {
    #[ydb(type = "Date")]
    day: SystemTime,
}

fn main() {}
