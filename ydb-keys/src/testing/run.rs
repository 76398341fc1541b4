//! Runs a test once, or once for each seed: with its settings, its parameters, and its database.

use std::env;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::runtime::Builder;
use ydb::Client;
use ydb_embedded::__internal::Outcome;
use ydb_embedded::{Behavior, Failure, Schedule, Server, Simulation};

use super::StartError;
use super::database::Database;
use super::directory::clone_client;
use super::setup::Setup;
use ydb_keys_core::schema::Table;

/// Runs a test on a separate runtime.
///
/// If its database cannot be started, the test fails. A panic of the test continues after the database is removed.
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
        // The test reports its first failure.
        (Err(panic), _) => resume_unwind(panic),
    }
}

/// Variable that names the only schedule to run, in the form that a failure prints.
const SCHEDULE: &str = "YDB_SCHEDULE";

/// Number of attempts of a client to connect, because faults may hit the connection, too.
const ATTEMPTS: usize = 10;

#[expect(clippy::panic, reason = "a test fails by a panic")]
fn cannot_start(name: &str, error: &dyn Error) -> ! {
    panic!("cannot start the database of {name}: {error}")
}

/// Runs a test under many seeds. Each run begins with the empty tables, at the same time of the clock.
///
/// A failing test prints the smallest schedule that was found, and the command that repeats it.
#[expect(clippy::panic, reason = "a test fails by a panic")]
pub fn explore<R: Outcome>(
    name: &str,
    tables: &'static [&'static Table],
    setup: Setup,
    body: impl AsyncFn(&Database) -> R,
) -> R {
    // A schedule may delay an answer beyond the timeout of an operation.
    crate::sdk::set_default_timeout(None);
    let mut simulation = Simulation::new(Server::builder().behavior(Behavior::strict()));
    let prepared = simulation.prepare(async |server| Database::of(server).await?.create(tables).await);
    match prepared {
        Ok(created) => created.unwrap_or_else(|error| cannot_start(name, &error)),
        Err(failure) => cannot_start(name, &failure),
    }
    let mut last = None;
    let explored = simulation.explore(schedules(name, setup), async |server| {
        let database = connected(server).await.unwrap_or_else(|error| cannot_start(name, &error));
        let result = body(&database).await;
        let failure = result.failure();
        last = Some(result);
        failure.map_or(Ok(()), Err)
    });
    match (explored, last) {
        (Ok(_), Some(result)) => result,
        (Ok(_), None) => panic!("{name} ran under no schedule"),
        (Err(failure), _) => panic!("{}", report(name, &failure)),
    }
}

async fn connected(server: Server) -> Result<Database, StartError> {
    let mut left = ATTEMPTS;
    loop {
        match Database::connect(&server).await {
            Err(_) if left > 0 => left -= 1,
            client => return Ok(Database::with(client?, server)),
        }
    }
}

/// Returns the seeds of a test, or the only schedule that the environment names.
#[expect(clippy::panic, reason = "a test fails by a panic")]
fn schedules(name: &str, setup: Setup) -> Vec<Schedule> {
    match env::var(SCHEDULE) {
        Ok(text) => vec![text.parse().unwrap_or_else(|error| panic!("{SCHEDULE} of {name}: {error}"))],
        Err(_) => {
            let seeded = |seed| Schedule::seeded(seed).faults(setup.faults);
            let ordered = |schedule: Schedule| if setup.strict { schedule.strict() } else { schedule };
            (0..u64::from(setup.seeds)).map(seeded).map(ordered).collect()
        }
    }
}

/// Formats the failure, and the command that repeats it.
fn report(name: &str, failure: &Failure) -> String {
    match failure {
        Failure::Test { schedule, .. } => {
            // Cargo knows tests by their paths within the crate.
            let test = name.split_once("::").map_or(name, |(_, path)| path);
            format!("{failure}\nto repeat it: {SCHEDULE}={schedule} cargo test {test}\n")
        }
        other => other.to_string(),
    }
}

/// Parameter of a `#[ydb_keys::test]`, found by its type; the module `testing` lists these types.
#[diagnostic::on_unimplemented(
    message = "unsupported_item: a test cannot have a parameter of the type `{Self}`",
    label = "expected `ydb::Client`",
    note = "write `client: ydb::Client`; a test may also have `server: &Server`, the embedded engine's, and `database: &ydb_keys::testing::Database`",
    note = "for more, run `ydb-keys explain unsupported_item` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_item"
)]
pub trait Parameter<'d>: sealed::Sealed {
    /// `true` if only the embedded engine has it.
    #[doc(hidden)]
    const EMBEDDED: bool = false;

    #[doc(hidden)]
    fn of(database: &'d Database) -> Self;
}

impl<'d> Parameter<'d> for Client {
    fn of(database: &'d Database) -> Self {
        clone_client(database.client())
    }
}

impl<'d> Parameter<'d> for &'d Client {
    fn of(database: &'d Database) -> Self {
        database.client()
    }
}

impl<'d> Parameter<'d> for &'d Database {
    fn of(database: &'d Database) -> Self {
        database
    }
}

impl<'d> Parameter<'d> for &'d Server {
    const EMBEDDED: bool = true;

    #[expect(clippy::expect_used, reason = "`EMBEDDED` made `run` start a server")]
    fn of(database: &'d Database) -> Self {
        database.server().expect("a test with this parameter runs on the embedded engine")
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for ydb::Client {}
    impl Sealed for &ydb::Client {}
    impl Sealed for &super::Database {}
    impl Sealed for &super::Server {}
}
