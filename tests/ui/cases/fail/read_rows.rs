use ydb_keys::YdbTable;

// ReadRows of a table with an index, be it asynchronous.
mod an_async_index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::read_rows([1]);
    }
}

// ReadRows of a column table.
mod column_store {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(user_id), store = column)]
    struct Click {
        user_id: String,
        campaign_id: u64,
    }

    fn run() {
        let _ = Click::read_rows(["a".to_owned()]);
    }
}

fn main() {}
