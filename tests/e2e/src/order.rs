//! Runs tests under many orders of their requests and answers: a seed chooses an order and the faults in it.

use std::cell::Cell;
use std::env;

use tokio::runtime::Builder;
use ydb_embedded::__internal::Explored;
use ydb_embedded::{Behavior, Schedule, Server, ServerBuilder, Simulation};

use crate::{Database, real};

/// Environment variable that names the one schedule to run, as a failure prints it.
const SCHEDULE: &str = "YDB_SCHEDULE";

/// Environment variable with the number of seeds to run instead of the usual number.
const SEEDS: &str = "YDB_SEEDS";

/// Environment variable that runs all seeds in the strict order, if it is `strict`.
const ORDER: &str = "YDB_ORDER";

/// Environment variable that names the first seed in place of 0.
const FIRST: &str = "YDB_FIRST_SEED";

/// Runs a test under this many seeds, with at most this many faults each. Every run begins with the database that
/// `prepare` has made.
///
/// All work of the test must be on its own thread.
pub fn explore(seeds: u64, faults: u32, prepare: impl AsyncFnOnce(&Database), test: impl AsyncFn(&Database)) {
    explore_on(Server::builder(), seeds, faults, prepare, test);
}

/// Runs a test like [`explore`], in which the seed also chooses the events.
pub fn explore_seeds(
    seeds: u64,
    faults: u32,
    prepare: impl AsyncFnOnce(&Database),
    test: impl AsyncFn(&Database, u64),
) {
    run(Server::builder(), seeds, faults, prepare, test);
}

/// Runs a test like [`explore`], on a server with these settings.
pub fn explore_on(
    server: ServerBuilder,
    seeds: u64,
    faults: u32,
    prepare: impl AsyncFnOnce(&Database),
    test: impl AsyncFn(&Database),
) {
    run(server, seeds, faults, prepare, async |database, _| test(database).await);
}

fn run(
    server: ServerBuilder,
    seeds: u64,
    faults: u32,
    prepare: impl AsyncFnOnce(&Database),
    test: impl AsyncFn(&Database, u64),
) {
    let simulation = prepared(server, prepare);
    // A test of one seed needs no other.
    let number = |name: &str| env::var(name).ok().filter(|_| seeds > 1).map(|number| number.parse::<u64>().unwrap());
    let (first, seeds) = (number(FIRST).unwrap_or_default(), number(SEEDS).unwrap_or(seeds));
    let strict = env::var(ORDER).is_ok_and(|order| order == "strict");
    let ordered = |schedule: Schedule| if strict { schedule.strict() } else { schedule };
    // Schedules are taken one after the other, and one that fails keeps its seed while it is shrunk.
    let seed = Cell::new(0);
    let begin = |schedule: Schedule| {
        seed.set(schedule.seed());
        schedule
    };
    let run = async |server| test(&Database::on(server).await, seed.get()).await;
    let explored = match env::var(SCHEDULE) {
        Ok(schedule) => simulation.explore([begin(schedule.parse::<Schedule>().unwrap())], run),
        Err(_) => {
            let schedules = (first..first + seeds).map(|seed| begin(ordered(Schedule::seeded(seed).faults(faults))));
            simulation.explore(schedules, run)
        }
    };
    let Explored { histories, steps, faults, .. } =
        explored.unwrap_or_else(|failure| panic!("{failure}\nto repeat it, set {SCHEDULE} to the schedule"));
    println!("{histories} histories, {steps} steps, {faults} faults");
}

/// Runs a test like [`explore`]; on the YDB in `YDB_CONNECTION_STRING` the test runs once, in the order that comes.
/// Returns `true` if it ran under many orders.
pub fn explore_or_run(
    seeds: u64,
    faults: u32,
    prepare: impl AsyncFnOnce(&Database),
    test: impl AsyncFn(&Database),
) -> bool {
    if real().is_none() {
        explore(seeds, faults, prepare, test);
        return true;
    }
    Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
        let database = Database::own().await;
        prepare(&database).await;
        test(&database).await;
    });
    false
}

/// Interrupts a test at its first request, at its second, and so on, until it ends before its interruption. Returns the
/// number of requests.
///
/// With `YDB_SEEDS` it interrupts each request, otherwise every third one from the `first`. The tests for different
/// interruptions begin at different requests, so together they interrupt each request. The test gets the number of
/// requests that pass before the interruption, and returns `true` if it happened. Each run has another order, and must
/// stay on one thread.
pub fn interrupt(
    first: usize,
    prepare: impl AsyncFnOnce(&Database),
    test: impl AsyncFn(&Database, usize) -> bool,
) -> usize {
    let simulation = prepared(Server::builder(), prepare);
    let step = if env::var_os(SEEDS).is_some() { 1 } else { 3 };
    for passed in (first % step..).step_by(step) {
        let happened = Cell::new(false);
        let run = async |server| happened.set(test(&Database::on(server).await, passed).await);
        let explored = simulation.explore([Schedule::seeded(passed as u64)], run);
        explored.unwrap_or_else(|failure| panic!("after {passed} requests: {failure}"));
        if !happened.get() {
            return passed;
        }
    }
    unreachable!("no run has that many requests")
}

/// Returns a simulation whose histories begin with the database that `prepare` has made.
fn prepared(server: ServerBuilder, prepare: impl AsyncFnOnce(&Database)) -> Simulation {
    // A schedule may delay an answer for longer than an operation has time.
    ydb_keys::set_default_timeout(None);
    let mut simulation = Simulation::new(server.behavior(Behavior::strict()));
    let prepared = simulation.prepare(async |server| prepare(&Database::on(server).await).await);
    prepared.unwrap_or_else(|failure| panic!("{failure}"));
    simulation
}
