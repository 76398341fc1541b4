//! The run of one test: a database is started, the test runs, and the database is removed.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::runtime::Builder;

use super::database::Database;
use crate::schema::Table;

/// What a test's database must be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup {
    /// Whether it must be an embedded engine.
    pub(super) needs_engine: bool,
    /// Whether the engine's clock stands still until the test moves it.
    pub(super) has_clock: bool,
    /// Under how many seeds it runs; 0 is none.
    pub(super) seeds: u32,
    /// How many things go wrong under each of them.
    pub(super) faults: u32,
}

impl Setup {
    /// `embedded` says of each parameter whether only the embedded engine has it.
    #[must_use]
    pub fn new(embedded: &[bool]) -> Self {
        Self { needs_engine: embedded.contains(&true), has_clock: false, seeds: 0, faults: 0 }
    }

    /// With a clock that the test moves, which only the embedded engine has.
    #[must_use]
    pub const fn clock(self) -> Self {
        Self { needs_engine: true, has_clock: true, ..self }
    }

    /// Under this many seeds, which only the embedded engine has.
    #[must_use]
    pub const fn schedule(self, seeds: u32) -> Self {
        Self { needs_engine: true, seeds, ..self }
    }

    /// With at most this many things that go wrong under each seed.
    #[must_use]
    pub const fn faults(self, most: u32) -> Self {
        Self { faults: most, ..self }
    }
}

/// Runs a test on a separate runtime.
///
/// A test whose database cannot be started fails. A panic of the test goes on after the database is removed.
#[expect(clippy::panic, reason = "a test fails by a panic")]
pub fn run<R>(
    name: &str,
    tables: &'static [&'static Table],
    setup: Setup,
    body: impl AsyncFnOnce(&Database) -> R,
) -> R {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|error| panic!("cannot start the runtime of {name}: {error}"));
    let database = runtime.block_on(Database::for_test(name, tables, setup));
    let database = database.unwrap_or_else(|error| panic!("cannot start the database of {name}: {error}"));
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(body(&database))));
    let removed = runtime.block_on(database.remove());
    match (result, removed) {
        (Ok(result), Ok(())) => result,
        (Ok(_), Err(error)) => panic!("cannot remove the database of {name}: {error}"),
        // What went wrong first is what the test reports.
        (Err(panic), _) => resume_unwind(panic),
    }
}
