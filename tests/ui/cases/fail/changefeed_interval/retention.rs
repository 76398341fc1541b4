// Times that YDB does not keep records for.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(a, mode = updates, retention = "12h"), changefeed(b, mode = updates, retention = "P32D"))]
#[ydb(changefeed(c, mode = updates, retention = "PT0S"))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
