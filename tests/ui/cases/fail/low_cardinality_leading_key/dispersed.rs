// A bool that is called spread.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(paid, order_id))]
struct Order {
    #[ydb(dispersed)]
    paid: bool,
    order_id: u64,
}

fn main() {}
