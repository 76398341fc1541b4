use ydb_keys::YdbTable;

// Columns that cannot be the version of a row.
mod places {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Key {
        #[ydb(version)]
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Two {
        order_id: u64,
        #[ydb(version)]
        version: u64,
        #[ydb(version)]
        revision: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Filled {
        order_id: u64,
        #[ydb(version, default = 1)]
        version: u64,
    }

    #[derive(YdbTable)]
    #[ydb(store = column, primary_key(order_id))]
    struct Columns {
        order_id: u64,
        #[ydb(version)]
        version: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Document {
        order_id: u64,
        #[ydb(version, json)]
        version: u64,
    }
}

// Versions that are not 32 or 64-bit integers, or may be NULL.
mod types {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(version)]
        version: Option<i64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Small {
        order_id: u64,
        #[ydb(version)]
        version: u8,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Text {
        order_id: u64,
        #[ydb(version)]
        version: String,
    }
}

// Writes of many rows that would not look at the version.
mod many {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(version)]
        version: i64,
        amount: i64,
    }

    fn run() {
        let rows: Vec<Order> = Vec::new();
        let _ = Order::upsert_many(&rows);
        let _ = Order::replace_many(&rows);
        let _ = Order::update_many(&rows);
        let _ = Order::bulk_upsert(&rows);
        let _ = Order::in_directory("there").upsert_many(&rows);
        let _ = Order::update(1).version(2);
        let _ = Order::scan().full_scan().batch_update();
    }
}

fn main() {}
