// Rows of a query that are structs, tuples and single values, and a function over any row.
mod of_a_query {
    use ydb_keys::{Result, YdbColumn, YdbRow, YdbTable, query, ydb};

    #[derive(YdbColumn)]
    struct Id(u64);

    #[derive(YdbRow)]
    struct Row {
        id: Id,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    async fn any<R: YdbRow + Send>(client: &ydb::Client) -> Result<Vec<R>> {
        query("SELECT 1ul AS id").fetch(client).await
    }

    pub async fn run(client: &ydb::Client) -> Result<()> {
        let rows: Vec<Row> = any(client).await?;
        let ids: Vec<u64> = rows.into_iter().map(|row| row.id.0).collect();
        let text: Option<(Id, Option<String>)> = query("SELECT 1ul, 'a'u").first(client).await?;
        let bytes: Vec<u8> = query("SELECT 'a'").fetch_one(client).await?;
        let order = query("SELECT 1ul AS order_id").fetch_one::<Order>(client).await?;
        let _ = (ids, text.map(|(id, text)| (id.0, text)), bytes, order.order_id);
        Ok(())
    }
}

fn main() {
    let _ = of_a_query::run;
}
