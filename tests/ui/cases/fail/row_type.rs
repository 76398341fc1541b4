// Rows read columns into types that cannot hold them: a number, an alias, a newtype, an enum, JSON, the hash.
mod other {
    use std::time::SystemTime;

    use ydb_keys::{YdbColumn, YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        status: String,
        #[ydb(type = "Datetime")]
        at: SystemTime,
        note: Option<String>,
    }

    type Id = u32;

    #[derive(YdbColumn)]
    struct Number(i64);

    #[derive(YdbColumn)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 1,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        order_id: Id,
        status: Status,
        at: Option<Number>,
        note: Option<Vec<u8>>,
        #[ydb(json)]
        customer_id: Vec<u64>,
        order_hash: i64,
    }
}

fn main() {}
