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
        let _ = Order::below("there").upsert_many(&rows);
        let _ = Order::update(1).version(2);
    }
}

fn main() {}
