//! Copy of a table into a new one with another key: create, copy, verify, swap.

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

/// Number of rows in a page, unless the options have another one.
const BATCH_ROWS: u64 = 1000;

/// Options of a copy. The constructors differ in the behaviour of the table's writers during the copy.
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
    /// Number of rows copied in one transaction; the default is 1000. A YDB transaction holds about 50 MB; use a
    /// smaller number for large rows.
    pub batch_rows: u64,
    /// Greatest number of passes that compare the whole tables; the default is 5. After these the copy gives up, or
    /// with a [`fence`](Self::fence) takes the name away. A single pass that finds nothing to repair is enough. More
    /// passes are needed if writers change only the old table.
    pub passes: u32,
    /// `true` if the new table may take the name of the old one even if it lacks its grants, owner or attributes; the
    /// default is `false`. Without them, users may lose access to the rows, or users who must not see the rows may gain
    /// it.
    pub allow_lost_rights: bool,
    /// `true` if columns that the model does not declare are dropped; the default is `false`, and the new table keeps
    /// them.
    pub destructive: bool,
    /// Name of the runner, which `ydb_keys/changes` and the error of a second runner show. The default is a random
    /// number for each process. A runner with the same name resumes at once; any other runner waits until the lease
    /// ends.
    pub runner: String,
    /// Time after which a silent runner loses the change; the default is one minute. A runner at work renews its lease.
    pub lease: Duration,
    /// `true` if the table's name is taken away for the last pass.
    fence: bool,
    /// `true` if writers write both tables, which makes it possible to take the change back.
    dual: bool,
}

impl RekeyOptions {
    /// Returns options for writers that all use a `DualWriter`. They wait only while the names are swapped, for much
    /// less than a second. After the swap they go on writing the old table, too, until [`finish`](Self::finish). Until
    /// then [`back`](Self::back) can swap the names again.
    ///
    /// Use these options if you can deploy the writers before the change and after it.
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

    /// Returns options for writers that are not changed. The name of the table is taken away for the last pass over it:
    /// all reads and writes fail during that time, and no write is lost.
    ///
    /// Use these options if programs may fail for as long as one comparison takes, which
    /// [`Event::Fence`](crate::Event::Fence) reports before it begins.
    pub fn fence() -> Self {
        RekeyOptions { fence: true, dual: false, ..Self::dual_writers() }
    }

    /// Returns options for writers that are stopped until the copy is done.
    ///
    /// Use these options if you can stop all writers for as long as the whole copy takes. Readers go on until the swap.
    pub fn writers_stopped() -> Self {
        RekeyOptions { dual: false, ..Self::dual_writers() }
    }

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

    /// Sets the name of the runner.
    #[must_use]
    pub fn runner(self, runner: impl Into<String>) -> Self {
        RekeyOptions { runner: runner.into(), ..self }
    }

    /// Sets the time after which a silent runner loses the change. A lease that would end after the year 2105 never
    /// ends.
    #[must_use]
    pub fn lease(self, lease: Duration) -> Self {
        RekeyOptions { lease, ..self }
    }
}

/// Returns a name that differs for each process.
fn this_process() -> String {
    static NUMBER: OnceLock<u64> = OnceLock::new();
    // `RandomState` is the standard library's source of random numbers.
    format!("runner {:016x}", NUMBER.get_or_init(|| RandomState::new().hash_one(Instant::now())))
}

/// Result of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RekeyReport {
    /// Number of rows of the new table at the last comparison; 0 if an earlier run had already swapped the tables.
    pub rows: u64,
    /// Number of rows that were repaired: rows of ranges that differed and were copied again, and rows that were
    /// deleted from the new table because the old one no longer had them.
    pub repaired: u64,
    /// Duration of the copy.
    pub copy: Duration,
    /// Duration of the comparison before the names were swapped.
    pub verify: Duration,
    /// Time without a table at the path; zero without a [`fence`](RekeyOptions::fence).
    pub away: Duration,
    /// Path of the old table until it is dropped, relative to the database.
    pub old_path: String,
    /// `true` if [`back`](RekeyOptions::back) can swap the names again, until [`finish`](RekeyOptions::finish).
    pub reversible: bool,
    /// `true` if an earlier run had already swapped the tables and nothing was copied.
    pub already_done: bool,
    /// Things to check now, one sentence each; usually empty.
    pub notes: Vec<String>,
}
