// Names that YDB refuses.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "/Root/orders")]
#[ydb(primary_key(__ydb_hash = numeric_hash(order_id), order_id))]
#[ydb(index("by customer", on(customer_id)))]
#[ydb(family("", data = "ssd"))]
struct Order {
    order_id: u64,
    #[ydb(rename = "customer.id")]
    customer_id: u64,
    #[ydb(rename = "")]
    a: Option<u64>,
    #[ydb(rename = "__ydb_b")]
    b: Option<u64>,
    #[ydb(rename = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")]
    c: Option<u64>,
    покупатель: Option<u64>,
}

fn main() {}
