use ydb_keys::YdbTable;

// A bucket leads: equal parts of its type's range have no bucket but the first.
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, id))]
    #[ydb(changefeed(feed, mode = new_image, min_partitions = 4))]
    struct Event {
        id: u64,
    }
}

// A key that YDB cannot share out over partitions.
mod text_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer))]
    #[ydb(changefeed(feed, mode = updates, min_partitions = 4))]
    struct Order {
        customer: String,
        amount: Option<u64>,
    }
}

// A topic without partitions.
mod zero {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, min_partitions = 0))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
