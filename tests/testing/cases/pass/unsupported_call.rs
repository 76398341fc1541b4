// A loader of a table with an async index, in a function that is generic over its models.
mod loader {
    use ydb_keys::YdbTable;
    use ydb_keys_bulk::{Bulk, BulkAt, Connection, LoadError, LoadReport};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }

    async fn loads(connection: &Connection, rows: Vec<Order>) -> Result<LoadReport, Box<dyn std::error::Error + Send + Sync>> {
        let mut loader = Order::in_directory("a").loader(connection).in_flight(4);
        for row in rows {
            match loader.push(row).await {
                Err(LoadError::Rejected(rejected)) => eprintln!("{}: {}", rejected.row.order_id, rejected.source),
                pushed => pushed?,
            }
        }
        Ok(loader.finish().await?)
    }

    fn spawned(connection: Connection, rows: Vec<Order>) -> impl Future<Output = bool> + Send {
        async move { Order::loader(&connection).load(rows).await.is_ok() && loads(&connection, Vec::new()).await.is_ok() }
    }

    pub fn run() {
        let _ = spawned;
    }
}

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

// Reads in the mode, and a query of one's own, whose mode is given.
mod stale {
    use ydb_keys::{Executor, Result, YdbTable, query, ydb};

    #[derive(YdbTable, Clone)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    async fn some(mut db: impl Executor) -> Result<Vec<Order>> {
        Order::get(1).fetch(&mut db).stale().await?;
        Order::get_many([1, 2]).fetch(db).idempotent(false).stale().await
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        some(&client).await?;
        let stale = || ydb::TxMode::StaleReadOnly;
        let _: Vec<i32> = query("SELECT 1").fetch(&client).with_tx_mode(stale()).await?;
        let mut rows = Order::scan().full_scan().stream(&client).stale().batch(7);
        rows.try_next().await.map(drop)
    }
}

fn main() {
    loader::run();
}
