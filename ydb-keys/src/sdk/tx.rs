//! The transaction that the closure of `transact` uses: a handle that sends its statements to the attempt that runs
//! them.
//!
//! The client lends its transaction only to the closure of `retry_tx`, which must be `Send` and boxed. The closure of
//! `transact` has neither limit, because it does not hold that transaction: it sends each statement through a channel
//! and waits for the answer. Both sides are polled by one task, so nothing runs in parallel.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tokio::sync::{mpsc, oneshot};
use tracing::Span;
use ydb::{ResultSet, Value as SdkValue, YdbError, YdbResult};

use super::failure::Restart;
use super::{Namespace, Options, Request};

/// Number of times that a transaction begins again for a reason that may be wrong.
const DOUBTS: u32 = 3;

/// Transaction inside the closure of [`transact`](crate::transact): run operations on `&tx`.
///
/// Clones are the same transaction. Statements run one after the other, in the order in which their calls are first
/// polled. After the closure has returned, every operation on the transaction is an error.
///
/// **Await each call to its end.** If you drop the call of a write before it is done (`select!`, a timeout of your
/// own), the transaction is not committed: `transact` returns an error even if the closure returns `Ok`.
#[derive(Clone)]
pub struct Tx {
    commands: mpsc::UnboundedSender<Command>,
    abandoned: Arc<AtomicBool>,
    attempt: u32,
    /// Number of attempts of this transaction that began again for a reason that may be wrong.
    doubts: Arc<AtomicU32>,
    /// Path of the database, for spans.
    pub(super) namespace: Namespace,
}

/// Message to an attempt: what it does next.
pub(super) enum Command {
    Run(Statement),
    /// End the attempt with this error, whatever the closure returns. The client then begins another attempt.
    Again(YdbError),
    /// The closure has returned; `ok` is `true` if the transaction is to be committed.
    End {
        ok: bool,
        /// JSON of the closure's value, to be kept with the marker.
        value: Option<String>,
    },
}

/// A statement, and the channel for its result.
pub(super) struct Statement {
    pub(super) request: Request,
    pub(super) options: Options,
    pub(super) answer: Answer,
    pub(super) span: Span,
}

pub(super) enum Answer {
    Rows(oneshot::Sender<YdbResult<ResultSet>>),
    Done(oneshot::Sender<YdbResult<()>>),
}

impl Answer {
    /// Returns `true` if nobody waits for the answer any more.
    pub(super) fn is_dropped(&self) -> bool {
        match self {
            Answer::Rows(sender) => sender.is_closed(),
            Answer::Done(sender) => sender.is_closed(),
        }
    }

    pub(super) fn refuse(self, error: YdbError) {
        match self {
            Answer::Rows(sender) => drop(sender.send(Err(error))),
            Answer::Done(sender) => drop(sender.send(Err(error))),
        }
    }
}

/// Receiving side of a transaction, which the attempt holds.
pub(super) struct Commands {
    pub(super) next: mpsc::UnboundedReceiver<Command>,
    abandoned: Arc<AtomicBool>,
}

impl Commands {
    /// Returns `true` if the call of a write was dropped before it was done.
    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Acquire)
    }
}

impl Restart for Tx {
    fn again(&self, error: YdbError) {
        self.commands.send(Command::Again(error)).ok();
    }
}

impl Tx {
    /// Returns the number of this attempt, from 1. `transact` runs its closure again after a conflict, for example.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Runs a query of any text in the transaction. Not public API.
    ///
    /// # Errors
    /// An error of YDB.
    #[doc(hidden)]
    pub async fn raw(&self, text: String, params: HashMap<String, SdkValue>) -> YdbResult<ResultSet> {
        self.query(Request::own(text, params), Options::WRITE).await
    }

    /// Runs a text without a result in the transaction. Not public API.
    ///
    /// # Errors
    /// An error of YDB.
    #[doc(hidden)]
    pub async fn raw_exec(&self, text: String, params: HashMap<String, SdkValue>) -> YdbResult<()> {
        self.execute(Request::own(text, params), Options::WRITE).await
    }

    /// Returns `true` if the attempt may begin again for a reason that may be wrong, and counts it.
    pub(super) fn doubts(&self) -> bool {
        self.doubts.fetch_add(1, Ordering::Relaxed) < DOUBTS
    }

    pub(super) fn new(attempt: u32, doubts: Arc<AtomicU32>, namespace: Namespace) -> (Self, Commands) {
        let (sender, next) = mpsc::unbounded_channel();
        let abandoned = Arc::new(AtomicBool::new(false));
        let tx = Tx { commands: sender, abandoned: abandoned.clone(), attempt, doubts, namespace };
        (tx, Commands { next, abandoned })
    }

    /// Ends the attempt. An attempt that is over takes no more commands.
    pub(super) fn end(&self, ok: bool, value: Option<String>) {
        self.commands.send(Command::End { ok, value }).ok();
    }

    pub(super) async fn query(&self, request: Request, options: Options) -> YdbResult<ResultSet> {
        let (sender, answer) = oneshot::channel();
        self.run(request, options, Answer::Rows(sender), answer).await
    }

    pub(super) async fn execute(&self, request: Request, options: Options) -> YdbResult<()> {
        let (sender, answer) = oneshot::channel();
        self.run(request, options, Answer::Done(sender), answer).await
    }

    async fn run<R>(
        &self,
        request: Request,
        options: Options,
        answer: Answer,
        result: oneshot::Receiver<YdbResult<R>>,
    ) -> YdbResult<R> {
        let over = || YdbError::Custom("the transaction is over, because its closure has returned".to_owned());
        let statement = Statement { request, options, answer, span: Span::current() };
        let unfinished = options.writes().then(|| Unfinished(&self.abandoned));
        let result = match self.commands.send(Command::Run(statement)) {
            Ok(()) => result.await.unwrap_or_else(|_| Err(over())),
            Err(_) => Err(over()),
        };
        unfinished.into_iter().for_each(Unfinished::done);
        result
    }
}

impl_debug!([] Tx, |self, f| f.debug_struct("Tx").field("attempt", &self.attempt).finish_non_exhaustive());

/// Write whose answer has not been taken. If it is dropped before, nobody knows whether its statement is a part of the
/// transaction.
struct Unfinished<'a>(&'a AtomicBool);

impl Unfinished<'_> {
    fn done(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
