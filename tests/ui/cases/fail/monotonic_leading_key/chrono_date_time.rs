// chrono's time leads.

use chrono::{DateTime, Utc};
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
