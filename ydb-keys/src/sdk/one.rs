//! One statement: sent as it is, or as a transaction with a marker (`exactly_once` of a call), and its answer awaited.

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

/// The only statement of a call before it is sent, without a future of its own around that of the client.
pub(super) struct One<'q, A, R> {
    pub(super) executor: Target<'q>,
    pub(super) request: Request,
    pub(super) finish: Finish<'q, A, R>,
}

/// Makes the result of the client's answer. Most capture nothing, so that nothing is allocated for them.
pub(super) type Finish<'q, A, R> = Box<dyn FnOnce(&Operation, Option<&Tx>, YdbResult<A>) -> Result<R> + Send + 'q>;

impl<'q, A: Answer, R> One<'q, A, R> {
    /// Sends it as soon as it is polled.
    pub(super) fn begin(self, options: Options) -> Sent<'q, A, R> {
        let tx = self.executor.tx();
        Sent { future: A::of(self.executor, self.request, options), tx, finish: Some(self.finish) }
    }
}

/// A statement whose answer is awaited.
pub(super) struct Sent<'q, A, R> {
    future: BoxFuture<'q, YdbResult<A>>,
    tx: Option<&'q Tx>,
    /// `None` when the answer has come.
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

/// What the client answers to a statement.
pub(super) trait Answer: Sized {
    /// Sends a statement as its options say.
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>>;
}

impl Answer for ResultSet {
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>> {
        let Some(client) = client(&executor, options) else { return executor.into_query(request, options) };
        let send = async |tx: Tx, request| tx.query(request, Options::WRITE).await;
        Box::pin(async move { exactly_once(client, options, |tx| send(tx, request.clone())).await })
    }
}

impl Answer for () {
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>> {
        let Some(client) = client(&executor, options) else { return executor.into_execute(request, options) };
        let send = async |tx: Tx, request| tx.execute(request, Options::WRITE).await;
        Box::pin(async move { exactly_once(client, options, |tx| send(tx, request.clone())).await })
    }
}

fn client(executor: &Target<'_>, options: Options) -> Option<QueryClient> {
    if options.exactly_once { executor.client() } else { None }
}

/// The error is one of [`is_in_doubt`] if and only if the outcome is unknown.
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

/// The error with this status, and what there is to be said besides.
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
