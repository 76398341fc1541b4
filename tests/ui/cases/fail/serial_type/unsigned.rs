// A sequence of unsigned integers.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, number))]
struct Order {
    customer: String,
    #[ydb(serial)]
    number: u64,
}

fn main() {}
