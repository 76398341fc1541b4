//! Schema changes on a database: describing its tables and running a plan. Here: what a run reports, and what a server knows.

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

/// Reported while a plan runs, for a progress bar or a log. Paths are relative to the database.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are named in the sentences above them")]
pub enum Event<'a> {
    /// Step `number` of `of` begins. Steps are counted from 1, across all tables.
    StepBegins { table: &'a str, step: &'a Step, number: usize, of: usize },
    /// The step is done.
    StepDone { table: &'a str, step: &'a Step, number: usize, of: usize },
    /// The server is still building an index. Reported about once a second.
    IndexBuilds { table: &'a str, index: &'a str, since: Duration },
    /// The rows of a table are gone through to fill a computed column; `rows` of them so far.
    Fills { table: &'a str, column: &'a str, rows: u64 },
    /// A copy into a new table enters a phase.
    Phase { table: &'a str, phase: RekeyPhase },
    /// `rows` rows were copied or compared so far in this phase; the old table had `of` rows when the phase began.
    Rows { table: &'a str, phase: RekeyPhase, rows: u64, of: u64 },
    /// The name of the table is taken away now. Reads and writes fail until the new table has it: for about this long, as
    /// long as the comparison before took.
    Fence { table: &'a str, expected: Duration },
    /// A range differed from the old table and was copied again.
    Repaired { table: &'a str, rows: u64 },
}

/// The caller's function for events.
pub(crate) type OnEvent<'a> = dyn FnMut(Event<'_>) + Send + 'a;

/// The phases of a copy into a new table.
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
    /// Changes made to the old table until the swap are carried over: rows, numbers of its sequences, grants, attributes.
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

// Finds out which statements a server supports, without changing anything.
//
// `Version()` is not used: it returns the text of the build, which need not name a release. Instead, a statement is
// sent: the parser of a release that lacks it rejects it.

/// Returns `true` if the server does not support the statement: its parser rejected it, or the feature is switched off.
fn is_unknown_statement(error: &YdbError) -> bool {
    has_status(error, &[GENERIC_ERROR, UNSUPPORTED])
}

/// Returns `true` if the server supports ALTER SEQUENCE, as YDB does from 25.1 (ydb #12413). The statement was added
/// after the renaming of tables with sequences had been fixed (#9709, #9731, #10388), so a server that has it can
/// rename such tables too. UNVERIFIED: that 25.1 is the first release with it, and that IF EXISTS succeeds if nothing
/// is at the path.
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

// The release of the server as its `Version()` names it: a hint for the text of a plan, and what a change of a key needs.
// Where a statement matters, a statement of its own tests the server instead.

/// The release of the server; `None` if it does not name one.
pub fn release(client: &Client) -> BoxFuture<'_, Option<Release>> {
    Box::pin(async move { ask(&mut client.query_client(), None).await })
}
