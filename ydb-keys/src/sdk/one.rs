//! Single statements: sent as they are, or as a transaction with a marker (`exactly_once` of a call).

use std::task::{Context, Poll, ready};

use futures_util::future::BoxFuture;
use ydb::{QueryClient, ResultSet, TxMode, YdbError, YdbIssue, YdbResult, YdbStatusError};

use super::executor::Target;
use super::failure::Operation;
use super::options::Options;
use super::params::Request;
use super::status::{UNAVAILABLE, UNDETERMINED, has_status, is_in_doubt};
use super::transact::Transact;
use super::tx::Tx;
use crate::error::{Gone, Result};

/// Operation of a call that has not begun.
pub(super) enum Run<'q, R> {
    /// A single statement that returns rows.
    Rows(One<'q, ResultSet, R>),
    /// A single statement that returns no rows.
    Done(One<'q, (), R>),
    Other(Box<dyn FnOnce(Operation, Options) -> BoxFuture<'q, Result<R>> + Send + 'q>),
}

/// The only statement of a call before it is sent. It needs no future of its own around the future of the client.
pub(super) struct One<'q, A, R> {
    pub(super) executor: Target<'q>,
    pub(super) request: Request,
    pub(super) finish: Finish<'q, A, R>,
}

/// Function that makes the result of a call from the client's answer. Most capture nothing, so that nothing is
/// allocated.
pub(super) type Finish<'q, A, R> = Box<dyn FnOnce(&Operation, Option<&Tx>, YdbResult<A>) -> Result<R> + Send + 'q>;

impl<'q, A: Answer, R> One<'q, A, R> {
    /// Begins the call. The statement is sent when the result is first polled.
    pub(super) fn begin(self, options: Options) -> Sent<'q, A, R> {
        let tx = self.executor.tx();
        Sent { future: A::of(self.executor, self.request, options), tx, finish: Some(self.finish) }
    }
}

/// Statement whose answer is awaited.
pub(super) struct Sent<'q, A, R> {
    future: BoxFuture<'q, YdbResult<A>>,
    tx: Option<&'q Tx>,
    /// `None` after the answer has come.
    finish: Option<Finish<'q, A, R>>,
}

impl<A, R> Sent<'_, A, R> {
    pub(super) fn poll(&mut self, operation: &Operation, cx: &mut Context<'_>) -> Poll<Result<R>> {
        let answer = ready!(self.future.as_mut().poll(cx));
        match self.finish.take() {
            Some(finish) => Poll::Ready(finish(operation, self.tx, answer)),
            None => Poll::Pending,
        }
    }
}

/// Types of the client's answers to a statement.
pub(super) trait Answer: Sized {
    /// Sends a statement with the given options.
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>>;

    /// Makes the operation of a call that is this statement alone.
    fn run<R>(one: One<'_, Self, R>) -> Run<'_, R>;
}

impl Answer for ResultSet {
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>> {
        let Some(client) = client(&executor, options) else { return executor.into_query(request, options) };
        let send = async |tx: Tx, request| tx.query(request, Options::WRITE).await;
        Box::pin(async move { exactly_once(client, options, |tx| send(tx, request.clone())).await })
    }

    fn run<R>(one: One<'_, Self, R>) -> Run<'_, R> {
        Run::Rows(one)
    }
}

impl Answer for () {
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>> {
        let Some(client) = client(&executor, options) else { return executor.into_execute(request, options) };
        let send = async |tx: Tx, request| tx.execute(request, Options::WRITE).await;
        Box::pin(async move { exactly_once(client, options, |tx| send(tx, request.clone())).await })
    }

    fn run<R>(one: One<'_, Self, R>) -> Run<'_, R> {
        Run::Done(one)
    }
}

fn client(executor: &Target<'_>, options: Options) -> Option<QueryClient> {
    if options.exactly_once { executor.client() } else { None }
}

/// Runs a statement as a transaction with a marker. [`is_in_doubt`] is true for the error if and only if the outcome is
/// unknown.
async fn exactly_once<R, Fut>(client: QueryClient, options: Options, statement: impl FnMut(Tx) -> Fut) -> YdbResult<R>
where
    Fut: Future<Output = YdbResult<R>>,
{
    let mode = options.tx_mode.unwrap_or(TxMode::SerializableReadWrite);
    let transact = Transact::new(client, None, statement).with(options.timeout, false, mode).exactly_once();
    let doubts = transact.doubts();
    transact.await.map_err(|error| match doubts() {
        (unknown, true) => answer(if unknown { UNDETERMINED } else { UNAVAILABLE }, &error, Some(Gone(unknown))),
        (true, false) if !is_in_doubt(&error) => answer(UNDETERMINED, &error, None),
        (false, false) if has_status(&error, &[UNDETERMINED]) => answer(UNAVAILABLE, &error, None),
        _ => error,
    })
}

/// Makes an error with this status from another error, and adds an issue about the marker's row.
fn answer(status: i32, error: &YdbError, more: Option<Gone>) -> YdbError {
    let mut answer = match error {
        YdbError::YdbStatusError(answer) => answer.clone(),
        _ => YdbStatusError::default(),
    };
    answer.operation_status = status;
    answer.issues.extend(more.map(|more| {
        let mut issue = YdbIssue::default();
        issue.message = more.to_string();
        issue
    }));
    YdbError::YdbStatusError(answer)
}
