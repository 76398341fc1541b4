//! The release of the server as its `Version()` names it: a hint for the text of a plan, and what a change of a key needs.
//! Where a statement matters, `release.rs` tests the server instead.

use futures_util::future::BoxFuture;
use ydb::Client;
use ydb_keys::__internal::release as ask;

use crate::live::Release;

/// The release of the server; `None` if it does not name one.
pub fn release(client: &Client) -> BoxFuture<'_, Option<Release>> {
    Box::pin(async move { ask(&mut client.query_client(), None).await })
}
