//! Copies a table into a new one with another key: create, copy, verify, swap.

mod carry;
mod change;
mod end;
mod extra;
mod late;
mod look;
mod page;
mod rehearse;
mod run;
mod runner;
mod swap;

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ydb_keys::__internal::Phase;

pub use end::{drop_new, drop_old};
pub(super) use look::left_over;
pub use look::{Recorded, Remains, remains};
pub(super) use page::fill_column;
pub use rehearse::{Rehearsed, rehearse};
pub(super) use run::kept_of;
pub use run::{rekey, settle};

/// The number of rows of a page, unless the options say otherwise.
const BATCH_ROWS: u64 = 1000;

/// The options of a copy. They begin with what the writers of the table do meanwhile.
///
/// ```
/// use ydb_keys_migrate::RekeyOptions;
///
/// let options = RekeyOptions::dual_writers().batch_rows(500);
/// assert_eq!(options.batch_rows, 500);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RekeyOptions {
    /// The number of rows copied in one transaction; the default is 1000. A YDB transaction holds about 50 MB, so use a
    /// smaller number for large rows.
    pub batch_rows: u64,
    /// How often the tables are compared from beginning to end before the copy gives up, or with a
    /// [`fence`](Self::fence) before it takes the name away; the default is 5. One pass that finds nothing to repair is
    /// enough. More passes are needed if writers change only the old table.
    pub passes: u32,
    /// `true` if the new table may take the name of the old one even if it lacks its grants, owner or attributes; the
    /// default is `false`. Without them, users may lose access to the rows, or users who must not see the rows may gain
    /// it.
    pub allow_lost_rights: bool,
    /// `true` if columns that the model does not declare are dropped; the default is `false`, and the new table keeps
    /// them.
    pub destructive: bool,
    /// Who makes the change, as `ydb_keys/changes` and the error of a second runner say. The default is a
    /// number for each process. A runner with the same name goes on at once; any other one waits until the lease is over.
    pub runner: String,
    /// How long the change belongs to a runner that says nothing; the default is one minute. A runner that works renews
    /// its lease.
    pub lease: Duration,
    /// `true` if the name is taken away for the last pass.
    fence: bool,
    /// `true` if writers write both tables, so that the change can be taken back.
    dual: bool,
}

impl RekeyOptions {
    /// All writers use a `DualWriter`. They wait only while the names are swapped, for much less than a second. After the
    /// swap they go on writing the old table too, so that [`back`](Self::back) can swap the names again, until
    /// [`finish`](Self::finish).
    ///
    /// Take it if you can deploy the writers before the change and after it.
    pub fn dual_writers() -> Self {
        RekeyOptions {
            batch_rows: BATCH_ROWS,
            passes: 5,
            allow_lost_rights: false,
            destructive: false,
            runner: this_process(),
            lease: Duration::from_secs(60),
            fence: false,
            dual: true,
        }
    }

    /// The writers stay as they are. The name of the table is taken away for the last pass over it: all reads and writes
    /// fail during that time, and no write is lost.
    ///
    /// Take it if programs may fail for as long as one comparison takes, which
    /// [`Event::Fence`](crate::Event::Fence) reports before it begins.
    pub fn fence() -> Self {
        RekeyOptions { fence: true, dual: false, ..Self::dual_writers() }
    }

    /// Nobody writes the table until the copy is done.
    ///
    /// Take it if you can stop all writers for as long as the whole copy takes. Readers go on until the swap.
    pub fn writers_stopped() -> Self {
        RekeyOptions { dual: false, ..Self::dual_writers() }
    }

    /// The phase after the swap.
    fn after_swap(&self) -> Phase {
        if self.dual { Phase::New } else { Phase::Done }
    }

    /// Sets the number of rows copied in one transaction; at least one.
    #[must_use]
    pub fn batch_rows(self, batch_rows: u64) -> Self {
        RekeyOptions { batch_rows: batch_rows.max(1), ..self }
    }

    /// Sets the greatest number of passes; at least one.
    #[must_use]
    pub fn passes(self, passes: u32) -> Self {
        RekeyOptions { passes: passes.max(1), ..self }
    }

    /// Sets whether the new table may take the name of the old one without its grants, owner or attributes.
    #[must_use]
    pub fn allow_lost_rights(self, allow_lost_rights: bool) -> Self {
        RekeyOptions { allow_lost_rights, ..self }
    }

    /// Sets whether columns that the model does not declare are dropped.
    #[must_use]
    pub fn destructive(self, destructive: bool) -> Self {
        RekeyOptions { destructive, ..self }
    }

    /// Sets who makes the change.
    #[must_use]
    pub fn runner(self, runner: impl Into<String>) -> Self {
        RekeyOptions { runner: runner.into(), ..self }
    }

    /// Sets how long the change belongs to a runner that says nothing. A lease that would end after the year 2105 never ends.
    #[must_use]
    pub fn lease(self, lease: Duration) -> Self {
        RekeyOptions { lease, ..self }
    }
}

/// A name of its own for each process.
fn this_process() -> String {
    static NUMBER: OnceLock<u64> = OnceLock::new();
    // The standard library's source of random numbers.
    format!("runner {:016x}", NUMBER.get_or_init(|| RandomState::new().hash_one(Instant::now())))
}

/// The result of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RekeyReport {
    /// The number of rows of the new table at the last comparison; 0 if an earlier run had already swapped the tables.
    pub rows: u64,
    /// The number of rows that were repaired: rows of ranges that differed and were copied again, and rows that were
    /// deleted from the new table because the old one no longer had them.
    pub repaired: u64,
    /// How long the copy took.
    pub copy: Duration,
    /// How long the comparison took, before the names were swapped.
    pub verify: Duration,
    /// How long there was no table at the path; zero without a [`fence`](RekeyOptions::fence).
    pub away: Duration,
    /// The path of the old table until it is dropped, relative to the database.
    pub old_path: String,
    /// `true` if [`back`](RekeyOptions::back) can swap the names again, until [`finish`](RekeyOptions::finish).
    pub reversible: bool,
    /// `true` if an earlier run had already swapped the tables, so that nothing was copied.
    pub already_done: bool,
    /// What you should check now, one sentence each; usually empty.
    pub notes: Vec<String>,
}
