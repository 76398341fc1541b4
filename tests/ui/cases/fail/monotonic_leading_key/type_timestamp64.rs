// A time stored as Timestamp64 leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    #[ydb(type = "Timestamp64")]
    at: SystemTime,
    id: String,
}

fn main() {}
