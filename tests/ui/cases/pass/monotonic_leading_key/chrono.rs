// chrono's date and time after a hash.

use chrono::{DateTime, NaiveDate, Utc};
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id_hash = xxh3(id), id, day, at))]
struct Event {
    id: String,
    day: NaiveDate,
    at: DateTime<Utc>,
}

fn main() {}
