//! The side of `transact` that holds the client's transaction: runs what the closure sends, and ends the attempt.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use tracing::Instrument as _;
use ydb::{
    QueryClient, RetryTxAttempt, Transaction, YdbError, YdbOrCustomerError, YdbResult, YdbResultWithCustomerErr,
};

use crate::sdk::executor::Target;
use crate::sdk::options::Options;
use crate::sdk::params::Request;
use crate::sdk::status::is_unknown;
use crate::sdk::tx::{Answer, Command, Commands, Statement, Tx};

/// What the two sides of a `transact` know of each other.
pub(super) struct Shared {
    pub(super) client: QueryClient,
    /// The transaction of an attempt that has begun and whose closure has not.
    begun: Mutex<Option<Tx>>,
    attempts: AtomicU32,
    /// See [`Tx::doubts`].
    doubts: Arc<AtomicU32>,
    /// Whether a commit was sent that has no definite answer.
    in_doubt: AtomicBool,
}

impl Shared {
    pub(super) fn new(client: QueryClient) -> Self {
        Shared {
            client,
            begun: Mutex::default(),
            attempts: AtomicU32::new(0),
            doubts: Arc::default(),
            in_doubt: AtomicBool::new(false),
        }
    }

    /// The transaction of a new attempt, once.
    pub(super) fn take_begun(&self) -> Option<Tx> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn attempts(&self) -> u32 {
        self.attempts.load(Ordering::Relaxed)
    }

    pub(super) fn is_in_doubt(&self) -> bool {
        self.in_doubt.load(Ordering::Relaxed)
    }

    fn begin(&self) -> Commands {
        // An attempt follows a doubtful commit only if the transaction is idempotent.
        self.in_doubt.store(false, Ordering::Relaxed);
        let (tx, commands) = Tx::new(self.attempts.fetch_add(1, Ordering::Relaxed) + 1, self.doubts.clone());
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Some(tx);
        commands
    }
}

/// The closure has refused, and no statement has failed: the client rolls back and does not retry.
#[derive(Debug, thiserror::Error)]
#[error("the closure returned an error")]
struct Refused;

/// What the client's `retry_tx` runs, once for each attempt.
pub(super) struct Attempts(pub(super) Arc<Shared>);

impl RetryTxAttempt<()> for Attempts {
    fn attempt<'a>(&'a mut self, transaction: &'a mut Transaction) -> BoxFuture<'a, YdbResultWithCustomerErr<()>> {
        let commands = self.0.begin();
        let target = Target::Transaction(transaction);
        Box::pin(Attempt { shared: &self.0, target, progress: Progress::Clean, failed: None }.run(commands))
    }
}

struct Attempt<'a> {
    shared: &'a Shared,
    target: Target<'a>,
    progress: Progress,
    /// Why the transaction cannot be committed: the error of a statement that the client has not made up itself.
    failed: Option<YdbError>,
}

#[derive(PartialEq)]
enum Progress {
    /// Nothing was sent.
    Clean,
    Open,
    Committed,
}

impl Attempt<'_> {
    async fn run(mut self, mut commands: Commands) -> YdbResultWithCustomerErr<()> {
        while let Some(command) = commands.next.recv().await {
            match command {
                Command::Run(statement) if statement.answer.is_dropped() => {}
                Command::Run(statement) => self.statement(statement).await,
                Command::Again(error) => self.failed = Some(error),
                Command::End { ok } => return self.end(ok, commands.is_abandoned()).await,
            }
        }
        // `transact` keeps a handle as long as it polls this.
        Err(YdbError::Custom("the transaction was dropped".to_owned()).into())
    }

    /// Runs a statement to its end, even if its call is dropped meanwhile.
    async fn statement(&mut self, statement: Statement) {
        let Statement { request, options, answer, span } = statement;
        self.before(options);
        match answer {
            Answer::Rows(sender) => {
                let result = self.target.query(request, options).instrument(span).await;
                self.after(options, &result);
                sender.send(result).ok();
            }
            Answer::Done(sender) => {
                let result = self.target.execute(request, options).instrument(span).await;
                self.after(options, &result);
                sender.send(result).ok();
            }
        }
    }

    /// If the whole `transact` times out, this future is dropped while the statement runs.
    fn before(&mut self, options: Options) {
        if self.progress == Progress::Clean {
            self.progress = Progress::Open;
        }
        if options.commit {
            self.shared.in_doubt.store(true, Ordering::Relaxed);
        }
    }

    fn after<R>(&mut self, options: Options, result: &YdbResult<R>) {
        if options.commit {
            self.shared.in_doubt.store(result.as_ref().err().is_some_and(is_unknown), Ordering::Relaxed);
        }
        match result {
            Ok(_) if options.commit => self.progress = Progress::Committed,
            Ok(_) => {}
            // After a failure the client answers further statements itself: "already finished".
            Err(YdbError::Custom(_)) if self.failed.is_some() => {}
            Err(error) if self.progress != Progress::Committed => self.failed = Some(error.clone()),
            Err(_) => {}
        }
    }

    /// The client retries an attempt that returns its own errors, by its own rules, and rolls back after any error.
    async fn end(mut self, ok: bool, abandoned: bool) -> YdbResultWithCustomerErr<()> {
        match (self.failed.take(), ok) {
            (Some(error), _) => Err(error.into()),
            (None, false) => Err(YdbOrCustomerError::Customer(Arc::new(Refused))),
            (None, true) if abandoned => Err(YdbError::Custom(ABANDONED.to_owned()).into()),
            (None, true) if self.progress == Progress::Open => self.commit().await,
            (None, true) => Ok(()),
        }
    }

    /// Commits with a statement, because the client retries a statement that is ABORTED, but not a separate commit.
    async fn commit(&mut self) -> YdbResultWithCustomerErr<()> {
        let request = Request::plain("SELECT 1".to_owned());
        let options = Options { commit: true, ..Options::READ };
        self.before(options);
        let result = self.target.execute(request, options).await;
        self.after(options, &result);
        Ok(result?)
    }
}

const ABANDONED: &str = "the call of a write was dropped before it was done, so the transaction is not committed; \
                         await each call to its end, or return an error";
