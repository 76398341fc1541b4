// A type that the Rust type behind an alias cannot carry.

use ydb_keys::YdbTable;

type Amount = Option<u64>;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(type = "Int64")]
    amount: Amount,
}

fn main() {}
