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
