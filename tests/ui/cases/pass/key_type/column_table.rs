// Types that can be in the key of a column table.

use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id, text, at, length, price))]
struct Thing {
    id: u64,
    text: String,
    at: SystemTime,
    #[ydb(type = "Interval64")]
    length: Duration,
    price: Decimal<22, 9>,
    value: f64,
}

fn main() {}
