// Loaders of tables that YDB's BulkUpsert refuses, or whose rows have a version.
mod loader {
    use ydb_keys::YdbTable;
    use ydb_keys_bulk::{Bulk, BulkAt, Connection};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(page_hash = numeric_hash(page_id), page_id))]
    struct Page {
        page_id: u64,
        #[ydb(version)]
        version: u64,
    }

    fn loads(connection: &Connection) {
        let _ = Order::loader(connection);
        let _ = Order::in_directory("a").loader(connection);
        let _ = Page::loader(connection);
    }
}

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

// What is not a read, or not in a mode of YDB's.
mod stale {
    use ydb_keys::{Result, YdbTable, query, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<i64>,
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) -> Result<()> {
        Order { order_id: 1, amount: None }.insert().exec(&client).stale().await?;
        Order::update(1).amount(Some(2)).exec(&client).stale().await?;
        Order::scan().order_id(1).delete().exec(&client).stale().await?;
        Order::read_rows([1]).fetch(&client).stale().await?;
        query("SELECT 1").fetch::<i32>(&client).stale().await?;
        Ok(())
    }
}

fn main() {}
