// A closure of `transact` with an error of its own.
mod error {
    use ydb_keys::{YdbTable, transact, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = numeric_hash(user_id), user_id))]
    struct User {
        user_id: u64,
    }

    enum Refusal {
        TooMany,
        Database(ydb_keys::Error),
    }

    impl From<ydb_keys::Error> for Refusal {
        fn from(error: ydb_keys::Error) -> Self {
            Refusal::Database(error)
        }
    }

    async fn add(client: &ydb::Client) -> Result<(), Refusal> {
        transact(client, async |tx| {
            if User::scan().full_scan().count().fetch(&tx).await? > 10 {
                return Err(Refusal::TooMany);
            }
            User { user_id: 1 }.upsert().exec(&tx).await?;
            Ok(())
        })
        .await
    }
}

fn main() {}
