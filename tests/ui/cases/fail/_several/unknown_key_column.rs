// With a key that is not known whole, nothing is said of what depends on it.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order, line))]
#[ydb(partitioning(uniform = 4))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
#[ydb(index(by_line, on(line)))]
struct Order {
    order_id: u64,
    line: Option<u64>,
    #[ydb(default = "x")]
    amount: u64,
}

fn main() {}
