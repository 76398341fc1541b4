//! Calls of a single statement: send it, and decode its result.

use ydb::{ResultSet, YdbError, YdbResult};

use super::call::{Call, Run};
use super::executor::Target;
use super::failure::Operation;
use super::one::One;
use super::options::Options;
use super::params::Request;
use super::tx::Tx;
use crate::error::{Error, Result};
use crate::statements::{Read, Statement};

/// Makes the call of a read. `decode` decodes its result.
pub(super) fn query<'q, R: Send + 'q>(
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
) -> Call<'q, R, Read> {
    send(executor, operation, statement, Operation::failed, decode, Options::READ)
}

/// Makes the call of a write that returns rows. `failed` turns the client's error into an error of the library.
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
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
    options: Options,
) -> Call<'q, R, K> {
    let operation = operation.on(executor.place());
    let run = Request::prepare(&operation, statement).map(|request| {
        let finish = move |operation: &Operation, tx: Option<&Tx>, answer: YdbResult<ResultSet>| {
            let decoded = decode(answer.map_err(|error| failed(operation, error))?);
            decoded.map_err(|error| operation.unread(tx, error))
        };
        Run::Rows(One { executor, request, finish: Box::new(finish) })
    });
    let call = Call::of(operation, options, run);
    if options.reads { call } else { call.markable() }
}

/// Makes the call of a write that returns no rows. `done` makes the result of the call.
pub(super) fn execute<'q, R: Send + 'q, K>(
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    done: impl FnOnce() -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let operation = operation.on(executor.place());
    let run = Request::prepare(&operation, statement).map(|request| {
        let finish = move |operation: &Operation, tx: Option<&Tx>, answer: YdbResult<()>| {
            answer.map_err(|error| failed(operation, error))?;
            done().map_err(|error| operation.unread(tx, error))
        };
        Run::Done(One { executor, request, finish: Box::new(finish) })
    });
    Call::of(operation, Options::WRITE, run).markable()
}
