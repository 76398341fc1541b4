// Settings that a column table has not.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(order_id))]
#[ydb(bloom_filter)]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(family(default, data = "ssd"))]
struct Order {
    order_id: u64,
}

fn main() {}
