// For the leading column it cannot be allowed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
#[ydb(allow(nullable_key, reason = "old rows have no id"))]
struct Order {
    #[ydb(dispersed)]
    order_id: Option<u64>,
}

fn main() {}
