// An index that starts with an optional enum.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_status, on(status)))]
struct Order {
    order_id: u64,
    status: Option<Status>,
}

fn main() {}
