//! Clients, and the search for a planted bug.

use ydb::{Client, ClientBuilder, Value, YdbError, YdbResult};
use ydb_embedded::__internal::History;
use ydb_embedded::{Failure, Schedule, Server, ServerBuilder, Simulation};

/// Number of seeds within which a planted bug must be found.
pub(crate) const SEEDS: u64 = 1000;

/// Number of seeds under which the corrected code must pass.
pub(crate) const CURED: u64 = 100;

pub(crate) const ACCOUNTS: &[&str] = &[
    "CREATE TABLE accounts (id Uint64 NOT NULL, amount Int64, PRIMARY KEY (id))",
    "INSERT INTO accounts (id, amount) VALUES (1, 100), (2, 100)",
];

/// Connects a client to a server.
pub(crate) async fn connect(server: &Server) -> YdbResult<Client> {
    ClientBuilder::new_from_connection_string(server.connection_string())?.build().await
}

/// Creates a simulation in which these statements have been run.
pub(crate) fn prepared(builder: ServerBuilder, statements: &[&str]) -> Simulation {
    let mut simulation = Simulation::new(builder);
    let prepared = simulation.prepare(async |server| -> YdbResult<()> {
        let mut queries = connect(&server).await?.query_client();
        for statement in statements {
            queries.exec(*statement).await?;
        }
        Ok(())
    });
    prepared.unwrap().unwrap();
    simulation
}

/// Returns the first column of all rows.
pub(crate) async fn all<T: TryFrom<Value, Error = YdbError>>(client: &Client, text: &str) -> YdbResult<Vec<T>> {
    let set = client.query_client().query_result_set(text).idempotent(true).await?;
    set.rows().map(|mut row| row.remove_field(0)?.try_into()).collect()
}

/// Repeats work that may fail because of an injected fault, of which there are only a few.
pub(crate) async fn at_last<T, E>(mut work: impl AsyncFnMut() -> Result<T, E>) -> T {
    for _ in 0..20 {
        if let Ok(value) = work().await {
            return value;
        }
    }
    panic!("it fails again and again");
}

/// Returns the schedules with the seeds below `seeds`, each with at most this many faults.
pub(crate) fn schedules(seeds: u64, faults: u32) -> impl Iterator<Item = Schedule> {
    (0..seeds).map(move |seed| Schedule::seeded(seed).faults(faults))
}

/// Checks that a planted bug is found as a failure with these words, first by this seed, and that the line of the
/// smallest schedule finds it again by itself. Returns the history under that schedule.
pub(crate) fn found<R: ydb_embedded::__internal::Outcome>(
    simulation: &Simulation,
    seed: u64,
    faults: u32,
    words: &str,
    mut test: impl AsyncFnMut(Server) -> R,
) -> History {
    let explored = simulation.explore(schedules(SEEDS, faults), &mut test);
    let Err(Failure::Test { schedule, first, history, failure }) = explored else { panic!("{explored:?}") };
    println!("found by {first}, shrunk to {schedule}: {failure}\n{history}");
    assert!(failure.contains(words), "{failure}");
    assert_eq!(first.seed(), seed, "another seed finds it now; write it here");
    let again = schedule.to_string().parse::<Schedule>().unwrap();
    let Err(Failure::Test { history: repeated, .. }) = simulation.explore([again], &mut test) else {
        panic!("{again} does not repeat it")
    };
    assert_eq!(repeated, history, "{again}");
    history
}
