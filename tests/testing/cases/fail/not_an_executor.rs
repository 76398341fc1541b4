// A client and a transaction by value, references of the wrong kind, and what is neither.
mod values {
    use ydb_keys::{Executor, Result, YdbTable, transact, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: i64,
    }

    async fn generic(db: impl Executor) -> Result<Option<Order>> {
        Order::get(1).fetch(&db).await
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        let q = client.query_client();
        Order::get(1).fetch(&q).await?;
        Order::update(1).amount(2).exec("grpc://localhost:2136/local").await?;
        Order::scan().full_scan().count().fetch(()).await?;
        Order::get(1).fetch(q).await?;
        transact(&client, async |tx| Order::get(1).fetch(tx).await).await?;
        Order { order_id: 1, amount: 2 }.upsert().exec(client).await
    }
}

fn main() {}
