// A key column whose enum derives YdbColumn only.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(primary_key(customer, status))]
struct Order {
    customer: String,
    status: Status,
}

fn main() {}
