// A serial after a column whose values are spread.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id))]
struct Order {
    #[ydb(serial)]
    order_id: i64,
    #[ydb(dispersed)]
    customer_id: u64,
}

fn main() {}
