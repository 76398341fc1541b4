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

// What runs only outside of transactions, inside of one, and on what is not a client at all.
mod transactions {
    use ydb_keys::{Result, YdbTable, transact, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        transact(&client, async |tx| {
            transact(&tx, async |inner| Order::get(1).fetch(&inner).await).await?;
            Order::TABLE.create_table().exec(&tx).await?;
            Order::scan().order_id(1).batch_delete().exec(&tx).await?;
            Order::bulk_upsert(&[]).exec(&tx).await?;
            Order::read_rows([1]).fetch(&tx).await
        })
        .await?;
        transact(client.query_client(), async |tx| Order::get(1).fetch(&tx).await).await?;
        Order::bulk_upsert(&[]).exec(&client.query_client()).await?;
        transact("grpc://localhost:2136/local", async |tx| Order::get(1).fetch(&tx).await).await.map(drop)
    }
}

fn main() {}
