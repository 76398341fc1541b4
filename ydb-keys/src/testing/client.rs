//! Clients of the databases of tests.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use ydb::{Client, ClientBuilder, RetrySettings, SessionPoolSettings};

use super::StartError;
use crate::sdk::Idle;

/// How long a test waits for a session. On a busy machine one may take longer than the half second of the default.
const SESSION: Duration = Duration::from_secs(60);

/// A client of an embedded engine, which needs no credentials, whatever the environment has for a real one.
pub(super) async fn embedded(connection: &str) -> Result<Client, StartError> {
    let refused = |error| StartError::Ydb { what: "cannot connect to the embedded engine".to_owned(), error };
    let builder = ClientBuilder::new_from_connection_string(connection).map_err(refused)?;
    let building: BoxFuture<'_, _> = Box::pin(builder.with_executor(Arc::new(Idle)).build());
    let sessions = SessionPoolSettings::default().with_session_create_timeout(SESSION);
    building.await.map_err(refused)?.with_session_pool(sessions).await.map_err(refused)
}

/// Another client over the same sessions and connections.
pub(super) fn clone(client: &Client) -> Client {
    client.clone_with_retry_settings(RetrySettings::with_default_backoff())
}
