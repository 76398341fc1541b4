// Names that YDB takes.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d")]
#[ydb(primary_key(ydb__hash = numeric_hash(order_id), order_id))]
#[ydb(index("by-customer", on(customer_id)))]
struct Order {
    order_id: u64,
    #[ydb(rename = "customer-id")]
    customer_id: u64,
    #[ydb(rename = "2nd")]
    a: Option<u64>,
    #[ydb(rename = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
    c: Option<u64>,
    #[ydb(rename = "customer")]
    покупатель: Option<u64>,
}

fn main() {}
