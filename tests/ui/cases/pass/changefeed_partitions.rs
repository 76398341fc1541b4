use ydb_keys::YdbTable;

// A bucket leads, and the topic begins with as many partitions as the table.
#[allow(dead_code)]
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, id))]
    #[ydb(changefeed(feed, mode = new_image))]
    struct Event {
        id: u64,
    }
}

// A hash, a Uint32, and a text with a single partition.
#[allow(dead_code)]
mod keys {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(customer), customer))]
    #[ydb(changefeed(feed, mode = updates, min_partitions = 4))]
    struct Hashed {
        customer: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id), changefeed(feed, mode = updates, min_partitions = 4))]
    struct Number {
        #[ydb(dispersed)]
        id: u32,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(customer), changefeed(feed, mode = updates, min_partitions = 1))]
    struct Text {
        customer: String,
    }
}

fn main() {}
