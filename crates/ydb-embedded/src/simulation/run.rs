//! One history after the other, each on a runtime of its own.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::failure::{Failure, HANGS};
use super::outcome::Outcome;
use super::rest::Rest;
use crate::schedule::{History, Schedule};
use crate::server::{Server, ServerBuilder, StartError};
use crate::session::{Engine, Snapshot};
use crate::wire::{Lines, Turns};

/// The time at which histories begin, if the server has no clock of its own: 2026-01-01.
const BEGIN: Duration = Duration::from_secs(1_767_225_600);

/// After how much time of a history without a request its test hangs.
const SILENCE: Duration = Duration::from_secs(3600);

/// A server whose clients share its thread, so that a seed decides in which order requests and answers pass.
///
/// A history is one run of a test. It begins with the state that [`prepare`](Self::prepare) left, on a clock that shows
/// the same time, without connections and sessions. In it each request and each answer waits until the seed's schedule
/// lets it go, and time passes only when everybody waits for a timer. So the same seed gives the same order, and a test
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
/// Not under control: threads that a test starts itself, and their order; what a test does with the machine's clock and
/// its own random numbers; a kernel that delivers bytes later than the call that sends them.
pub struct Simulation {
    builder: ServerBuilder,
    engine: Arc<Engine>,
    state: Snapshot,
    begins: Duration,
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("builder", &self.builder).finish_non_exhaustive()
    }
}

/// One history, and how its test ended.
#[derive(Debug)]
pub(super) struct Ran<T> {
    pub(super) ended: Ended<T>,
    pub(super) history: History,
}

/// How a test ended.
#[derive(Debug)]
pub(super) enum Ended<T> {
    Returned(T),
    Panicked(Box<dyn Any + Send>),
    /// Nobody asked anything for [`SILENCE`].
    Silent,
}

impl Simulation {
    /// A simulation of a server with these settings. Its host and its port are this machine's, and it speaks no TLS.
    #[must_use]
    pub fn new(builder: ServerBuilder) -> Self {
        let engine = builder.engine(UNIX_EPOCH + BEGIN);
        let (state, begins) = (engine.snapshot(), engine.clock().passed());
        Self { builder, engine, state, begins }
    }

    /// Makes what all histories begin with: tables and rows. Nothing waits for its turn.
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

    /// One history.
    pub(super) fn run<T>(
        &self,
        schedule: Option<&Schedule>,
        body: impl AsyncFnOnce(Server) -> T,
    ) -> Result<Ran<T>, StartError> {
        // Fails for the snapshot of another engine, and this is its own.
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
    /// How the test failed.
    pub(super) fn failure(&self) -> Option<String> {
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

/// A runtime of one thread, whose clock moves when the scheduler allows it.
fn runtime(rest: &Arc<Rest>) -> std::io::Result<Runtime> {
    let (before, after) = (Arc::clone(rest), Arc::clone(rest));
    let mut builder = Builder::new_current_thread();
    builder.enable_all().start_paused(true);
    // It looks for new bytes when no task can run, and not after some number of tasks.
    builder.event_interval(u32::MAX);
    builder.on_thread_park(move || before.before()).on_thread_unpark(move || after.after());
    builder.build()
}

/// Lets one after the other go, for ever.
async fn conduct(turns: Arc<Turns>, engine: Arc<Engine>, lines: Lines, rest: Arc<Rest>, silent: Arc<Notify>) {
    // Without a timer a runtime that waits for nothing would never go on. It is one for all rounds, because the paused
    // clock does not move in a round in which a timer was set.
    let mut alarm = pin!(tokio::time::sleep(SILENCE));
    loop {
        tokio::select! {
            biased;
            () = rest.wanted() => {}
            () = alarm.as_mut() => alarm.as_mut().reset(Instant::now() + SILENCE),
        }
        turns.settle().await;
        if !turns.step(&engine, &lines).await {
            if turns.silence() >= SILENCE {
                silent.notify_one();
            }
            rest.allow();
        }
    }
}
