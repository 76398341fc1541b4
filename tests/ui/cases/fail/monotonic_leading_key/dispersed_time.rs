// A time that is called spread.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
struct Event {
    #[ydb(dispersed)]
    at: SystemTime,
}

fn main() {}
