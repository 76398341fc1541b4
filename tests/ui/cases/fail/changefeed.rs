use ydb_keys::YdbTable;

// A changefeed called like an index.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer)))]
    #[ydb(changefeed(by_customer, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A changefeed without a name.
mod missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// Two changefeeds of one name.
mod twice {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates))]
    #[ydb(changefeed("feed", mode = keys_only))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A changefeed without a mode.
mod mode_missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A mode that YDB does not have.
mod unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = update))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// What YDB refuses together with Debezium's format.
mod debezium {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, format = debezium_json, virtual_timestamps, barriers = "PT1S"))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// The format of document tables.
mod dynamodb {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, format = dynamodb_streams_json))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A format that YDB does not have.
mod format_unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, format = avro))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// Barriers more often than every second, and not at whole seconds.
mod barriers {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates, barriers = "PT0.5S"), changefeed(b, mode = updates, barriers = "PT1.5S"))]
    #[ydb(changefeed(c, mode = updates, barriers = "1s"))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// Times that YDB does not keep records for.
mod retention {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates, retention = "12h"), changefeed(b, mode = updates, retention = "P32D"))]
    #[ydb(changefeed(c, mode = updates, retention = "PT0S"))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

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

// One changefeed too many.
mod six {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates), changefeed(b, mode = updates), changefeed(c, mode = updates))]
    #[ydb(changefeed(d, mode = updates), changefeed(e, mode = updates), changefeed(f, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A changefeed of a column table.
mod feed {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer))]
    #[ydb(store = column)]
    #[ydb(changefeed(feed, mode = updates))]
    struct Order {
        customer: String,
        amount: Option<u64>,
    }
}

fn main() {}
