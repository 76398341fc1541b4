use ydb_keys::YdbTable;

// A bulk upsert to a table below a directory, with several indexes.
mod several {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    #[ydb(index("by-number", on(number), unique))]
    #[ydb(index(r#type, on(number, customer_id), async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::in_directory("a").bulk_upsert(&[]);
    }
}

// A bulk upsert to a table with a sync index.
mod sync {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::bulk_upsert(&[]);
    }
}

// A bulk upsert to a table with a unique index.
mod unique {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), unique))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::bulk_upsert(&[]);
    }
}

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
