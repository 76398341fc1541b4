// Mistakes in attributes and in types, all in one compile.

use std::time::SystemTime;

use ydb_keys::YdbTable;

type Maybe = Option<u64>;

#[derive(YdbTable)]
#[ydb(primary_key(timestamp, line))]
#[ydb(ttl(column = name, after = "30 days"))]
#[ydb(index(by_amount, on(amount)))]
#[ydb(family(cold, compression = "gzip"))]
#[ydb(bloom_filtr)]
struct Order {
    timestamp: SystemTime,
    line: Maybe,
    #[ydb(default = 1)]
    name: String,
    #[ydb(monotonic, dispersed)]
    amount: Option<f64>,
    #[ydb(famly = "cold")]
    note: Option<String>,
}

fn main() {}
