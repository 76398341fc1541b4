//! The release of the server as its `Version()` names it: a hint for the text of a plan. Where the answer matters,
//! `release.rs` tests the server instead.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbResult};
use ydb_keys::__internal::sdk::value::from_sdk;
use ydb_keys::Value;

use crate::live::Release;

/// The release of the server; `None` if it does not name one.
///
/// The node that runs the query answers, and nodes differ while a cluster is updated. The result is also `None` if the
/// server does not have `Version()`, is not built from a release, or rejects the query.
pub fn release(client: &Client) -> BoxFuture<'_, Option<Release>> {
    Box::pin(async move { Release::of(&version(client).await.ok()??) })
}

/// The text of `Version()`, see YDB's reference of builtin functions.
async fn version(client: &Client) -> YdbResult<Option<String>> {
    let mut row = client.query_client().query_row("SELECT Version() AS version").idempotent(true).await?;
    Ok(match from_sdk(row.remove_field_by_name("version")?) {
        Ok(Value::String(bytes)) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Ok(Value::Utf8(text)) => Some(text.into_owned()),
        _ => None,
    })
}
