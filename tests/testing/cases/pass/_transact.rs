// Closures whose error nothing but `transact` tells, and those with an error of the application.
mod errors {
    use ydb_keys::{Transact, YdbTable, transact, ydb};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    enum Refusal {
        Taken,
        Database(ydb_keys::Error),
    }

    impl From<ydb_keys::Error> for Refusal {
        fn from(error: ydb_keys::Error) -> Self {
            Refusal::Database(error)
        }
    }

    async fn boxed(client: &ydb::Client) -> Result<u32, Box<dyn std::error::Error>> {
        transact(client, async |tx| {
            Order { order_id: 1 }.insert().exec(&tx).await?;
            Ok(())
        })
        .await?;
        let attempts = transact(client, async |tx| Ok(tx.attempt())).await?;
        Ok(attempts)
    }

    async fn own(client: &ydb::Client) -> Result<(), Refusal> {
        Transact::with_error(client, async |tx| {
            if Order::exists(1).fetch(&tx).await? {
                return Err(Refusal::Taken);
            }
            Order { order_id: 1 }.insert().exec(&tx).await?;
            Ok(())
        })
        .idempotent(false)
        .await
    }

    async fn annotated(client: &ydb::Client) -> Result<(), Box<dyn std::error::Error>> {
        let placed = Transact::with_error(client, async |tx| -> Result<_, Refusal> {
            Order { order_id: 1 }.insert().exec(&tx).await?;
            Ok(())
        });
        match placed.await {
            Err(Refusal::Database(error)) => Err(error.into()),
            Ok(()) | Err(Refusal::Taken) => Ok(()),
        }
    }

    #[ydb_keys::test(Order)]
    async fn orders(client: ydb::Client) {
        assert!(boxed(&client).await.is_ok());
        assert!(matches!(own(&client).await, Err(Refusal::Taken)));
        assert!(annotated(&client).await.is_err());
    }
}

fn main() {}
