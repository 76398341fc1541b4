// An optional column after a hash of another, allowed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id, line))]
#[ydb(allow(nullable_key, reason = "old rows have no line"))]
struct Order {
    order_id: u64,
    line: Option<u32>,
}

fn main() {}
