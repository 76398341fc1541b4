use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `purchase`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "purchase")]
#[ydb(primary_key(id))]
#[ydb(index(by_customer, on(customer_id)))]
#[ydb(index(by_customer_time, on(customer_id, made)))]
#[ydb(index(by_shop, on(shop_code, customer_id), cover(amount, note), async))]
#[ydb(index("by-number", on(number), unique))]
#[ydb(index(by_number_and_shop, on(number, shop_code), cover(amount), unique))]
pub struct Purchase {
    pub id: Uuid,
    pub customer_id: u64,
    pub made: SystemTime,
    pub shop_code: Option<String>,
    pub number: String,
    pub amount: Option<f64>,
    pub note: Option<String>,
}
