// An enum stored as a number leads, not an undeclared integer.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(as = "Uint8")]
enum Status {
    New = 1,
    Paid = 2,
}

#[derive(YdbTable)]
#[ydb(primary_key(status, order_id))]
struct Order {
    status: Status,
    order_id: u64,
}

fn main() {}
