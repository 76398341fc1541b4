//! Work on threads of its own, away from the few that serve all connections.
//!
//! What takes microseconds runs where its request arrived: to move it would take longer. Everything else comes here,
//! and its call waits without a thread. If the call is dropped, because its client has gone away or its deadline has
//! passed, the work is stopped.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use ydb_grpc::google_proto_workaround::protobuf::Duration as SentDuration;
use ydb_grpc::ydb_proto::operations::OperationParams;

use crate::error::{Error, Status};
use crate::work::{Stop, under};

/// Work under way. Whoever drops this before the end stops it.
pub(crate) struct Offloaded<T> {
    work: Work<T>,
    stop: Option<Stop>,
}

enum Work<T> {
    /// On another thread.
    There(JoinHandle<T>),
    /// Done, where everything runs on one thread.
    Here(Option<Box<T>>),
}

/// Begins work on another thread.
pub(crate) fn offload<T: Send + 'static>(stop: &Stop, work: impl FnOnce() -> T + Send + 'static) -> Offloaded<T> {
    let own = stop.clone();
    let work = move || under(&own, work);
    let work = match Handle::current().runtime_flavor() {
        // A simulation, in which one thing happens at a time.
        RuntimeFlavor::CurrentThread => Work::Here(Some(Box::new(work()))),
        _ => Work::There(spawn_blocking(work)),
    };
    Offloaded { work, stop: Some(stop.clone()) }
}

impl<T> Future for Offloaded<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // As a future of `async`: only a fault of the caller leads here.
        assert!(self.stop.is_some(), "the work of another thread was polled again after it was done");
        let done = match &mut self.work {
            Work::There(work) => ready!(Pin::new(work).poll(cx)).map_err(|error| unfinished(&error)),
            Work::Here(done) => done.take().map(|done| *done).ok_or_else(panicked),
        };
        self.stop = None;
        Poll::Ready(done)
    }
}

impl<T> Drop for Offloaded<T> {
    fn drop(&mut self) {
        self.stop.iter().for_each(Stop::cancel);
    }
}

/// Why work has no result: the server ends and does not begin it, or it panicked.
fn unfinished(error: &JoinError) -> Error {
    match error.is_cancelled() {
        true => Error::new(Status::Unavailable, "The server is shutting down"),
        false => panicked(),
    }
}

fn panicked() -> Error {
    Error::new(Status::InternalError, "The engine panicked; this is a bug")
}

/// A request's `operation_timeout` and its `cancel_after`.
pub(crate) fn deadlines(params: Option<&OperationParams>) -> (Option<Duration>, Option<Duration>) {
    let duration = |sent: Option<&SentDuration>| {
        let (seconds, nanos) = sent.map(|sent| (sent.seconds, sent.nanos))?;
        let whole = Duration::new(u64::try_from(seconds).ok()?, u32::try_from(nanos).ok()?);
        Some(whole).filter(|duration| !duration.is_zero())
    };
    let timeout = duration(params.and_then(|params| params.operation_timeout.as_ref()));
    (timeout, duration(params.and_then(|params| params.cancel_after.as_ref())))
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::Waker;

    use tokio::runtime::Runtime;

    use super::*;

    #[test]
    fn a_server_that_ends_begins_no_work() {
        let runtime = Runtime::new().unwrap();
        let handle = runtime.handle().clone();
        runtime.shutdown_background();
        let _entered = handle.enter();
        let ended = pin!(offload(&Stop::default(), || ())).poll(&mut Context::from_waker(Waker::noop()));
        let Poll::Ready(Err(error)) = ended else { panic!("{ended:?}") };
        assert_eq!(error.status, Status::Unavailable);
    }
}
