// A struct that is not a model.

use ydb_keys::YdbTable;

struct Order {
    order_id: u64,
}

fn main() {
    let _ = <Order as YdbTable>::TABLE;
}
