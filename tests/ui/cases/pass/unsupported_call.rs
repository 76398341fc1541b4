use ydb_keys::YdbTable;

// BulkUpsert keeps asynchronous indexes.
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

    pub fn run() {
        let _ = Order::bulk_upsert(&[]);
        let _ = Order::in_directory("a").bulk_upsert(&[]);
    }
}

// BulkUpsert of a column table.
mod column_store {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(user_id), store = column)]
    struct Click {
        user_id: String,
        campaign_id: u64,
    }

    pub fn run() {
        let _ = Click::bulk_upsert(&[]);
    }
}

// ReadRows of a row table without an index.
mod row_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(user_id))]
    struct Click {
        user_id: String,
        campaign_id: u64,
    }

    pub fn run() {
        let _ = Click::read_rows(["a".to_owned()]);
        let _ = Click::in_directory("a").read_rows(["a".to_owned()]);
    }
}

fn main() {
    an_async_index::run();
    column_store::run();
    row_table::run();
}
