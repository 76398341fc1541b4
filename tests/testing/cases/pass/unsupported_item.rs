// Every parameter that a test can have.
mod parameters {
    use ydb_keys::testing::Database;
    use ydb_keys::testing::ydb_embedded::Server;
    use ydb_keys::{YdbTable, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[ydb_keys::test(Order)]
    async fn client(_client: ydb::Client) {}

    #[ydb_keys::test]
    async fn all(_client: &ydb::Client, _server: &Server, _database: &Database) {}
}

fn main() {}
