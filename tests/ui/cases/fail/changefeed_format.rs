use ydb_keys::YdbTable;

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
mod unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, format = avro))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
