//! Models with secondary indexes: sync, async, unique, over several columns, with covered columns.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(index(by_customer, on(customer_id)))]
#[ydb(index(by_customer_time, on(customer_id, made), sync))]
#[ydb(index(by_shop, on(shop, customer_id), cover(amount, note), async))]
#[ydb(index("by-number", on(number), unique))]
#[ydb(index(by_number_and_shop, unique, sync, cover(amount), on(number, shop)))]
struct Purchase {
    id: Uuid,
    customer_id: u64,
    made: SystemTime,
    #[ydb(rename = "shop_code")]
    shop: Option<String>,
    number: String,
    amount: Option<f64>,
    note: Option<String>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(index(by_time, on(made)))]
#[ydb(allow(hot_index, reason = "ten rows a minute"))]
struct HotIndex {
    id: Uuid,
    made: SystemTime,
}

#[test]
fn goldens() {
    golden!(Purchase, HotIndex);
}
