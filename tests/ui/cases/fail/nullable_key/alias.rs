// An optional column behind an alias.

use ydb_keys::YdbTable;

type Maybe = Option<u64>;

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id))]
struct Order {
    customer_id: String,
    order_id: Maybe,
}

fn main() {}
