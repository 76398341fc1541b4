// Two fields that get one name from `rename_all`.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
#[ydb(rename_all = "lowercase")]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
    user_id: Option<u64>,
    userid: Option<u64>,
}

fn main() {}
