// chrono's date leads, as an alias.

use chrono::NaiveDate;
use ydb_keys::YdbTable;

type Day = NaiveDate;

#[derive(YdbTable)]
#[ydb(primary_key(day, id))]
struct Event {
    day: Day,
    id: String,
}

fn main() {}
