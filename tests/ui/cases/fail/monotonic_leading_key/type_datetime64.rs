// A time stored as Datetime64 leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    #[ydb(type = "Datetime64")]
    at: SystemTime,
    id: String,
}

fn main() {}
