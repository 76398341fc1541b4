// A decimal type without its parameters, and another than the field.

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(type = "Decimal")]
    a: Decimal<22, 9>,
    #[ydb(type = "Decimal(10,2)")]
    b: Decimal<22, 9>,
}

fn main() {}
