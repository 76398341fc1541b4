//! Turns of requests and answers, in the order of a schedule.
//!
//! ```text
//! request ──> waits ──> its call runs ──> each message of the answer waits ──> client
//!               │                                    │
//!               └──────────── one of them goes ──────┘   when nothing else can happen
//! ```
//!
//! Server and clients share one thread (`simulation`), and only one waiting message goes at a time. The next one is
//! chosen after everything has happened that follows from the last one: no task can run, and no byte is in transit. A
//! loopback connection has delivered a byte when the call that sent it returns. It is therefore enough to look for new
//! bytes [`ROUNDS`] times in a row: from one message at the server to the next one it takes fewer rounds.
//!
//! A message's *chain* is its session: the id is found in the bytes of the request, where nothing else looks like a
//! session id. A request without a session is a chain of its own, together with its answer.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http::{Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt as _, Full};
use parking_lot::Mutex;
use prost::Message as _;
use tokio::sync::oneshot;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Bytes;
use ydb_grpc::ydb_proto::query::ExecuteQueryRequest;
use ydb_grpc::ydb_proto::query::execute_query_request::Query;

use super::faults::Fault;
use super::line::{Line, Lines, Moves};
use crate::error::Status as Answer;
use crate::schedule::{Chooser, Event, History, Schedule, Seen, Upset};
use crate::session::Engine;
use crate::storage::Arrival;

/// Number of quiet rounds before the scheduler chooses. A client's next request is two hops after the answer before it;
/// a request that has to connect first is four hops after it.
const ROUNDS: usize = 8;

/// Number of requests that an overloaded server refuses. Each refusal takes its share of the overload's duration, so
/// the overload ends even for a client that retries without waiting.
const REFUSALS: u32 = 4;

/// A fault for the call whose request has this extension.
#[derive(Clone, Debug)]
pub(crate) struct Injected(pub(crate) Fault);

/// Arrival of the request that has this extension, if the arrival matters.
#[derive(Clone, Debug)]
pub(crate) struct Arrived(pub(crate) Option<Arc<Arrival>>);

/// The waiting messages, and the history of those that went.
pub(crate) struct Turns {
    state: Mutex<TurnsState>,
    /// Counter of everything that the server sees.
    moves: Moves,
}

struct TurnsState {
    chooser: Chooser,
    waiting: Vec<Waiting>,
    next: u64,
    history: History,
    chains: HashMap<u64, u32>,
    /// `true` if messages pass at once, because there is no schedule.
    open: bool,
    /// Time of the last message that was not about discovery.
    last: tokio::time::Instant,
    steps: u64,
    /// Number of further requests that find the server overloaded, and the time that each of them takes.
    overloaded: (u32, Duration),
}

struct Waiting {
    id: u64,
    arrival: Option<Arc<Arrival>>,
    seen: Seen,
    method: Arc<str>,
    text: Arc<str>,
    go: oneshot::Sender<Option<Upset>>,
    late: Option<Late>,
}

/// Time at which a request is done whose client has given up.
#[derive(Clone, Copy, Debug)]
struct Late {
    /// The first step at which it may be done.
    step: u64,
    /// Duration by which the server's clock moves forward before it.
    by: Duration,
}

impl TurnsState {
    /// Records in the history whether the last step was ordered before earlier commits.
    fn notice(&mut self, engine: &Engine) {
        if engine.was_reordered()
            && let Some(last) = self.history.events.last_mut()
        {
            last.writes_early = true;
        }
    }

    /// Begins an overload that was drawn, or continues one that has begun.
    fn overload(&mut self, seen: Seen, drawn: Option<Upset>) -> Option<Upset> {
        match drawn {
            Some(Upset::Overloaded(time)) => self.overloaded = (REFUSALS - 1, time / REFUSALS),
            None if self.overloaded.0 > 0 && seen.request && seen.fallible => {
                self.overloaded.0 -= 1;
                return Some(Upset::StillOverloaded);
            }
            _ => {}
        }
        drawn
    }
}

/// Identity of a request and its answer in the schedule.
#[derive(Clone)]
struct Who {
    session: Option<Arc<str>>,
    chain: u64,
    fallible: bool,
    method: Arc<str>,
    text: Arc<str>,
}

impl Who {
    fn of(path: &str, body: &[u8]) -> Self {
        let method: Arc<str> = path.rsplit('/').next().unwrap_or_default().into();
        let text = if &*method == "ExecuteQuery" { text(body) } else { String::new() };
        let mut hasher = DefaultHasher::new();
        let session = session(body);
        match session {
            Some(id) => id.hash(&mut hasher),
            None => (path, body).hash(&mut hasher),
        }
        let own = ["Session", "Discovery", "Auth", "WhoAmI", "KeepAlive"];
        let fallible = !own.iter().any(|word| path.contains(word));
        let session = session.and_then(|id| std::str::from_utf8(id).ok()).map(Into::into);
        Self { session, chain: hasher.finish(), fallible, method, text: text.into() }
    }
}

