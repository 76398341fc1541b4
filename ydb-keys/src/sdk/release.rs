//! Asks a server which release it is.

use std::time::Duration;

use ydb::{QueryClient, YdbResult};

use super::value::from_sdk;
use ydb_keys_core::schema::release::Release;
use ydb_keys_core::types::Value;

/// The release of a server; `None` if it does not name one.
///
/// The node that runs the query answers, and nodes differ while a cluster is updated. The result is also `None` if the
/// server does not have `Version()`, is not built from a release, or rejects the query.
pub async fn release(client: &mut QueryClient, timeout: Option<Duration>) -> Option<Release> {
    Release::of(&version(client, timeout).await.ok()??)
}

/// The text of `Version()`, see YDB's reference of builtin functions.
async fn version(client: &mut QueryClient, timeout: Option<Duration>) -> YdbResult<Option<String>> {
    let mut asked = client.query_row("SELECT Version() AS version").idempotent(true);
    if let Some(timeout) = timeout {
        asked = asked.timeout(timeout);
    }
    let mut row = asked.await?;
    Ok(match from_sdk(row.remove_field_by_name("version")?) {
        Ok(Value::String(bytes)) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Ok(Value::Utf8(text)) => Some(text.into_owned()),
        _ => None,
    })
}
