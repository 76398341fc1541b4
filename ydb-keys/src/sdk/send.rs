//! Calls of a single statement: send it, and decode its result.

use ydb::{ResultSet, YdbError, YdbResult};

use super::call::Call;
use super::executor::Target;
use super::failure::Operation;
use super::one::{Answer, One};
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
    let request = Request::prepare(&operation, statement);
    send(executor, operation, request, Options::READ, Operation::failed, decode)
}

/// Makes the call of a write that returns no rows.
pub(super) fn execute<'q, K>(
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
) -> Call<'q, (), K> {
    write(executor, operation, statement, Operation::failed, Ok)
}

/// Makes the call of a write. `failed` turns the client's error into an error of the library. `decode` makes the result
/// of the call from the answer: rows, or nothing.
pub(super) fn write<'q, A: Answer, R: Send + 'q, K>(
    executor: Target<'q>,
    operation: Operation,
    statement: Result<Statement<'_>>,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    decode: impl FnOnce(A) -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let request = Request::prepare(&operation, statement);
    send(executor, operation, request, Options::WRITE, failed, decode).markable()
}

/// Makes the call of a request that was prepared.
pub(super) fn send<'q, A: Answer, R: Send + 'q, K>(
    executor: Target<'q>,
    operation: Operation,
    request: Result<Request>,
    options: Options,
    failed: impl FnOnce(&Operation, YdbError) -> Error + Send + 'q,
    decode: impl FnOnce(A) -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let operation = operation.on(executor.place());
    let run = request.map(|request| {
        let finish = move |operation: &Operation, tx: Option<&Tx>, answer: YdbResult<A>| {
            let decoded = decode(answer.map_err(|error| failed(operation, error))?);
            decoded.map_err(|error| operation.unread(tx, error))
        };
        A::run(One { executor, request, finish: Box::new(finish) })
    });
    Call::of(operation, options, run)
}
