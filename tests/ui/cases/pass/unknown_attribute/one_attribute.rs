// All words in one attribute, with a comma at the end.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_id,), store = row,)]
struct Order {
    #[ydb(rename = "id", dispersed,)]
    order_id: u64,
}

fn main() {}
