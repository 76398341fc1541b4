use ydb_keys::YdbTable;

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

fn main() {}
