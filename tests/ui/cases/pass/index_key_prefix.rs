// An index on the key columns in another order, and one on the column after a hash.
mod other_order {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    #[ydb(index(by_order, on(order_id, customer)))]
    struct Order {
        customer: String,
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = xxh3(user_id), user_id))]
    #[ydb(index(by_user, on(user_id)))]
    struct User {
        user_id: u64,
    }
}

fn main() {}