fn text(body: &[u8]) -> String {
    // The message follows its length, and there is only one message.
    let message = body.get(5..).unwrap_or_default();
    match ExecuteQueryRequest::decode(message).ok().and_then(|request| request.query) {
        Some(Query::QueryContent(content)) => content.text,
        _ => String::new(),
    }
}

/// Returns the id of the session that a request names.
fn session(body: &[u8]) -> Option<&[u8]> {
    const PREFIX: &[u8] = b"ydb://session/";
    let from = body.windows(PREFIX.len()).position(|window| window == PREFIX)?;
    let id = body.get(from..)?;
    let len = id.iter().position(|byte| !byte.is_ascii_graphic()).unwrap_or(id.len());
    id.get(..len)
}

impl Turns {
    /// Creates the turns of a schedule. Without a schedule, all messages pass at once.
    pub(crate) fn new(schedule: Option<&Schedule>) -> Arc<Self> {
        let state = TurnsState {
            chooser: Chooser::new(schedule.unwrap_or(&Schedule::seeded(0))),
            waiting: Vec::new(),
            next: 0,
            history: History::default(),
            chains: HashMap::new(),
            open: schedule.is_none(),
            last: tokio::time::Instant::now(),
            steps: 0,
            overloaded: (0, Duration::ZERO),
        };
        Arc::new(Self { state: Mutex::new(state), moves: Moves::default() })
    }

    pub(crate) fn history(&self, engine: &Engine) -> History {
        let mut state = self.state.lock();
        state.notice(engine);
        state.history.clone()
    }

    /// Returns the time since somebody last sent anything but discovery, on the runtime's clock.
    pub(crate) fn silence(&self) -> Duration {
        self.state.lock().last.elapsed()
    }

    /// Returns the counter that the connections increase.
    pub(crate) const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Waits until everything has happened that can happen now.
    pub(crate) async fn settle(&self) {
        let (mut seen, mut quiet) = (self.moves.count(), 0);
        while quiet < ROUNDS {
            // Returns when no other task can run, after the runtime has checked for new bytes.
            tokio::task::yield_now().await;
            let now = self.moves.count();
            quiet = if now == seen { quiet + 1 } else { 0 };
            seen = now;
        }
    }

    /// Lets the next message go. Returns `true` if a message waited.
    pub(crate) async fn step(&self, engine: &Engine, lines: &Lines) -> bool {
        let (waiting, upset, moves) = {
            let mut guard = self.state.lock();
            let state = &mut *guard;
            let steps = state.steps;
            let is_due = |waiting: &Waiting| waiting.late.is_none_or(|late| late.step <= steps);
            let due: Vec<usize> = (0..state.waiting.len()).filter(|at| is_due(&state.waiting[*at])).collect();
            let seen: Vec<Seen> = due.iter().map(|at| state.waiting[*at].seen).collect();
            state.notice(engine);
            let Some(mut choice) = state.chooser.choose(&seen) else { return false };
            let Some(at) = due.get(choice.index) else { return false };
            let waiting = state.waiting.remove(*at);
            state.steps += 1;
            choice.upset = state.overload(waiting.seen, choice.upset);
            let known = u32::try_from(state.chains.len()).unwrap_or(u32::MAX);
            state.history.events.push(Event {
                chain: *state.chains.entry(waiting.seen.chain).or_insert(known + 1),
                request: waiting.seen.request,
                method: waiting.method.to_string(),
                text: waiting.text.to_string(),
                switch: choice.switch,
                reads_early: waiting.arrival.as_ref().is_some_and(|arrival| arrival.is_behind()),
                writes_early: false,
                upset: choice.upset,
            });
            let is_overloaded = matches!(choice.upset, Some(Upset::Overloaded(_) | Upset::StillOverloaded));
            let slow = if is_overloaded { state.overloaded.1 } else { Duration::ZERO };
            let moves = slow + waiting.late.map_or(Duration::ZERO, |late| late.by);
            (waiting, choice.upset, moves)
        };
        // Moves only the server's clock: a client that connects meanwhile has not waited for hours. The clock is
        // manual, so this cannot fail.
        if !moves.is_zero() {
            let _ = engine.advance(moves);
        }
        match upset {
            Some(Upset::Split) => engine.shake(waiting.id, true),
            Some(Upset::Merge) => engine.shake(waiting.id, false),
            Some(Upset::ClockMoved(by)) => {
                // The clock is manual, so this cannot fail.
                let _ = engine.advance(by);
                tokio::time::advance(by).await;
            }
            // Fails only for the machine's clock, and this clock is manual.
            Some(Upset::ClockBack(by)) => _ = engine.set_time(engine.clock().passed().saturating_sub(by)),
            Some(Upset::Restart) => {
                lines.break_all();
                engine.restart();
                self.state.lock().waiting.retain(|waiting| waiting.late.is_none());
                // The request came on a connection that is gone now.
                let _ = waiting.go.send(Some(Upset::BrokenConnection));
                return true;
            }
            _ => {}
        }
        // If its client has gone away, there is nothing to do.
        let _ = waiting.go.send(upset);
        true
    }

