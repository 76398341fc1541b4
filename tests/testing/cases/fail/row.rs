// Rows of a query that are read into a type that is not a row: a struct without a derive, alone and in a tuple, a row in a tuple,
// and a list of columns.
mod of_a_query {
    use ydb_keys::{Result, YdbRow, query, ydb};

    struct Total {
        total: i64,
    }

    #[derive(YdbRow)]
    struct Row {
        id: u64,
    }

    async fn orders(client: &ydb::Client) -> Result<()> {
        let _: Vec<Total> = query("SELECT 1l AS total").fetch(client).await?;
        query("SELECT 1l, 'a'u").fetch::<(Total, String)>(client).await?;
        query("SELECT 1ul AS id, 'a'u").first::<(Row, String)>(client).await?;
        query("SELECT 1ul AS id").fetch_one::<Vec<u64>>(client).await?;
        Ok(())
    }
}

fn main() {}
