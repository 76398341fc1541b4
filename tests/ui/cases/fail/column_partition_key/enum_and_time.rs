// A partition key of an enum and a time.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id, status, at))]
#[ydb(partition_by_hash(status, at))]
struct Event {
    id: u64,
    status: Status,
    at: SystemTime,
}

fn main() {}
