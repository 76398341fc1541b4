// An option under the name of an integer.

use ydb_keys::YdbTable;

#[allow(non_camel_case_types)]
type u64 = Option<i64>;

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
struct Order {
    customer: String,
    order_id: u64,
}

fn main() {}
