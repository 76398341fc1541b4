//! Schema changes on a database: description of its tables, and execution of a plan. The events of a run and the
//! features of a server are here.

mod apply;
mod attempt;
mod describe;
mod error;
mod plan;
mod pull;
mod rekey;

use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};
use ydb_keys::__internal::release as ask;
use ydb_keys::__internal::status::{GENERIC_ERROR, UNSUPPORTED, has_status};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::path::TablePath;

use crate::diff::Step;
use crate::live::Release;
pub use apply::{Applied, ApplyOptions, apply};
pub use describe::describe;
pub use error::{Detail, MigrateError, MigrateErrorKind};
pub use plan::plan;
pub use pull::{leading_hash, pull};
pub use rekey::{
    Recorded, Rehearsed, RekeyOptions, RekeyReport, Remains, drop_new, drop_old, rehearse, rekey, remains, settle,
};

/// Event of a running plan, for a progress bar or a log. Paths are relative to the database.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are named in the sentences above them")]
pub enum Event<'a> {
    /// Step `number` of `of` begins. Steps are counted from 1, across all tables.
    StepBegins { table: &'a str, step: &'a Step, number: usize, of: usize },
    /// The step is done.
    StepDone { table: &'a str, step: &'a Step, number: usize, of: usize },
    /// The server is still building an index. Reported about once per second.
    IndexBuilds { table: &'a str, index: &'a str, since: Duration },
    /// A computed column is being filled; `rows` rows of the table were passed so far.
    Fills { table: &'a str, column: &'a str, rows: u64 },
    /// A copy into a new table enters a phase.
    Phase { table: &'a str, phase: RekeyPhase },
    /// `rows` rows were copied or compared so far in this phase; the old table had `of` rows when the phase began.
    Rows { table: &'a str, phase: RekeyPhase, rows: u64, of: u64 },
    /// The name of the table is taken away now. Reads and writes fail until the new table has the name. `expected` is
    /// the estimate for that time: the duration of the comparison before.
    Fence { table: &'a str, expected: Duration },
    /// A range differed from the old table and was copied again.
    Repaired { table: &'a str, rows: u64 },
}

/// Function of the caller that receives events.
pub(crate) type OnEvent<'a> = dyn FnMut(Event<'_>) + Send + 'a;

/// Phase of a copy into a new table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RekeyPhase {
    /// The new table is created.
    Create,
    /// Rows are copied.
    Copy,
    /// Counts and digests of both tables are compared.
    Verify,
    /// Both tables get their new names, in one transaction.
    Swap,
    /// Changes of the old table until the swap are carried over: rows, numbers of its sequences, grants, attributes.
    Settle,
    /// The old table is dropped.
    DropOld,
    /// The change is given up: the new table is dropped.
    DropNew,
}

impl fmt::Display for RekeyPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RekeyPhase::Create => "create",
            RekeyPhase::Copy => "copy",
            RekeyPhase::Verify => "verify",
            RekeyPhase::Swap => "swap",
            RekeyPhase::Settle => "settle",
            RekeyPhase::DropOld => "drop the old table",
            RekeyPhase::DropNew => "drop the unfinished copy",
        })
    }
}

// Tests for the statements that a server supports, without changing anything.
//
// `Version()` is not used: it returns the text of the build, which need not name a release. Instead, a statement is
// sent: the parser of a release that lacks it rejects it.

/// Returns `true` if the server does not support the statement: its parser rejected it, or the feature is switched off.
fn is_unknown_statement(error: &YdbError) -> bool {
    has_status(error, &[GENERIC_ERROR, UNSUPPORTED])
}

/// Returns `true` if the server supports ALTER SEQUENCE, as YDB does from 25.1 (ydb #12413). The statement was added
/// after the renaming of tables with sequences had been fixed (#9709, #9731, #10388); a server that has the statement
/// can therefore rename such tables, too. UNVERIFIED: that 25.1 is the first release with it, and that IF EXISTS
/// succeeds if nothing is at the path.
fn knows_alter_sequence(client: &Client) -> BoxFuture<'_, YdbResult<bool>> {
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

// Release of the server, from its `Version()`: a hint for the text of a plan, and a condition for a change of a key. If
// a certain statement matters, the server is tested with a statement instead.

/// Returns the release of the server; `None` if it does not report one.
pub fn release(client: &Client) -> BoxFuture<'_, Option<Release>> {
    Box::pin(async move { ask(&mut client.query_client(), None).await })
}
