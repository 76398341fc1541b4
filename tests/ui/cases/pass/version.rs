// Versions of a newtype and of a signed type.
mod types {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbColumn)]
    struct Revision(u32);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(version)]
        version: Revision,
        amount: i64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Signed {
        order_id: u64,
        #[ydb(version, rename = "v")]
        r#type: i64,
    }

    pub fn run() {
        let _ = Order::update(1).amount(2).when(Order::COLUMNS.version.eq(Revision(3))).statement();
        let _ = Signed { order_id: 1, r#type: 0 }.upsert().statement();
    }
}

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
    types::run();
    single::run();
}
