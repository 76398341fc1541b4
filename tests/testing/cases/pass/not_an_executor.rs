// Each executor, and a function that runs on all of them.
mod references {
    use std::sync::Arc;

    use ydb_keys::{Executor, Result, YdbTable, transact, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: i64,
    }

    async fn generic(mut db: impl Executor) -> Result<Option<Order>> {
        Order::update(1).amount(2).exec(&mut db).await?;
        Order::get(1).fetch(db).await
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        let mut q = client.query_client();
        Order::get(1).fetch(&client).await?;
        Order::get(1).fetch(&mut q).await?;
        generic(&mut q).await?;
        transact(&client, async |tx| {
            generic(&tx).await?;
            Order::get(1).fetch(&tx).await
        })
        .await?;
        let retried = q
            .retry_tx(ydb::closure!([], async |tx: &mut ydb::Transaction| {
                generic(&mut *tx).await?;
                Ok(Order { order_id: 1, amount: 2 }.upsert().exec(tx).await?)
            }))
            .await;
        assert!(retried.is_ok());
        generic(&Arc::new(client)).await.map(drop)
    }
}

// What runs only outside of transactions, on each client.
mod clients {
    use std::sync::Arc;

    use ydb_keys::{Result, YdbTable, transact, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        let mut q = client.query_client();
        transact(&client, async |tx| Order::get(1).fetch(&tx).await).await?;
        transact(&mut q, async |tx| Order::get(1).fetch(&tx).await).await?;
        Order::bulk_upsert(&[]).exec(&client).await?;
        Order::bulk_upsert(&[]).exec(&client.table_client()).await?;
        Order::read_rows([1]).fetch(&client).await?;
        let shared = Arc::new(client);
        transact(&shared, async |tx| Order::get(1).fetch(&tx).await).await?;
        Order::bulk_upsert(&[]).exec(&shared).await
    }
}

fn main() {}
