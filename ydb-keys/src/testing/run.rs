//! The run of one test: a database is started, the test runs, and the database is removed.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::runtime::Builder;

use super::database::Database;
use super::setup::Setup;
use ydb_keys_core::schema::Table;

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
