// Types that the Rust types can carry.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbColumn, YdbTable};

type Moment = Option<SystemTime>;

#[derive(YdbColumn)]
#[ydb(type = "Date")]
struct Day(SystemTime);

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(type = "Datetime")]
    at: Moment,
    day: Day,
    #[ydb(type = "JsonDocument")]
    tags: String,
    #[ydb(type = "Decimal(22,9)")]
    amount: Decimal<22, 9>,
}

fn main() {}
