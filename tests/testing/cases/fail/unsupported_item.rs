// Parameters that no test has.
mod parameters {
    use ydb_keys::testing::ydb_embedded::Server;
    use ydb_keys::{YdbTable, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[ydb_keys::test(Order)]
    async fn text(_client: ydb::Client, _name: String) {}

    #[ydb_keys::test(Order)]
    async fn query_client(_client: ydb::QueryClient) {}

    #[ydb_keys::test(Order)]
    async fn server_by_value(_client: ydb::Client, _server: Server) {}
}

fn main() {}
