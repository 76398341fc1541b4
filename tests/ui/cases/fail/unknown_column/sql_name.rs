// A key column by its name in the database.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    #[ydb(rename = "id", dispersed)]
    order_id: u64,
}

fn main() {}
