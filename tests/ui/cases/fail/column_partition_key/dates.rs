// A partition key of a date and a time behind an alias.

use std::time::SystemTime;

use ydb_keys::YdbTable;

type Moment = SystemTime;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(day, at, id))]
#[ydb(partition_by_hash(day, at))]
struct Event {
    #[ydb(type = "Date")]
    day: Moment,
    at: Moment,
    id: u64,
}

fn main() {}
