// A time stored as Date leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    #[ydb(type = "Date")]
    at: SystemTime,
    id: String,
}

fn main() {}
