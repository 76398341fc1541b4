//! The entry of every call: injected faults happen here, and refusals are reported. Also the caller's data in a
//! request, and work on separate threads, away from the few that serve all connections.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, SystemTime};

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{JoinHandle, spawn_blocking};
use tonic::{Code, Extensions, Request, Response};
use ydb_grpc::google_proto_workaround::protobuf::Duration as SentDuration;
use ydb_grpc::ydb_proto::operations::OperationParams;

use super::faults::{Call, Fault, Faults};
use super::reply::Reply;
use crate::error::{Error, Status};
use crate::session::Engine;
use crate::work::{Stop, under};

/// A call that the server refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// Time of the refusal.
    pub at: SystemTime,
    /// Kind of the call.
    pub call: Call,
    /// Error that the call was answered with.
    pub error: Error,
    /// Text of the query, if the call has one.
    pub statement: Option<String>,
}

pub(crate) type OnRefused = Arc<dyn Fn(&Refusal) + Send + Sync>;

/// State that all services share.
#[derive(Clone)]
pub(crate) struct Gate {
    pub engine: Arc<Engine>,
    pub faults: Faults,
    pub on_refused: Option<OnRefused>,
    /// Address for clients whose requests do not name one: host and port.
    pub address: (String, u16),
    pub is_encrypted: bool,
    /// The turns of requests and answers under a schedule.
    #[cfg(feature = "simulation")]
    pub turns: Option<Arc<super::turns::Turns>>,
}

/// Effect of an injected fault on a stream, or on a call whose work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    BreakAfter(usize),
    /// The work is done, and the answer has this status.
    Status(Status),
}

/// Result of entering a call: the call continues, perhaps with the ending of a fault, or is refused.
pub(crate) type Entered = Result<Option<Ending>, Error>;

impl Gate {
    /// Runs a call that has one answer and takes microseconds.
    pub(crate) async fn unary<Q, R, W>(&self, call: Call, request: Request<Q>, work: W) -> Answer<R>
    where
        R: Reply,
        W: FnOnce(&Arc<Engine>, Q) -> Result<R::Body, Error>,
    {
        let ending = match self.begin(call, request.extensions()).await? {
            Ok(ending) => ending,
            Err(error) => return Ok(Response::new(R::bad(&error))),
        };
        let engine = self.engine_of(request.extensions());
        self.end(call, work(&engine, request.into_inner()), ending)
    }

    /// Runs a call that has one answer and may take long or wait for other calls. `params` returns the operation
    /// parameters of the request, if it has any.
    pub(crate) async fn lengthy<Q, R, W>(
        &self,
        call: Call,
        request: Request<Q>,
        params: impl FnOnce(&Q) -> Option<&OperationParams>,
        work: W,
    ) -> Answer<R>
    where
        Q: Send + 'static,
        R: Reply,
        R::Body: Send + 'static,
        W: FnOnce(&Arc<Engine>, Q) -> Result<R::Body, Error> + Send + 'static,
    {
        let ending = match self.begin(call, request.extensions()).await? {
            Ok(ending) => ending,
            Err(error) => return Ok(Response::new(R::bad(&error))),
        };
        let engine = self.engine_of(request.extensions());
        let body = request.into_inner();
        let (timeout, cancel_after) = deadlines(params(&body));
        let answer =
            offload(&self.stop().within(timeout, cancel_after), move || work(&engine, body)).await.unwrap_or_else(Err);
        self.end(call, answer, ending)
    }

    pub(crate) async fn begin(&self, call: Call, of: &Extensions) -> Result<Entered, tonic::Status> {
        match self.enter(call, of).await? {
            Ok(Some(Ending::BreakAfter(0))) => Err(broken()),
            entered => Ok(entered),
        }
    }

    fn end<R: Reply>(&self, call: Call, answer: Result<R::Body, Error>, ending: Option<Ending>) -> Answer<R> {
        match (answer, ending) {
            (Err(error), _) => {
                self.refused(call, &error, None);
                Ok(Response::new(R::bad(&error)))
            }
            (Ok(_), Some(Ending::BreakAfter(_))) => Err(broken()),
            (Ok(_), Some(Ending::Status(status))) => Ok(Response::new(R::bad(&injected(status)))),
            (Ok(body), None) => Ok(Response::new(R::good(body))),
        }
    }

    /// Returns the stop signal for a call that has no deadline of its own.
    pub(crate) fn stop(&self) -> Stop {
        Stop::new(self.engine.clock()).firm(self.engine.config().behavior.cancelled_statements_run)
    }

    pub(crate) fn engine_of(&self, extensions: &Extensions) -> Arc<Engine> {
        let engine = match extensions.get::<User>() {
            Some(User(name)) if name != self.engine.user() => self.engine.acting_as(Arc::clone(name)),
            _ => Arc::clone(&self.engine),
        };
        #[cfg(feature = "simulation")]
        if let Some(super::turns::Arrived(Some(arrival))) = extensions.get() {
            return engine.arrived(Arc::clone(arrival));
        }
        #[cfg(feature = "simulation")]
        if let Some(held) = extensions.get::<crate::session::Held>() {
            return engine.holding(held.clone());
        }
        engine
    }

