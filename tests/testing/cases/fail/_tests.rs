// A type that is not a model, and a text, among the models of a test.
mod model {
    use ydb_keys::ydb;

    struct Order;

    #[ydb_keys::test(Order)]
    async fn not_a_table(_client: ydb::Client) {}
}

fn main() {}
