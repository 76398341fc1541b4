use ydb_keys::YdbTable;

// A hash after another column.
mod behind {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_hash = xxh3(order_id), order_id))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// Buckets after another column, in a key and in an index, and a second bucket.
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, shard = xxh3(receipt) % 16, receipt))]
    struct InTheKey {
        shop: String,
        receipt: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, receipt))]
    #[ydb(index(by_time, on(at, shard = xxh3(receipt) % 16)))]
    struct InTheIndex {
        shop: String,
        receipt: u64,
        at: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(receipt) % 16, part = xxh3(shop) % 4, shop, receipt))]
    struct Two {
        shop: String,
        receipt: u64,
    }
}

// Two hashes.
mod two {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(a_hash = xxh3(a), b_hash = xxh3(b), a, b))]
    struct Order {
        a: u64,
        b: u64,
    }
}

fn main() {}
