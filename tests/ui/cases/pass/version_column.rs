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

fn main() {
    types::run();
}