    /// Waits for the turn of a message.
    async fn turn(&self, who: &Who, request: bool, arrival: Option<Arc<Arrival>>) -> Option<Upset> {
        let (id, turn) = self.queue(who, request, arrival)?;
        let _leaves = Leaves { turns: self, id };
        turn.await.ok().flatten()
    }

    /// Adds a message to the waiting ones. Returns `None` if it passes at once.
    fn queue(
        &self,
        who: &Who,
        request: bool,
        arrival: Option<Arc<Arrival>>,
    ) -> Option<(u64, oneshot::Receiver<Option<Upset>>)> {
        self.moves.add();
        let mut state = self.state.lock();
        // Clients ask for the nodes of the database from time to time.
        if !matches!(&*who.method, "ListEndpoints" | "WhoAmI") {
            state.last = tokio::time::Instant::now();
        }
        if state.open {
            return None;
        }
        let (go, turn) = oneshot::channel();
        let id = state.next;
        state.next += 1;
        let Who { chain, fallible, method, text, .. } = who.clone();
        let text = if request { text } else { "".into() };
        state.waiting.push(Waiting {
            id,
            arrival,
            seen: Seen { chain, request, fallible },
            method,
            text,
            go,
            late: None,
        });
        Some((id, turn))
    }

    /// Does a request whose client has given up, when its time has come.
    async fn do_late<F>(
        self: Arc<Self>,
        who: Who,
        (steps, by): (u32, Duration),
        request: Request<Body>,
        call: impl FnOnce(Request<Body>) -> F,
    ) where
        F: Future<Output = Result<Response<Body>, Infallible>>,
    {
        let turn = {
            self.moves.add();
            let mut state = self.state.lock();
            let (go, turn) = oneshot::channel();
            let id = state.next;
            state.next += 1;
            let late = Some(Late { step: state.steps + u64::from(steps), by });
            // The request gets a chain of its own, because nobody waits for its answer.
            let seen = Seen { chain: who.chain ^ !id, request: true, fallible: false };
            let method = format!("{}, sent long before", who.method).into();
            state.waiting.push(Waiting { id, arrival: None, seen, method, text: who.text, go, late });
            turn
        };
        if turn.await.is_ok()
            && let Ok(response) = call(request).await
        {
            let mut body = response.into_body();
            while body.frame().await.is_some_and(|frame| frame.is_ok()) {}
            self.moves.add();
        }
    }

    /// Passes a request through: waits for its turn, makes its call, and returns an answer whose messages take turns.
    pub(crate) async fn pass<F>(
        self: Arc<Self>,
        request: Request<Body>,
        engine: &Engine,
        call: impl FnOnce(Request<Body>) -> F + Send + 'static,
    ) -> Result<Response<Body>, Infallible>
    where
        F: Future<Output = Result<Response<Body>, Infallible>> + Send + 'static,
    {
        let (mut parts, body) = request.into_parts();
        // A stream of requests does not end before its answer does.
        let streams = parts.uri.path().ends_with("/StreamRead");
        let (who, body) = if streams {
            (Who::of(parts.uri.path(), &[]), body)
        } else {
            let bytes = match body.collect().await {
                Ok(collected) => collected.to_bytes(),
                Err(status) => return Ok(status.into_http()),
            };
            (Who::of(parts.uri.path(), &bytes), Body::new(Full::new(bytes)))
        };
        let arrival = if who.fallible { engine.arrive() } else { None };
        parts.extensions.insert(Arrived(arrival.clone()));
        match self.turn(&who, true, arrival).await {
            Some(Upset::BrokenConnection) => {
                if let Some(line) = parts.extensions.get::<Arc<Line>>() {
                    line.break_now();
                }
                return Ok(lost().into_http());
            }
            Some(Upset::Late { steps, by }) if !streams => {
                parts.extensions.insert(Arrived(None));
                if let Some(held) = who.session.as_deref().and_then(|session| engine.hold(session)) {
                    parts.extensions.insert(held);
                }
                tokio::spawn(self.do_late(who, (steps, by), Request::from_parts(parts, body), call));
                return Ok(lost().into_http());
            }
            Some(Upset::Undetermined) => {
                parts.extensions.insert(Injected(Fault::StatusAfterExecution(Answer::Undetermined)));
            }
            Some(upset) => {
                if let Some(status) = upset.refusal() {
                    let message = "Injected by the schedule; nothing was done".to_owned();
                    parts.extensions.insert(Injected(Fault::Status(status, message)));
                }
            }
            None => {}
        }
        let line = parts.extensions.get::<Arc<Line>>().cloned();
        let response = call(Request::from_parts(parts, body)).await?;
        Ok(response
            .map(|body| Body::new(Taking { body, who, line, ends: !streams, turns: self, state: TakingStep::Next })))
    }
}

