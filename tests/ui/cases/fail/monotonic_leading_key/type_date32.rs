// A time stored as Date32 leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    #[ydb(type = "Date32")]
    at: SystemTime,
    id: String,
}

fn main() {}
