// A field whose type is not a column.

use ydb_keys::YdbTable;

struct Point {
    x: f64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    place: Point,
}

fn main() {}
