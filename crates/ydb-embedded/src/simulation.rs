//! Simulation of a server and its clients on one thread. Time and order are inputs: the same seed gives the same
//! history.

use std::any::Any;
use std::fmt::{self, Debug};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, UNIX_EPOCH};

use parking_lot::Mutex;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::schedule::{History, Schedule};
use crate::server::{Server, ServerBuilder, StartError};
use crate::session::{Engine, Snapshot};
use crate::wire::{Lines, Turns};

/// Time at which histories begin if the server has no clock of its own: 2026-01-01.
const BEGIN: Duration = Duration::from_secs(1_767_225_600);

/// Simulated time without a request after which a test counts as hanging.
const SILENCE: Duration = Duration::from_secs(3600);

/// A server whose clients share its thread, so that a seed decides the order of requests and answers.
///
/// A history is one run of a test. It begins with the state that [`prepare`](Self::prepare) left, on a clock that shows
/// the same time, without connections and sessions. Each request and each answer waits until the seed's schedule lets
/// it go. Time passes only when everybody waits for a timer. The same seed therefore gives the same order, and a test
/// that sleeps or waits for a retry takes no time. A test connects its clients itself.
///
/// ```
/// # #![recursion_limit = "256"]
/// use ydb::{ClientBuilder, YdbResult};
/// use ydb_embedded::{Schedule, Server, Simulation};
///
/// async fn client(server: &Server) -> YdbResult<ydb::Client> {
///     ClientBuilder::new_from_connection_string(server.connection_string())?.build().await
/// }
///
/// let mut simulation = Simulation::new(Server::builder());
/// simulation.prepare(async |server| -> YdbResult<()> {
///     let mut queries = client(&server).await?.query_client();
///     queries.exec("CREATE TABLE t (id Uint64 NOT NULL, n Uint64, PRIMARY KEY (id))").await?;
///     queries.exec("INSERT INTO t (id, n) VALUES (1, 0)").await
/// })??;
/// let increment = "UPDATE t SET n = n + 1 WHERE id = 1";
/// let explored = simulation.explore((0..50).map(Schedule::seeded), async |server| -> YdbResult<()> {
///     let client = client(&server).await?;
///     let (mut a, mut b) = (client.query_client(), client.query_client());
///     let (a, b) = tokio::join!(a.exec(increment), b.exec(increment));
///     a?;
///     b?;
///     let mut row = client.query_client().query_row("SELECT n FROM t").await?;
///     assert_eq!(Option::<u64>::try_from(row.remove_field(0)?)?, Some(2));
///     Ok(())
/// });
/// assert_eq!(explored?.histories, 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The simulation does not control threads that a test starts itself, and their order; a test's use of the machine's
/// clock and of its own random numbers; and a kernel that delivers bytes later than the call that sends them.
pub struct Simulation {
    builder: ServerBuilder,
    engine: Arc<Engine>,
    state: Snapshot,
    begins: Duration,
}

impl Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("builder", &self.builder).finish_non_exhaustive()
    }
}

/// History of a test, with the end of the test.
#[derive(Debug)]
struct Ran<T> {
    ended: Ended<T>,
    history: History,
}

#[derive(Debug)]
enum Ended<T> {
    Returned(T),
    Panicked(Box<dyn Any + Send>),
    /// No request arrived for [`SILENCE`].
    Silent,
}

impl Simulation {
    /// Returns a simulation of a server with these settings. The server listens on a free port of this machine, without
    /// TLS.
    #[must_use]
    pub fn new(builder: ServerBuilder) -> Self {
        let engine = builder.engine(UNIX_EPOCH + BEGIN);
        let (state, begins) = (engine.snapshot(), engine.clock().passed());
        Self { builder, engine, state, begins }
    }

    /// Runs `body`, which makes the tables and rows that all histories begin with. Its requests wait for no schedule.
    ///
    /// # Errors
    ///
    /// [`Failure`] if the system has no port or no thread left, or the preparation hangs.
    pub fn prepare<T>(&mut self, body: impl AsyncFnOnce(Server) -> T) -> Result<T, Failure> {
        let ran = self.run(None, body)?;
        self.state = self.engine.snapshot();
        self.begins = self.engine.clock().passed();
        match ran.ended {
            Ended::Returned(value) => Ok(value),
            Ended::Panicked(panic) => std::panic::resume_unwind(panic),
            Ended::Silent => Err(Failure::Preparation),
        }
    }

