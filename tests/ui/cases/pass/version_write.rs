// Writes of single rows with a version, inserts of many, and writes of many rows where `version` is an ordinary column.
mod single {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(version)]
        version: i64,
        amount: i64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Plain {
        order_id: u64,
        version: i64,
    }

    pub fn run() {
        let rows: Vec<Order> = Vec::new();
        let _ = Order::insert_many(&rows);
        let _ = rows.first().map(|row| (row.upsert().statement(), row.replace().statement(), row.insert().statement()));
        let _ = Order::update(1).amount(2).statement();
        let rows: Vec<Plain> = Vec::new();
        let _ = (Plain::upsert_many(&rows), Plain::bulk_upsert(&rows), Plain::update(1).version(2));
    }
}

fn main() {
    single::run();
}
