// A newtype over a time that is called spread leads.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Moment(SystemTime);

#[derive(YdbTable)]
#[ydb(primary_key(at))]
struct Event {
    at: Moment,
}

fn main() {}
