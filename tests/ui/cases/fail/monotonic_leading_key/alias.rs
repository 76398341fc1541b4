// An alias of a time leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

type Moment = SystemTime;
type When = Moment;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    at: When,
    id: String,
}

fn main() {}
