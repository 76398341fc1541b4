// A newtype over a newtype over a time leads.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Moment(SystemTime);

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Created {
    at: Moment,
}

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    at: Created,
    id: String,
}

fn main() {}
