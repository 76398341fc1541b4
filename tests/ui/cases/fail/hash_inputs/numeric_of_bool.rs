// A hash of a number over a bool, after a number.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(paid), order_id, paid))]
#[ydb(allow(low_cardinality_leading_key, reason = "a few rows"))]
struct Order {
    order_id: u64,
    paid: bool,
}

fn main() {}
