//! A client for a connection string, or a sentence on why there is none.

use std::time::Duration;

use futures_util::future::BoxFuture;
use ydb::{Client, ClientBuilder, YdbError};

use crate::error::Reason;

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    #[error("it is no connection string: {}", Reason(.0))]
    Text(YdbError),
    #[error("{}", Reason(.0))]
    Refused(YdbError),
    #[error("no answer within {} seconds", .0.as_secs())]
    Silence(Duration),
}

/// Connects, and asks one question: by itself the client waits for ever, for a database that is not there as for nodes whose
/// names it cannot resolve.
pub(crate) async fn connect(connection: &str, patience: Duration) -> Result<Client, ConnectError> {
    let builder = ClientBuilder::new_from_connection_string(connection).map_err(ConnectError::Text)?;
    let asked: BoxFuture<'_, Result<Client, YdbError>> = Box::pin(async move {
        let client = builder.build().await?;
        client.query_client().query_row("SELECT 1").idempotent(true).await?;
        Ok(client)
    });
    match tokio::time::timeout(patience, asked).await {
        Ok(client) => client.map_err(ConnectError::Refused),
        Err(_) => Err(ConnectError::Silence(patience)),
    }
}