    fn run<T>(&self, schedule: Option<&Schedule>, body: impl AsyncFnOnce(Server) -> T) -> Result<Ran<T>, StartError> {
        // `begin_history` fails only for the snapshot of another engine, and this snapshot is the engine's own.
        let _ = self.engine.begin_history(&self.state, self.begins, schedule.and_then(Schedule::order));
        self.builder.clear_faults();
        let rest = Arc::new(Rest::default());
        let runtime = runtime(&rest).map_err(StartError::Threads)?;
        let entered = runtime.enter();
        let (turns, lines, silent) = (Turns::new(schedule), Lines::default(), Arc::new(Notify::new()));
        let server = self.builder.in_turn(&self.engine, &turns, &lines)?;
        runtime.spawn(conduct(Arc::clone(&turns), Arc::clone(&self.engine), lines, rest, Arc::clone(&silent)));
        drop(entered);
        let test = async {
            tokio::select! {
                biased;
                value = body(server) => Ended::Returned(value),
                () = silent.notified() => Ended::Silent,
            }
        };
        let ended = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test))).unwrap_or_else(Ended::Panicked);
        let history = turns.history(&self.engine);
        drop(runtime);
        Ok(Ran { ended, history })
    }
}

impl<T: Outcome> Ended<T> {
    fn failure(&self) -> Option<String> {
        match self {
            Self::Returned(value) => value.failure(),
            Self::Panicked(panic) => {
                let text = panic.downcast_ref::<&str>().map(ToString::to_string);
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                Some(text.unwrap_or_else(|| "the test panicked".to_owned()))
            }
            Self::Silent => Some(format!("the test {HANGS}")),
        }
    }
}

/// Returns a runtime of one thread, whose clock moves when the scheduler allows it.
fn runtime(rest: &Arc<Rest>) -> std::io::Result<Runtime> {
    let (before, after) = (Arc::clone(rest), Arc::clone(rest));
    let mut builder = Builder::new_current_thread();
    builder.enable_all().start_paused(true);
    // The runtime looks for new bytes only when no task can run, and not after some number of tasks.
    builder.event_interval(u32::MAX);
    builder.on_thread_park(move || before.before()).on_thread_unpark(move || after.after());
    builder.build()
}

/// Runs the scheduler: lets one message after another go, for ever.
async fn conduct(turns: Arc<Turns>, engine: Arc<Engine>, lines: Lines, rest: Arc<Rest>, silent: Arc<Notify>) {
    // Without a timer, a runtime that waits for nothing would never go on. One timer serves all rounds, because the
    // paused clock does not move in a round in which a timer was set.
    let mut alarm = pin!(tokio::time::sleep(SILENCE));
    loop {
        tokio::select! {
            biased;
            () = rest.nothing_to_do.notified() => {}
            () = alarm.as_mut() => alarm.as_mut().reset(Instant::now() + SILENCE),
        }
        turns.settle().await;
        if !turns.step(&engine, &lines).await {
            if turns.silence() >= SILENCE {
                silent.notify_one();
            }
            rest.attempts.store(ATTEMPTS, SeqCst);
        }
    }
}

/// Maximum number of schedules with fewer switches that are tried.
const TRIES: u32 = 100;

/// Totals of an exploration that found no failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explored {
    /// Number of histories.
    pub histories: u64,
    /// Number of steps in all histories.
    pub steps: u64,
    /// Number of faults in all histories.
    pub faults: u64,
}

impl Simulation {
    /// Runs a test under many schedules until it fails under one of them. Then looks for the smallest schedule that
    /// fails: first in the strict order, then with fewer faults, then with fewer switches.
    ///
    /// # Errors
    ///
    /// [`Failure::Test`] if the test panics, returns an error, or hangs.
    pub fn explore<R: Outcome>(
        &self,
        schedules: impl IntoIterator<Item = Schedule>,
        mut body: impl AsyncFnMut(Server) -> R,
    ) -> Result<Explored, Failure> {
        let mut explored = Explored { histories: 0, steps: 0, faults: 0 };
        for schedule in schedules {
            let Ran { ended, history } = self.run(Some(&schedule), &mut body)?;
            explored.histories += 1;
            explored.steps += history.events.len() as u64;
            explored.faults += u64::from(history.faults());
            if let Some(failure) = ended.failure() {
                return Err(self.shrink(schedule, history, failure, &mut body)?);
            }
        }
        Ok(explored)
    }

    /// Runs a test under one schedule. Returns its history, even if the test failed.
    ///
    /// # Errors
    ///
    /// [`StartError`] if the system has no port or no thread left.
    pub fn history<R>(&self, schedule: &Schedule, body: impl AsyncFnOnce(Server) -> R) -> Result<History, StartError> {
        Ok(self.run(Some(schedule), body)?.history)
    }

