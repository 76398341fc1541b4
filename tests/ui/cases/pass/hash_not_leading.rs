use ydb_keys::YdbTable;

// Buckets of several columns, first in the key and in an index.
#[allow(dead_code)]
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(receipt, shop) % 16, shop, receipt))]
    #[ydb(index(by_time, on(time_shard = xxh3(receipt) % 16, at)))]
    struct Sale {
        shop: String,
        receipt: u64,
        at: u64,
    }
}

// A hash in front.
mod leading {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), customer, order_id))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

fn main() {}
