// A hash over a nullable column, which is allowed in the key.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(order_id, line), order_id, line))]
#[ydb(allow(nullable_key, reason = "old rows have no line"))]
struct Order {
    order_id: u64,
    line: Option<u32>,
}

fn main() {}
