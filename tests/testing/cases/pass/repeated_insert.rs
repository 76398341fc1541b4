// Writes that may be repeated, and an insert that is done once.
mod writes {
    use ydb_keys::{Result, YdbTable, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        Order { order_id: 1 }.insert().exec(&client).await?;
        Order { order_id: 1 }.upsert().exec(&client).idempotent(true).await?;
        Order::upsert_many(&[Order { order_id: 2 }]).exec(&client).idempotent(true).await
    }
}

fn main() {}
