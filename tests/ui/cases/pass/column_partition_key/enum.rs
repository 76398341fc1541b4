// A partition key of an enum and an id.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id, status))]
#[ydb(partition_by_hash(status, id))]
struct Event {
    id: u64,
    status: Status,
}

fn main() {}
