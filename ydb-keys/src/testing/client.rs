//! Clients of the databases of tests.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use ydb::{Client, ClientBuilder, RetrySettings};

use super::error::StartError;
use crate::sdk::connect::idle::Idle;

/// A client of an embedded engine, which needs no credentials, whatever the environment has for a real one.
pub(super) async fn embedded(connection: &str) -> Result<Client, StartError> {
    let refused = |error| StartError::Ydb { what: "cannot connect to the embedded engine".to_owned(), error };
    let builder = ClientBuilder::new_from_connection_string(connection).map_err(refused)?;
    let building: BoxFuture<'_, _> = Box::pin(builder.with_executor(Arc::new(Idle)).build());
    building.await.map_err(refused)
}

/// Another client over the same sessions and connections.
pub(super) fn clone(client: &Client) -> Client {
    client.clone_with_retry_settings(RetrySettings::with_default_backoff())
}
