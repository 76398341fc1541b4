use ydb_keys::YdbTable;

// Names of changefeeds, some of which are not Rust identifiers.
#[allow(dead_code)]
mod names {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer)))]
    #[ydb(changefeed(feed, mode = updates))]
    #[ydb(changefeed("to-search", mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// All modes.
#[allow(dead_code)]
mod modes {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = keys_only), changefeed(b, mode = updates))]
    #[ydb(changefeed(c, mode = new_image), changefeed(d, mode = old_image))]
    #[ydb(changefeed(e, mode = new_and_old_images))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// Both formats, each with what it may have.
#[allow(dead_code)]
mod formats {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, format = json, virtual_timestamps, barriers = "PT1S"))]
    #[ydb(changefeed(debezium, mode = new_image, format = debezium_json, initial_scan, user_sids))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// The shortest and the longest.
#[allow(dead_code)]
mod intervals {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates, retention = "PT1S"), changefeed(b, mode = updates, retention = "P31D"))]
    #[ydb(changefeed(c, mode = updates, barriers = "PT1S"))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

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

// As many changefeeds as a table can have.
#[allow(dead_code)]
mod five {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates), changefeed(b, mode = updates), changefeed(c, mode = updates))]
    #[ydb(changefeed(d, mode = updates), changefeed(e, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A changefeed of a row table.
#[allow(dead_code)]
mod row_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(store = row)]
    #[ydb(changefeed(feed, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
