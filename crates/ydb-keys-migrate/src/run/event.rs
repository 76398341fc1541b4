//! The events that are reported while a plan runs.

use std::fmt;
use std::time::Duration;

use crate::diff::Step;

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