    /// Applies the fault of a call: an error below the protocol, an error in the protocol, or an ending of its answer.
    pub(crate) async fn enter(&self, call: Call, of: &Extensions) -> Result<Entered, tonic::Status> {
        // The time is read first: a test that sees that a delay was taken may move the clock at once.
        let arrived = self.engine.clock().passed();
        #[cfg(feature = "simulation")]
        let scheduled = of.get::<super::turns::Injected>().map(|injected| injected.0.clone());
        #[cfg(not(feature = "simulation"))]
        let (scheduled, _) = (None, of);
        Ok(Ok(match scheduled.or_else(|| self.faults.take(call)) {
            None => None,
            Some(Fault::Status(status, message)) => return Ok(Err(Error::new(status, message))),
            Some(Fault::Grpc(code)) => return Err(tonic::Status::new(Code::from(code as i32), "Injected fault")),
            Some(Fault::StatusAfterExecution(status)) => Some(Ending::Status(status)),
            Some(Fault::BreakStreamAfter(messages)) => Some(Ending::BreakAfter(messages)),
            Some(Fault::LoseSession) => {
                self.engine.kill_sessions();
                None
            }
            // A timer would round a delay of zero up.
            Some(Fault::Delay(Duration::ZERO)) => None,
            Some(Fault::Delay(delay)) => {
                self.engine.clock().reach(arrived.saturating_add(delay)).await;
                None
            }
        }))
    }

    pub(crate) fn refused(&self, call: Call, error: &Error, statement: Option<&str>) {
        if let Some(report) = &self.on_refused {
            let statement = statement.map(str::to_owned);
            report(&Refusal { at: self.engine.clock().now(), call, error: error.clone(), statement });
        }
    }
}

pub(crate) type Answer<R> = Result<Response<R>, tonic::Status>;

/// Returns the error of a connection that an injected fault breaks.
pub(crate) fn broken() -> tonic::Status {
    tonic::Status::unavailable("Connection broken by an injected fault")
}

/// Returns the error of a call whose work is done, with an injected status.
pub(crate) fn injected(status: Status) -> Error {
    Error::new(status, "Injected status; the work was done")
}

/// The `:authority` by which a request's client reached the server.
#[derive(Clone, Debug)]
pub(crate) struct Authority(pub(crate) String);

#[derive(Clone, Debug)]
pub(crate) struct User(pub(crate) Arc<str>);

/// Returns `true` if a client means this database. A client that names no database means it, too.
pub(crate) fn is_database(named: &str, database: &str) -> bool {
    named.is_empty() || named.trim_matches('/') == database.trim_matches('/')
}

// Work on separate threads, away from the few that serve all connections.
//
// Work of microseconds runs on the thread where its request arrived: to move it would take longer. All other work comes
// here, and its call waits without holding a thread. If the call is dropped because its client has gone away or its
// deadline has passed, the work is stopped.

/// Work in progress. Dropping it before its end stops the work.
pub(crate) struct Offloaded<T> {
    work: Work<T>,
    stop: Option<Stop>,
}

enum Work<T> {
    /// Work on another thread.
    There(JoinHandle<T>),
    /// Work that is already done, in a runtime with only one thread.
    Here(Option<Box<T>>),
}

pub(crate) fn offload<T: Send + 'static>(stop: &Stop, work: impl FnOnce() -> T + Send + 'static) -> Offloaded<T> {
    let own = stop.clone();
    let work = move || under(&own, work);
    let work = match Handle::current().runtime_flavor() {
        // In a simulation only one thing happens at a time.
        RuntimeFlavor::CurrentThread => Work::Here(Some(Box::new(work()))),
        _ => Work::There(spawn_blocking(work)),
    };
    Offloaded { work, stop: Some(stop.clone()) }
}

impl<T> Future for Offloaded<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // Like a future of `async`: only a mistake of the caller polls it after its end.
        assert!(self.stop.is_some(), "the work of another thread was polled again after it was done");
        let done = match &mut self.work {
            // The work failed: the server shuts down and does not start it, or it panicked.
            Work::There(work) => ready!(Pin::new(work).poll(cx)).map_err(|error| {
                if error.is_cancelled() {
                    Error::new(Status::Unavailable, "The server is shutting down")
                } else {
                    panicked()
                }
            }),
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

fn panicked() -> Error {
    Error::new(Status::InternalError, "The engine panicked; this is a bug")
}

/// Returns a request's `operation_timeout` and `cancel_after`.
fn deadlines(params: Option<&OperationParams>) -> (Option<Duration>, Option<Duration>) {
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
    fn a_database_is_known_by_its_path() {
        assert!(is_database("/local", "/local"));
        assert!(is_database("/local/", "/local"));
        assert!(is_database("local", "/local"));
        assert!(is_database("", "/local"));
        assert!(!is_database("/other", "/local"));
        assert!(!is_database("/local/dir", "/local"));
    }

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
