// chrono's time without a zone leads.

use chrono::NaiveDateTime;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    at: NaiveDateTime,
    id: String,
}

fn main() {}
