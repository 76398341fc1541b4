//! The one way into the engine: every call passes here, where ordered faults happen and refusals are told.

use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

use tonic::{Code, Extensions, Request, Response};

use super::caller::User;
use super::faults::{Call, Fault, Faults};
use super::reply::Reply;
use crate::error::{Error, Status};
use crate::session::Engine;

/// A call that the server refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// When.
    pub at: SystemTime,
    /// Which call.
    pub call: Call,
    /// Why.
    pub error: Error,
    /// The text of the query, where the call has one.
    pub statement: Option<String>,
}

/// Who is told about refusals.
pub(crate) type OnRefused = Arc<dyn Fn(&Refusal) + Send + Sync>;

/// What every service shares.
#[derive(Clone)]
pub(crate) struct Gate {
    /// The engine behind.
    pub engine: Arc<Engine>,
    /// What is to go wrong.
    pub faults: Faults,
    /// Who is told about refusals.
    pub on_refused: Option<OnRefused>,
    /// The address to tell clients that do not say how they got here.
    pub address: (String, u16),
}

/// How a stream is to end, where that was ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Breaks after that many messages.
    BreakAfter(usize),
    /// Does the work, shows nothing of it and tells this status.
    Status(Status),
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate").field("faults", &self.faults).field("address", &self.address).finish_non_exhaustive()
    }
}

impl Gate {
    /// A call that answers once.
    pub(crate) async fn unary<Q, R, W>(&self, call: Call, request: Request<Q>, work: W) -> Answer<R>
    where
        R: Reply,
        W: FnOnce(&Arc<Engine>, Q) -> Result<R::Body, Error>,
    {
        let ending = match self.enter(call).await? {
            Ok(ending) => ending,
            Err(error) => return Ok(Response::new(R::bad(&error))),
        };
        if ending == Some(Ending::BreakAfter(0)) {
            return Err(broken());
        }
        let engine = self.engine_of(request.extensions());
        let answer = work(&engine, request.into_inner());
        match (answer, ending) {
            (Err(error), _) => {
                self.refused(call, &error, None);
                Ok(Response::new(R::bad(&error)))
            }
            (Ok(_), Some(Ending::BreakAfter(_))) => Err(broken()),
            (Ok(_), Some(Ending::Status(status))) => Ok(Response::new(R::bad(&ordered(status)))),
            (Ok(body), None) => Ok(Response::new(R::good(body))),
        }
    }

    /// The engine as the caller sees it.
    pub(crate) fn engine_of(&self, extensions: &Extensions) -> Arc<Engine> {
        match extensions.get::<User>() {
            Some(User(name)) if name != self.engine.user() => self.engine.acting_as(Arc::clone(name)),
            _ => Arc::clone(&self.engine),
        }
    }

    /// What was ordered for a call: an error below the protocol, or one in it, or how its answer is to end.
    pub(crate) async fn enter(&self, call: Call) -> Result<Result<Option<Ending>, Error>, tonic::Status> {
        Ok(Ok(match self.faults.take(call) {
            None => None,
            Some(Fault::Status(status, message)) => return Ok(Err(Error::new(status, message))),
            Some(Fault::Grpc(code)) => return Err(tonic::Status::new(Code::from(code as i32), "Fault on order")),
            Some(Fault::StatusAfterExecution(status)) => Some(Ending::Status(status)),
            Some(Fault::BreakStreamAfter(messages)) => Some(Ending::BreakAfter(messages)),
            Some(Fault::LoseSession) => {
                self.engine.kill_sessions();
                None
            }
            Some(Fault::Delay(delay)) => {
                tokio::time::sleep(delay).await;
                None
            }
        }))
    }

    /// Tells of a refusal.
    pub(crate) fn refused(&self, call: Call, error: &Error, statement: Option<&str>) {
        // A session ends with its attached stream; who deletes it a moment later was refused nothing.
        if call == Call::DeleteSession && error.status == Status::BadSession {
            return;
        }
        if let Some(tell) = &self.on_refused {
            let statement = statement.map(str::to_owned);
            tell(&Refusal { at: SystemTime::now(), call, error: error.clone(), statement });
        }
    }
}

/// What a service's method returns.
pub(crate) type Answer<R> = Result<Response<R>, tonic::Status>;

/// The end of a stream that was ordered to break.
pub(crate) fn broken() -> tonic::Status {
    tonic::Status::unavailable("Connection broken on order")
}

/// The status that was ordered for work that was done.
pub(crate) fn ordered(status: Status) -> Error {
    Error::new(status, "Status on order; the work was done")
}
