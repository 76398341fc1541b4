//! The side of `transact` that holds the client's transaction: it runs the statements of the closure, and ends the
//! attempt.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tracing::Instrument as _;
use ydb::{RetryTxAttempt, Transaction, YdbError, YdbOrCustomerError, YdbResult, YdbResultWithCustomerErr};

use super::marker::{AtCommit, Marker, Shared};
use crate::sdk::executor::Target;
use crate::sdk::status::{
    GENERIC_ERROR, PRECONDITION_FAILED, SCHEME_ERROR, has_status, is_conflict, is_of_answer, is_refusal, is_unknown,
    rejection,
};
use crate::sdk::tx::{Answer, Command, Commands, Statement};
use crate::sdk::{Options, Request};

/// Error for the client after the closure has refused and no statement has failed: the client rolls back and does not
/// retry.
#[derive(Debug, thiserror::Error)]
#[error("the closure returned an error")]
struct Refused;

/// Attempts of a transaction: the client's `retry_tx` runs [`attempt`](RetryTxAttempt::attempt) once for each.
pub(super) struct Attempts {
    pub(super) shared: Arc<Shared>,
    pub(super) marker: Option<Marker>,
}

impl RetryTxAttempt<()> for Attempts {
    fn attempt<'a>(&'a mut self, transaction: &'a mut Transaction) -> BoxFuture<'a, YdbResultWithCustomerErr<()>> {
        let (shared, marker) = (&*self.shared, self.marker.as_ref());
        let commands = shared.begin();
        let target = Target::Transaction(transaction);
        Box::pin(Attempt { shared, marker, target, progress: Progress::Clean, failed: None }.run(commands))
    }
}

struct Attempt<'a> {
    shared: &'a Shared,
    marker: Option<&'a Marker>,
    target: Target<'a>,
    progress: Progress,
    /// Reason that the transaction cannot be committed: the error of a statement, unless the client itself made it up.
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
                Command::End { ok, value } => return self.end(ok, value, commands.is_abandoned()).await,
            }
        }
        // Never reached in practice: `transact` keeps a handle as long as it polls this future.
        Err(YdbError::Custom("the transaction was dropped".to_owned()).into())
    }

    /// Runs a statement to its end, even if the call that waits for it is dropped meanwhile.
    async fn statement(&mut self, statement: Statement) {
        let Statement { request, options, answer, span } = statement;
        if options.commit && self.marker.is_some() {
            let error = YdbError::Custom(COMMITS.to_owned());
            self.failed = Some(error.clone());
            return answer.refuse(error);
        }
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

    /// Records the state before a statement is sent: if the whole `transact` times out, this future is dropped while
    /// the statement runs.
    fn before(&mut self, options: Options) {
        if self.progress == Progress::Clean {
            self.progress = Progress::Open;
        }
        if options.commit {
            self.shared.know(|known| known.in_doubt = true);
        }
    }

    fn after<R>(&mut self, options: Options, result: &YdbResult<R>) {
        if options.commit {
            let failed = result.as_ref().err();
            let in_doubt = failed.is_some_and(|error| is_unknown(error) || is_of_answer(error));
            self.shared.know(|known| known.in_doubt = in_doubt);
        }
        match result {
            Ok(_) if options.commit => self.progress = Progress::Committed,
            Ok(_) => {}
            // After a failure the client answers further statements itself with "already finished".
            Err(YdbError::Custom(_)) if self.failed.is_some() => {}
            Err(error) if self.progress != Progress::Committed => self.failed = Some(error.clone()),
            Err(_) => {}
        }
    }

    /// Ends the attempt. The client rolls back after any error. An error of its own it retries by its own rules.
    async fn end(mut self, ok: bool, value: Option<String>, abandoned: bool) -> YdbResultWithCustomerErr<()> {
        let is_shared = self.marker.is_some_and(|marker| marker.shared);
        match (self.failed.take(), ok) {
            // The client would repeat the attempt if the status were ABORTED. The closure has already returned the
            // error.
            (Some(error), false) if rejection(&error).is_some() => Err(YdbOrCustomerError::Customer(Arc::new(Refused))),
            (Some(error), _) => Err(error.into()),
            (None, false) => Err(YdbOrCustomerError::Customer(Arc::new(Refused))),
            (None, true) if abandoned => Err(YdbError::Custom(ABANDONED.to_owned()).into()),
            (None, true) if self.progress == Progress::Open || is_shared => self.commit(value).await,
            (None, true) => Ok(()),
        }
    }

    /// Commits with a statement, because the client retries a transaction whose statement is ABORTED, but not one whose
    /// separate commit is. With a marker, this statement marks the row.
    async fn commit(&mut self, value: Option<String>) -> YdbResultWithCustomerErr<()> {
        let Some(marker) = self.marker else {
            let options = Options { commit: true, ..Options::READ };
            return Ok(self.commit_with(Request::plain("SELECT 1".to_owned()), options).await?);
        };
        let entry = self.shared.know(|known| known.entry.clone());
        let entry = entry.ok_or_else(|| YdbError::InternalError("no row is open".to_owned()))?;
        let commit = marker.commit(&entry, value).map_err(YdbError::from)?;
        let Err(error) = self.commit_with(commit, Options { commit: true, ..Options::WRITE }).await else {
            return Ok(());
        };
        let in_doubt = !is_refusal(&error);
        self.shared.know(|known| known.in_doubt = in_doubt);
        // The statement fails by itself if the row is not open, or if the table does not exist.
        let of_row = has_status(&error, &[PRECONDITION_FAILED, SCHEME_ERROR, GENERIC_ERROR]) && !is_conflict(&error);
        Err(if in_doubt || of_row { YdbOrCustomerError::Customer(Arc::new(AtCommit(error))) } else { error.into() })
    }

    async fn commit_with(&mut self, request: Request, options: Options) -> YdbResult<()> {
        self.before(options);
        let result = self.target.execute(request, options).await;
        self.after(options, &result);
        result
    }
}

const COMMITS: &str = "an `exactly_once` transaction commits with its last statement, which is not the program's; remove \
                       `with_commit`, which saves nothing here";

const ABANDONED: &str = "the call of a write was dropped before it was done, so the transaction is not committed; \
                         await each call to its end, or return an error";
