//! What a server knows, found out without changing anything.
//!
//! Not by `Version()`: its text is that of the build, which nobody promises to be a release. A statement that a release does not have is
//! refused by its parser.

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};

use crate::ddl::Name;
use crate::schema::path;
use crate::sdk::status::{GENERIC_ERROR, UNSUPPORTED, has_status};

/// Whether an error is the answer of a server that does not have the statement: the parser's, or that of a feature that is switched off.
pub(super) fn is_unknown_statement(error: &YdbError) -> bool {
    has_status(error, &[GENERIC_ERROR, UNSUPPORTED])
}

/// Whether the server knows ALTER SEQUENCE, as YDB does from 25.1 (ydb #12413). It came after the renaming of tables with sequences had been
/// mended (#9709, #9731, #10388), so a server that knows it can do that too. UNVERIFIED: that 25.1 is the first release with it, and that
/// IF EXISTS passes over a path where nothing is.
pub(super) fn knows_alter_sequence(client: &Client) -> BoxFuture<'_, YdbResult<bool>> {
    Box::pin(async move {
        let path = path::absolute(&client.database(), "__ydb_keys_none/_serial_column_none");
        let text = format!("ALTER SEQUENCE IF EXISTS {}\nRESTART WITH 1", Name(&path));
        match client.query_client().exec(text).idempotent(true).await {
            Ok(()) => Ok(true),
            Err(error) if is_unknown_statement(&error) => Ok(false),
            Err(error) => Err(error),
        }
    })
}
