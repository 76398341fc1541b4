// A time stored as Datetime leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    #[ydb(type = "Datetime")]
    at: SystemTime,
    id: String,
}

fn main() {}