/// Removes a message from the waiting ones when its client goes away.
struct Leaves<'t> {
    turns: &'t Turns,
    id: u64,
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.turns.state.lock().waiting.retain(|waiting| waiting.id != self.id);
    }
}

fn lost() -> Status {
    Status::unavailable("The answer is lost, by the schedule")
}

/// An answer whose messages take turns.
struct Taking {
    body: Body,
    who: Who,
    line: Option<Arc<Line>>,
    /// `true` if the answer ends on its own, so that its work can be done to the end after the answer was lost.
    ends: bool,
    turns: Arc<Turns>,
    state: TakingStep,
}

enum TakingStep {
    /// Waits for the next message of the answer.
    Next,
    /// A message waits for its turn.
    Turn(Bytes, Pin<Box<dyn Future<Output = Option<Upset>> + Send>>),
    /// The answer is lost. If its work has an end, the work continues until then.
    Lost,
    Over,
}

impl http_body::Body for Taking {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = &mut *self;
        loop {
            match &mut this.state {
                TakingStep::Next => match ready!(Pin::new(&mut this.body).poll_frame(cx)) {
                    Some(Ok(frame)) => match frame.into_data() {
                        Ok(data) => {
                            let (turns, who) = (Arc::clone(&this.turns), this.who.clone());
                            this.state =
                                TakingStep::Turn(data, Box::pin(async move { turns.turn(&who, false, None).await }));
                        }
                        // The trailers of an answer, which need no turn.
                        Err(frame) => return Poll::Ready(Some(Ok(frame))),
                    },
                    end => return Poll::Ready(end),
                },
                TakingStep::Turn(data, turn) => {
                    let upset = ready!(turn.as_mut().poll(cx));
                    let data = std::mem::take(data);
                    this.state = TakingStep::Next;
                    match (upset, &this.line) {
                        (Some(Upset::BrokenConnection), Some(line)) => {
                            line.break_now();
                            this.state = TakingStep::Lost;
                        }
                        (Some(Upset::LostReply | Upset::BrokenConnection), _) => this.state = TakingStep::Lost,
                        _ => return Poll::Ready(Some(Ok(Frame::data(data)))),
                    }
                }
                TakingStep::Lost => {
                    while this.ends
                        && ready!(Pin::new(&mut this.body).poll_frame(cx)).is_some_and(|frame| frame.is_ok())
                    {
                    }
                    this.state = TakingStep::Over;
                    let mut trailers = http::HeaderMap::new();
                    // Fails only for a message that is not valid in a header; this message is valid.
                    let _ = lost().add_header(&mut trailers);
                    return Poll::Ready(Some(Ok(Frame::trailers(trailers))));
                }
                TakingStep::Over => return Poll::Ready(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_found_in_its_request() {
        let request = ydb_grpc::ydb_proto::query::DeleteSessionRequest {
            session_id: "ydb://session/3?node_id=1&id=embedded0000000000000007".into(),
        };
        assert_eq!(session(&request.encode_to_vec()), Some(request.session_id.as_bytes()));
        assert_eq!(session(b"SELECT 1"), None);
    }

    #[test]
    fn requests_of_a_session_are_one_chain() {
        let of = |method: &str, id: &str| {
            let request =
                ydb_grpc::ydb_proto::query::CommitTransactionRequest { session_id: id.into(), tx_id: method.into() };
            Who::of(&format!("/Ydb.Query.V1.QueryService/{method}"), &request.encode_to_vec()).chain
        };
        assert_eq!(of("CommitTransaction", "ydb://session/3?id=1"), of("RollbackTransaction", "ydb://session/3?id=1"));
        assert_ne!(of("CommitTransaction", "ydb://session/3?id=1"), of("CommitTransaction", "ydb://session/3?id=2"));
    }
}
