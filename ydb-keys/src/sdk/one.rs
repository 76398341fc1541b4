//! The only statement of a call: sent, and its answer awaited, without a future of its own around that of the client.

use std::task::{Context, Poll, ready};

use futures_util::future::BoxFuture;
use ydb::{ResultSet, YdbResult};

use super::certain;
use super::executor::Target;
use super::failure::Operation;
use super::options::Options;
use super::params::Request;
use super::tx::Tx;
use crate::error::Result;

/// A statement before it is sent.
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

/// What the client answers to a statement.
pub(super) trait Answer: Sized {
    /// Sends the only statement of a call.
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>>;
}

impl Answer for ResultSet {
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>> {
        certain::into_query(executor, request, options)
    }
}

impl Answer for () {
    fn of<'q>(executor: Target<'q>, request: Request, options: Options) -> BoxFuture<'q, YdbResult<Self>> {
        certain::into_execute(executor, request, options)
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
