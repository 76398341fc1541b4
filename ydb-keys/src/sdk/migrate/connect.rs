//! A client for a connection string, or a sentence on why there is none.

use std::error::Error as _;
use std::time::Duration;

use futures_util::future::BoxFuture;
use ydb::{Client, ClientBuilder, YdbError};

use crate::error::Reason;

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    #[error("it is no connection string: {0}")]
    Text(String),
    #[error("{}", told(.0))]
    Refused(YdbError),
    #[error("no answer within {} seconds", .0.as_secs())]
    Silence(Duration),
}

/// Connects, and asks one question: by itself the client waits for ever, for a database that is not there as for nodes whose
/// names it cannot resolve.
pub(crate) async fn connect(connection: &str, patience: Duration) -> Result<Client, ConnectError> {
    check(connection).map_err(|what| ConnectError::Text(what.to_owned()))?;
    let builder = ClientBuilder::new_from_connection_string(connection)
        .map_err(|error| ConnectError::Text(Reason(&error).to_string()))?;
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

/// What the client takes for granted: it panics where a host or a port is missing.
fn check(connection: &str) -> Result<(), &'static str> {
    let address = match connection.split_once("://") {
        Some(("grpc" | "grpcs", address)) => address,
        _ => return Err("it begins with neither `grpc://` nor `grpcs://`"),
    };
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    let Some((host, port)) = address[..end].rsplit_once(':') else { return Err("the port is missing") };
    match port.parse::<u16>() {
        Err(_) => Err("the port is missing, or is none"),
        Ok(_) if host.is_empty() || host.ends_with('@') => Err("the host is missing"),
        Ok(_) => Ok(()),
    }
}

/// The client's sentence, with the reason below it.
fn told(error: &YdbError) -> String {
    let mut text = Reason(error).to_string();
    let mut cause = match error {
        YdbError::TransportDial(error) => error.source(),
        _ => None,
    };
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn what_the_client_would_panic_at_is_told() {
        for right in ["grpc://localhost:2136/local", "grpcs://[::1]:2135/root?x=y", "grpc://me:secret@ydb:1/l"] {
            assert_eq!(check(right), Ok(()), "{right}");
        }
        for wrong in
            ["", "localhost:2136/local", "http://ydb:1/local", "grpc:///local", "grpc://ydb/local", "grpc://ydb:/l"]
        {
            assert!(check(wrong).is_err(), "{wrong}");
        }
        assert_eq!(check("grpc://:2136/local"), Err("the host is missing"));
    }
}
