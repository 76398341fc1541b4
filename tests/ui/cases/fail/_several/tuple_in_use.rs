// A tuple struct as a model is used.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order(u64);

fn main() {
    let _ = Order::TABLE;
    let _ = Order(1).upsert();
}
