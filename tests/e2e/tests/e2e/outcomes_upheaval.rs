//! Tests transactions with a certain outcome while hours pass, requests come hours late, and the table of their rows is
//! dropped, under many orders of their requests and with lost answers: the effect of a call is there at most once, and
//! exactly once if the call reports success.

use std::cell::Cell;
use std::time::Duration;

use e2e_tests::{Database, explore_on};
use std::future::IntoFuture as _;

use futures_util::future::{BoxFuture, join, join_all};
use ydb_embedded::{Call, Fault, Server};
use ydb_keys::{Outcome, Result, Tx, YdbTable, add, transact};

/// Model of the counter of each call.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "counts", primary_key(call_hash = numeric_hash(call), call))]
struct Count {
    call: u64,
    times: i64,
}

const HOUR: Duration = Duration::from_secs(3600);
const WRITERS: u64 = 2;
/// Number of steps of each writer; `FAULTS` is the number of faults.
const STEPS: u64 = 3;
const FAULTS: u32 = 3;
const SEEDS: u64 = 100;

/// Disturbance during the calls.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The clock advances, and rows expire.
    Hours(u32),
    /// The table is dropped.
    Drop,
    /// The next request is executed this many hours later, at most 30.
    Late(u32),
}

use Step::{Drop, Hours, Late};

/// Number of calls that ended in each way.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    done: u32,
    unknown: u32,
    forgotten: u32,
    not_written: u32,
}

async fn fill(database: &Database) {
    database.create::<Count>().await;
    let counts: Vec<Count> = (0..WRITERS * STEPS).map(|call| Count { call, times: 0 }).collect();
    Count::upsert_many(&counts).exec(database.client()).await.unwrap();
    // The table is there, as it is in a database that is used.
    transact(database.client(), async |_| Ok(())).exactly_once_as("the table is there").await.unwrap();
}

/// Sends a request that changes nothing, and waits for its turn in the schedule.
async fn turn(database: &Database) {
    let mut scheme = database.client().scheme_client();
    let asked: BoxFuture<'_, _> = Box::pin(scheme.list_directory(database.client().database()));
    // Its answer may be lost.
    let _ = asked.await;
}

/// Causes the disturbances, some turns after each other, and then waits for the longest delay of requests. Must end by
/// itself: timers of the clients move only when nothing else can happen.
async fn upset(database: &Database, steps: &[Step]) {
    for step in steps {
        for _ in 0..4 {
            turn(database).await;
        }
        match *step {
            Hours(hours) => database.advance(hours * HOUR),
            Drop => {
                // It must not be late itself: nobody else moves the clock.
                database.faults().clear();
                let mut client = database.q();
                let dropped = client.exec("DROP TABLE IF EXISTS `ydb_keys/outcomes`");
                let dropped: BoxFuture<'_, _> = dropped.into_future();
                let _ = dropped.await;
            }
            Late(hours) => database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(hours * HOUR)),
        }
    }
    database.faults().clear();
    for _ in 0..6 {
        turn(database).await;
        database.advance(5 * HOUR);
    }
}

async fn count(database: &Database, call: u64) -> i64 {
    for _ in 0..20 {
        match Count::get(call).fetch(database.client()).await {
            Ok(found) => return found.unwrap().times,
            Err(error) => assert_eq!(error.outcome(), Outcome::NotWritten, "{error}"),
        }
    }
    panic!("it is never read")
}

/// Repeats a call until it reports success or an unknown outcome. Returns its result.
async fn until_decided<R>(call: impl AsyncFn() -> Result<R>, seen: &Cell<Seen>) -> Option<R> {
    let note = |change: fn(&mut Seen)| {
        let mut all = seen.get();
        change(&mut all);
        seen.set(all);
    };
    for _ in 0..100 {
        match call().await {
            Ok(value) => {
                note(|seen| seen.done += 1);
                return Some(value);
            }
            Err(error) if error.outcome() == Outcome::Unknown => {
                note(|seen| seen.unknown += 1);
                if error.to_string().contains("its row is gone") {
                    note(|seen| seen.forgotten += 1);
                }
                return None;
            }
            Err(error) => {
                assert_eq!(error.outcome(), Outcome::NotWritten, "{error}");
                note(|seen| seen.not_written += 1);
            }
        }
    }
    panic!("it is never done")
}

