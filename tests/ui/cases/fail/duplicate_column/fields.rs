// Two fields of one name in the database.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
    amount: Option<f64>,
    #[ydb(rename = "amount")]
    price: Option<f64>,
}

fn main() {}
