// Other names of types.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(type = "Text")]
    a: String,
    #[ydb(type = "Bytes")]
    b: Vec<u8>,
    #[ydb(type = "Serial")]
    c: i32,
    #[ydb(type = "VARCHAR")]
    d: String,
}

fn main() {}
