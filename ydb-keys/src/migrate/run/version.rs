//! The release of the server, as its `Version()` names it: a hint for what a plan says. What must be known is found out in `release.rs`.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbResult};

use crate::migrate::live::Release;
use crate::sdk::value::from_sdk;
use crate::types::Value;

/// The release of the server; `None` where it does not name one.
///
/// The answer is that of the node that runs the query, and while a cluster is updated its nodes differ. A server that does not know
/// `Version()`, or is built from no release, answers with none, as does one that refuses the question.
pub(super) fn release(client: &Client) -> BoxFuture<'_, Option<Release>> {
    Box::pin(async move { Release::of(&version(client).await.ok()??) })
}

/// The text of `Version()`, which YDB's reference of builtin functions describes.
async fn version(client: &Client) -> YdbResult<Option<String>> {
    let mut row = client.query_client().query_row("SELECT Version() AS version").idempotent(true).await?;
    Ok(match from_sdk(row.remove_field_by_name("version")?) {
        Ok(Value::String(bytes)) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Ok(Value::Utf8(text)) => Some(text.into_owned()),
        _ => None,
    })
}
