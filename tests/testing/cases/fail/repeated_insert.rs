// Inserts that are to be repeated, though they are not idempotent.
mod inserts {
    use ydb_keys::{Result, YdbTable, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        Order { order_id: 1 }.insert().exec(&client).idempotent(true).await?;
        Order::insert_many(&[Order { order_id: 2 }]).exec(&client).idempotent(true).await
    }
}

fn main() {}
