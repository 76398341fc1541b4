//! One statement: sent, and its result decoded.

use ydb::{ResultSet, YdbError};

use super::call::Call;
use super::certain;
use super::executor::Target;
use super::failure::Operation;
use super::options::Options;
use super::params::Request;
use crate::error::{Error, Result};
use crate::statements::{Read, Statement};

/// A read: one result, which `decode` decodes.
pub(super) fn query<'q, R: Send + 'q>(
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
) -> Call<'q, R, Read> {
    send(executor, operation, statement, Operation::failed, decode, Options::READ)
}

/// A write that returns rows; `failed` turns the client's error into ours.
pub(super) fn returning<'q, R: Send + 'q, K>(
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    send(executor, operation, statement, failed, decode, Options::WRITE)
}

fn send<'q, R: Send + 'q, K>(
    mut executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
    options: Options,
) -> Call<'q, R, K> {
    let operation = operation.on(executor.place());
    let run = Request::prepare(&operation, statement).map(|request| {
        move |operation: Operation, options: Options| async move {
            let set = certain::query(&mut executor, request, options).await;
            let decoded = decode(set.map_err(|error| failed(&operation, error))?);
            decoded.map_err(|error| operation.unread(executor.tx(), error))
        }
    });
    let call = Call::new(operation, options, run);
    if options.reads { call } else { call.markable() }
}

/// A write that returns no rows; `done` makes the result of the call.
pub(super) fn execute<'q, R: Send + 'q, K>(
    mut executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    done: impl FnOnce() -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let operation = operation.on(executor.place());
    let run = Request::prepare(&operation, statement).map(|request| {
        move |operation: Operation, options: Options| async move {
            certain::execute(&mut executor, request, options).await.map_err(|error| failed(&operation, error))?;
            done().map_err(|error| operation.unread(executor.tx(), error))
        }
    });
    Call::new(operation, Options::WRITE, run).markable()
}
