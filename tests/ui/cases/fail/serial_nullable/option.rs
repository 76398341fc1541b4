// A sequence that may be NULL.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, number))]
struct Order {
    customer: String,
    number: u64,
    #[ydb(serial)]
    receipt: Option<i64>,
}

fn main() {}
