//! Finds out which statements a server supports, without changing anything.
//!
//! `Version()` is not used: it returns the text of the build, which need not name a release. Instead, a statement is
//! sent: the parser of a release that lacks it rejects it.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};
use ydb_keys::__internal::status::{GENERIC_ERROR, UNSUPPORTED, has_status};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::path::TablePath;

/// Whether the server does not support the statement: its parser rejected it, or the feature is switched off.
pub(super) fn is_unknown_statement(error: &YdbError) -> bool {
    has_status(error, &[GENERIC_ERROR, UNSUPPORTED])
}

/// Whether the server supports ALTER SEQUENCE, as YDB does from 25.1 (ydb #12413). The statement was added after the
/// renaming of tables with sequences had been fixed (#9709, #9731, #10388), so a server that has it can rename such
/// tables too. UNVERIFIED: that 25.1 is the first release with it, and that IF EXISTS succeeds if nothing is at the
/// path.
pub(super) fn knows_alter_sequence(client: &Client) -> BoxFuture<'_, YdbResult<bool>> {
    Box::pin(async move {
        let path = TablePath::new(&client.database(), "__ydb_keys_none/_serial_column_none").absolute();
        let text = format!("ALTER SEQUENCE IF EXISTS {}\nRESTART WITH 1", Name(&path));
        match client.query_client().exec(text).idempotent(true).await {
            Ok(()) => Ok(true),
            Err(error) if is_unknown_statement(&error) => Ok(false),
            Err(error) => Err(error),
        }
    })
}
