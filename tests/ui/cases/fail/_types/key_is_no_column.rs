// A key column whose type is not a column.

use ydb_keys::YdbTable;

struct Id(u64);

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: Id,
}

fn main() {}
