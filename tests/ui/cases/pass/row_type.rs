// Types other than the model's that can hold what the table keeps.
mod carried {
    use std::time::SystemTime;

    use ydb_keys::{YdbColumn, YdbRow, YdbTable};

    #[derive(YdbColumn)]
    enum Status {
        New,
    }

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        status: Status,
        #[ydb(type = "Datetime")]
        at: SystemTime,
        #[ydb(json)]
        tags: Vec<String>,
        #[ydb(type = "Json")]
        note: Option<String>,
    }

    #[derive(YdbColumn)]
    struct OrderId(u64);

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        order_id: OrderId,
        status: String,
        at: Option<SystemTime>,
        tags: serde_json::Value,
        #[ydb(json)]
        note: Option<Vec<u64>>,
    }

    pub fn run() {
        let part = |part: Part| (part.order_id.0, part.status, part.at, part.tags, part.note);
        let _ = (part, Status::New);
    }
}

fn main() {
    carried::run();
}
