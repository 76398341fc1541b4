//! One statement: sent, and its result decoded.

use ydb::{ResultSet, YdbError};

use super::call::Call;
use super::executor::Executor;
use super::failure::Operation;
use super::options::Options;
use super::params::Request;
use crate::error::{Error, Result};
use crate::statements::Statement;

/// A read: one result, which `decode` decodes.
pub(super) fn query<'q, Q: Executor, R: Send + 'q>(
    executor: &'q mut Q,
    operation: Operation,
    statement: Result<Statement<'_>>,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
) -> Call<'q, R> {
    returning(executor, operation, statement, Operation::failed, decode).idempotent(true)
}

/// A write that returns rows; `failed` turns the client's error into ours.
pub(super) fn returning<'q, Q: Executor, R: Send + 'q, K>(
    executor: &'q mut Q,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let run = Request::prepare(&operation, statement).map(|request| {
        move |operation: Operation, options: Options| {
            let call = executor.query(request, options);
            async move { decode(call.await.map_err(|error| failed(&operation, error))?) }
        }
    });
    Call::new(operation.within(Q::IN_TRANSACTION), false, run)
}

/// A write that returns no rows; `done` makes the result of the call.
pub(super) fn execute<'q, Q: Executor, R: Send + 'q, K>(
    executor: &'q mut Q,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    done: impl FnOnce() -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let run = Request::prepare(&operation, statement).map(|request| {
        move |operation: Operation, options: Options| {
            let call = executor.execute(request, options);
            async move {
                call.await.map_err(|error| failed(&operation, error))?;
                done()
            }
        }
    });
    Call::new(operation.within(Q::IN_TRANSACTION), false, run)
}
