//! A statement that is its own transaction with a marker, so that its outcome is certain: `exactly_once` of a call.

use futures_util::future::BoxFuture;
use ydb::{QueryClient, ResultSet, TxMode, YdbError, YdbIssue, YdbResult, YdbStatusError};

use super::executor::Target;
use super::options::Options;
use super::params::Request;
use super::status::{UNAVAILABLE, UNDETERMINED, has_status, is_in_doubt};
use super::transact::Transact;
use super::tx::Tx;
use crate::error::Gone;

/// Sends one of several statements, which returns rows, as its options say.
pub(super) async fn query(target: &mut Target<'_>, request: Request, options: Options) -> YdbResult<ResultSet> {
    match client(target, options) {
        Some(client) => query_once(client, request, options).await,
        None => target.query(request, options).await,
    }
}

/// The same for a statement without rows.
pub(super) async fn execute(target: &mut Target<'_>, request: Request, options: Options) -> YdbResult<()> {
    match client(target, options) {
        Some(client) => execute_once(client, request, options).await,
        None => target.execute(request, options).await,
    }
}

/// Sends the only statement, which returns rows, as its options say.
pub(super) fn into_query<'q>(
    target: Target<'q>,
    request: Request,
    options: Options,
) -> BoxFuture<'q, YdbResult<ResultSet>> {
    match client(&target, options) {
        Some(client) => Box::pin(query_once(client, request, options)),
        None => target.into_query(request, options),
    }
}

/// The same for a statement without rows.
pub(super) fn into_execute<'q>(target: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<()>> {
    match client(&target, options) {
        Some(client) => Box::pin(execute_once(client, request, options)),
        None => target.into_execute(request, options),
    }
}

async fn query_once(client: QueryClient, request: Request, options: Options) -> YdbResult<ResultSet> {
    let send = async |tx: Tx, request| tx.query(request, Options::WRITE).await;
    run(client, options, |tx| send(tx, request.clone())).await
}

async fn execute_once(client: QueryClient, request: Request, options: Options) -> YdbResult<()> {
    let send = async |tx: Tx, request| tx.execute(request, Options::WRITE).await;
    run(client, options, |tx| send(tx, request.clone())).await
}

fn client(target: &Target<'_>, options: Options) -> Option<QueryClient> {
    if options.exactly_once { target.client() } else { None }
}

/// The error is one of [`is_in_doubt`] if and only if the outcome is unknown.
async fn run<R, Fut>(client: QueryClient, options: Options, statement: impl FnMut(Tx) -> Fut) -> YdbResult<R>
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
