// An enum leads.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(primary_key(status, order_id))]
struct Order {
    status: Status,
    order_id: u64,
}

fn main() {}