    /// Looks for the smallest schedule under which the test still fails.
    fn shrink<R: Outcome>(
        &self,
        first: Schedule,
        history: History,
        failure: String,
        mut body: impl AsyncFnMut(Server) -> R,
    ) -> Result<Failure, StartError> {
        let mut least = (first, history, failure);
        if !first.strict {
            self.first_failing(std::iter::once(first.strict()), &mut least, &mut body)?;
        }
        for fault in 0..first.faults.min(u64::BITS) {
            let without = least.0.omit(least.0.omit | 1 << fault);
            self.first_failing(std::iter::once(without), &mut least, &mut body)?;
        }
        let (schedule, switches) = (least.0, least.1.switches());
        let fewer_switches = (0..switches.min(TRIES)).map(|most| schedule.switches(most));
        self.first_failing(fewer_switches, &mut least, &mut body)?;
        let (schedule, history, failure) = least;
        Ok(Failure::Test { schedule, first, history, failure })
    }

    fn first_failing<R: Outcome>(
        &self,
        smaller: impl Iterator<Item = Schedule>,
        least: &mut (Schedule, History, String),
        mut body: impl AsyncFnMut(Server) -> R,
    ) -> Result<(), StartError> {
        for schedule in smaller {
            let Ran { ended, history } = self.run(Some(&schedule), &mut body)?;
            if let Some(failure) = ended.failure() {
                *least = (schedule, history, failure);
                break;
            }
        }
        Ok(())
    }
}

// Rests: the thread of a simulation may rest only at certain moments, and time passes only then.
//
// The runtime's clock is paused: it moves to the next timer as soon as the runtime has nothing to do. It must not move
// while a message is under way between client and server, or timeouts would pass that nobody has waited for. The
// runtime therefore rests only if the scheduler has found nothing to do before:
//
// ```text
// no task can run ──> has the scheduler just allowed a rest?
//                        no ──> wake the scheduler: it looks for new bytes, and lets one message go, or allows a rest
//                        yes ─> rest until the clock has moved to the next timer
// ```
//
// The clock does not move in a rest that comes right after a task was woken from outside of a task. The scheduler is
// woken in this way. A rest in which the clock stands still is therefore repeated once.

/// Maximum number of rests until the clock has moved.
const ATTEMPTS: u8 = 2;

/// Permission of the runtime to rest.
#[derive(Debug, Default)]
struct Rest {
    attempts: AtomicU8,
    /// Time when the current rest began.
    since: Mutex<Option<Instant>>,
    nothing_to_do: Notify,
}

impl Rest {
    /// Begins a rest if the scheduler has allowed one, and wakes the scheduler otherwise. Called when no task can run.
    fn before(&self) {
        match self.attempts.load(SeqCst).checked_sub(1) {
            Some(left) => {
                self.attempts.store(left, SeqCst);
                *self.since.lock() = Some(Instant::now());
            }
            None => self.nothing_to_do.notify_one(),
        }
    }

    /// Ends the permission to rest if the clock has moved. Called when the runtime goes on.
    fn after(&self) {
        if self.since.lock().take().is_some_and(|since| since < Instant::now()) {
            self.attempts.store(0, SeqCst);
        }
    }
}

/// End of the message about a test that waits for something that never comes.
const HANGS: &str = "hangs: no request reached the server for an hour of simulated time";

/// Reason why an exploration ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// Test that fails under a schedule.
    Test {
        /// Smallest failing schedule that was found. Its text repeats it.
        schedule: Schedule,
        /// Schedule that failed first.
        first: Schedule,
        /// History of the smallest failing schedule.
        history: History,
        /// Description of the test's failure.
        failure: String,
    },
    /// Preparation that waits for something that never comes.
    Preparation,
    /// Server that did not start, because the system has no port or no thread left.
    Start(#[from] StartError),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => fmt::Display::fmt(error, f),
            Self::Preparation => write!(f, "the preparation {HANGS}"),
            Self::Test { schedule, first, history, failure } => {
                writeln!(f, "the test fails under the schedule {schedule}: {failure}")?;
                if schedule != first {
                    writeln!(f, "it failed first under {first}")?;
                }
                writeln!(f, "(* a switch to another session, #n a session, !! an injected fault)")?;
                write!(f, "{history}")
            }
        }
    }
}

/// Return value of a test: `()`, or a `Result` whose error is a failure.
pub trait Outcome {
    /// Returns the description of the failure, or `None` if the test succeeded.
    fn failure(&self) -> Option<String>;
}

impl Outcome for () {
    fn failure(&self) -> Option<String> {
        None
    }
}

impl<T, E: Debug> Outcome for Result<T, E> {
    fn failure(&self) -> Option<String> {
        self.as_ref().err().map(|error| format!("{error:?}"))
    }
}