/// Runs all writers during the disturbances. If it is `shared`, both writers give their calls the same ids.
fn upheaval(steps: &[Step], kept: Duration, shared: bool) -> Seen {
    let seen = Cell::new(Seen::default());
    // No row expires, and no table is dropped.
    let certain = kept > 100 * HOUR && !steps.iter().any(|step| matches!(step, Drop));
    // Sessions do not end while their requests are late.
    let server = Server::builder().session_idle_time(Duration::MAX);
    explore_on(server, SEEDS, FAULTS, fill, async |database| {
        let writer = async |writer: u64| {
            let mut decided = Vec::new();
            for step in 0..STEPS {
                let call = writer * STEPS + step;
                let work = async |tx: Tx| {
                    Count::update(call).times(add(1)).exec(&tx).await?;
                    Ok(call)
                };
                let once = || transact(database.client(), work).kept_for(kept);
                let end = match shared {
                    true => {
                        let id = format!("order {step}");
                        until_decided(async || once().exactly_once_as(&id).await, &seen).await
                    }
                    false => until_decided(async || once().exactly_once().await, &seen).await,
                };
                decided.push((call, end));
            }
            decided
        };
        let (decided, ()) = join(join_all((0..WRITERS).map(writer)), upset(database, steps)).await;
        let mut of_step = [0; STEPS as usize];
        for (call, end) in decided.into_iter().flatten() {
            let times = count(database, call).await;
            of_step[(call % STEPS) as usize] += times;
            match end {
                Some(done) if done == call => assert_eq!(times, 1, "call {call} is done"),
                // Another call with the id was done, or nobody knows.
                _ => assert!(times == 0 || times == 1, "call {call} is done {times} times"),
            }
        }
        let of_id = if shared { 1 } else { WRITERS as i64 };
        assert!(!certain || of_step == [of_id; STEPS as usize], "{of_step:?}");
    });
    let seen = seen.get();
    println!("{seen:?}");
    seen
}

/// Returns `true` if enough seeds ran to count the outcomes.
fn many(seen: Seen) -> bool {
    u64::from(seen.done) > 10 * WRITERS * STEPS
}

/// Tests outages of YDB that are longer than rows are kept.
#[test]
fn hours_pass() {
    for shared in [false, true] {
        let seen = upheaval(&[Hours(3), Hours(1), Late(2), Hours(3), Hours(3)], HOUR, shared);
        assert!(!many(seen) || seen.forgotten > 0, "{seen:?}");
    }
}

/// Tests rows that are kept for longer than the test takes: no outcome is unknown.
#[test]
fn hours_pass_within_the_life_of_the_rows() {
    for shared in [false, true] {
        let seen = upheaval(&[Late(2), Hours(1), Late(3), Hours(2), Hours(2)], 1000 * HOUR, shared);
        assert_eq!(seen.unknown, 0, "{seen:?}");
    }
}

#[test]
fn the_table_is_dropped() {
    for shared in [false, true] {
        let seen = upheaval(&[Drop, Late(1), Drop, Hours(1), Drop], 1000 * HOUR, shared);
        assert!(!many(seen) || seen.forgotten > 0, "{seen:?}");
    }
}

#[test]
fn requests_come_late() {
    for shared in [false, true] {
        let seen = upheaval(&[Late(30), Late(5), Hours(4), Drop, Late(2), Hours(30), Late(9), Hours(3)], HOUR, shared);
        assert!(!many(seen) || seen.not_written > 0, "{seen:?}");
    }
}
