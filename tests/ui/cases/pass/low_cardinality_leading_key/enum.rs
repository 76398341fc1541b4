// An enum after a column with many values.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(primary_key(customer, status))]
struct Order {
    status: Status,
    customer: String,
}

fn main() {}
