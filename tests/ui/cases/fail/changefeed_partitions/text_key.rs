// A key that YDB cannot share out over partitions.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer))]
#[ydb(changefeed(feed, mode = updates, min_partitions = 4))]
struct Order {
    customer: String,
    amount: Option<u64>,
}

fn main() {}
