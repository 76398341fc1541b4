//! `Ydb.Query.V1.QueryService`: sessions, transactions and queries that stream their results.

mod parts;
mod plan;

use std::pin::Pin;
use std::task::{Context, Poll};

use prost::Message;
use tokio_stream::Stream;
use tonic::{Request, Response, Status};
use ydb_grpc::ydb_proto::query::execute_query_request::Query as SentQuery;
use ydb_grpc::ydb_proto::query::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::query::transaction_settings::TxMode as Sent;
use ydb_grpc::ydb_proto::query::{
    AttachSessionRequest, BeginTransactionRequest, BeginTransactionResponse, CommitTransactionRequest,
    CommitTransactionResponse, CreateSessionRequest, CreateSessionResponse, DeleteSessionRequest,
    DeleteSessionResponse, ExecMode as SentMode, ExecuteQueryRequest, RollbackTransactionRequest,
    RollbackTransactionResponse, SessionState, Syntax, TransactionControl, TransactionMeta, TransactionSettings,
};

use super::convert;
use super::faults::Call;
use super::gate::{Answer, Ending, Gate, broken, injected, offload};
use super::reply::{Reply, bad, unsupported};
use super::services::service;
use super::services::stubs::query_service_server::QueryService;
use crate::error::{Error, Result};
use crate::session::{Attachment, ExecMode, QueryRequest, TxControl, TxMode};

pub(crate) use parts::{ast, stats};
pub(crate) use plan::plan_json;

/// Largest number of bytes of a short request, which is read and planned faster than it could be moved to another
/// thread.
const SHORT: usize = 8 * 1024;

#[derive(Clone)]
pub(crate) struct Query(pub(crate) Gate);

service! { QueryService for Query:
    unary create_session: CreateSession(CreateSessionRequest) -> CreateSessionResponse = |engine, _| {
        Ok(CreateSessionResponse { session_id: engine.create_session(), node_id: 1, ..Default::default() })
    };
    undated delete_session: DeleteSession(DeleteSessionRequest) -> DeleteSessionResponse = |engine, request| {
        engine.delete_session(&request.session_id)?;
        Ok(DeleteSessionResponse::default())
    };
    unary begin_transaction: BeginTransaction(BeginTransactionRequest) -> BeginTransactionResponse = |engine, request| {
        let mode = tx_mode(request.tx_settings.as_ref())?;
        let meta = TransactionMeta { id: engine.begin(&request.session_id, mode)? };
        Ok(BeginTransactionResponse { tx_meta: Some(meta), ..Default::default() })
    };
    undated commit_transaction: CommitTransaction(CommitTransactionRequest) -> CommitTransactionResponse =
        |engine, request| {
            engine.commit(&request.session_id, &request.tx_id)?;
            Ok(CommitTransactionResponse::default())
        };
    undated rollback_transaction: RollbackTransaction(RollbackTransactionRequest) -> RollbackTransactionResponse =
        |engine, request| {
            engine.rollback(&request.session_id, &request.tx_id)?;
            Ok(RollbackTransactionResponse::default())
        };
    {
        type AttachSessionStream = Attached;

        type ExecuteQueryStream = parts::Parts;

        async fn attach_session(&self, request: Request<AttachSessionRequest>) -> Answer<Attached> {
            let ending = match self.0.begin(Call::AttachSession, request.extensions()).await? {
                Ok(ending) => ending,
                Err(error) => return Ok(Response::new(Attached::refused(&error))),
            };
            Ok(Response::new(match self.0.engine.attach(&request.get_ref().session_id) {
                Ok(attachment) => Attached::open(attachment, ending),
                Err(error) => {
                    self.0.refused(Call::AttachSession, &error, None);
                    Attached::refused(&error)
                }
            }))
        }

        async fn execute_query(&self, request: Request<ExecuteQueryRequest>) -> Answer<parts::Parts> {
            let work = answer(self.0.clone(), request);
            if !self.0.engine.config().behavior.cancelled_statements_run {
                return work.await;
            }
            // Cancelling the call drops only this wait; the spawned work continues.
            tokio::spawn(work).await.unwrap_or_else(|_| Err(broken()))
        }
    }
}

async fn answer(gate: Gate, request: Request<ExecuteQueryRequest>) -> Answer<parts::Parts> {
    let ending = match gate.begin(Call::ExecuteQuery, request.extensions()).await? {
        Ok(ending) => ending,
        Err(error) => return Ok(Response::new(parts::Parts::refused(&gate, error, None))),
    };
    let engine = gate.engine_of(request.extensions());
    let request = request.into_inner();
    let form = match parts::Form::of(&request, engine.config().behavior.release) {
        Ok(form) => form,
        Err(error) => return Ok(Response::new(parts::Parts::refused(&gate, error, None))),
    };
    let short = request.encoded_len() <= SHORT;
    let begin = move || {
        let request = engine_request(request).map_err(|error| (error, None))?;
        let text = request.text.clone();
        let attached = request.session.as_deref().map_or(Ok(()), |id| engine.check_attached(id));
        match attached.and_then(|()| engine.execute(request)) {
            Ok(execution) => Ok((execution, text)),
            Err(error) => Err((error, Some(text))),
        }
    };
    let begun =
        if short { begin() } else { offload(&gate.stop(), begin).await.unwrap_or_else(|error| Err((error, None))) };
    Ok(Response::new(match begun {
        Ok((execution, text)) => parts::Parts::new(&gate, execution, form, text, ending),
        Err((error, text)) => parts::Parts::refused(&gate, error, text.as_deref()),
    }))
}

/// Stream of an attached session. When the client goes away, the stream and its attachment are dropped, which ends the
/// session.
pub(crate) struct Attached {
    first: Option<SessionState>,
    closed: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    breaks: bool,
}

impl Attached {
    fn open(mut attachment: Attachment, ending: Option<Ending>) -> Self {
        if let Some(Ending::Status(status)) = ending {
            return Self::refused(&injected(status));
        }
        let closed = Box::pin(async move { attachment.closed().await });
        let breaks = matches!(ending, Some(Ending::BreakAfter(_)));
        Self { first: Some(SessionState::good(SessionState::default())), closed: Some(closed), breaks }
    }

    fn refused(error: &Error) -> Self {
        Self { first: Some(SessionState::bad(error)), closed: None, breaks: false }
    }
}

impl Stream for Attached {
    type Item = std::result::Result<SessionState, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        if std::mem::take(&mut self.breaks) {
            self.closed = None;
            return Poll::Ready(Some(Err(broken())));
        }
        match &mut self.closed {
            Some(closed) => {
                let ended = closed.as_mut().poll(cx).map(|()| None);
                if ended.is_ready() {
                    self.closed = None;
                }
                ended
            }
            None => Poll::Ready(None),
        }
    }
}

/// Converts a request to the engine's form.
///
/// Fails with BAD_REQUEST, with YDB's texts, for missing or wrong fields, and with UNSUPPORTED for PostgreSQL's syntax.
fn engine_request(request: ExecuteQueryRequest) -> Result<QueryRequest> {
    let mode = match SentMode::try_from(request.exec_mode) {
        Ok(SentMode::Execute) => ExecMode::Execute,
        Ok(SentMode::Explain) => ExecMode::Explain,
        // YDB's own texts for modes that it knows but does not serve.
        Ok(SentMode::Validate) => return Err(bad("Unexpected query type.")),
        Ok(SentMode::Parse | SentMode::Unspecified) | Err(_) => return Err(bad("Unexpected query mode")),
    };
    let Some(SentQuery::QueryContent(content)) = request.query else {
        return Err(bad("Unexpected query option"));
    };
    if content.text.is_empty() {
        return Err(bad("Empty query text"));
    }
    if content.syntax == Syntax::Pg as i32 {
        return Err(unsupported("SYNTAX_PG"));
    }
    let tx = request.tx_control.map_or(Ok(TxControl::Implicit), tx_control)?;
    let params = convert::params(request.parameters)?;
    // An empty id means a session for this query only.
    let session = Some(request.session_id).filter(|id| !id.is_empty());
    Ok(QueryRequest { session, text: content.text, params, tx, mode })
}

fn tx_control(control: TransactionControl) -> Result<TxControl> {
    let commit = control.commit_tx;
    match control.tx_selector {
        Some(TxSelector::TxId(id)) => Ok(TxControl::Existing { id, commit }),
        Some(TxSelector::BeginTx(settings)) => Ok(TxControl::Begin { mode: tx_mode(Some(&settings))?, commit }),
        None => Err(bad("Invalid tx_control settings")),
    }
}

fn tx_mode(settings: Option<&TransactionSettings>) -> Result<TxMode> {
    match settings.and_then(|settings| settings.tx_mode.as_ref()) {
        Some(Sent::SerializableReadWrite(_)) => Ok(TxMode::SerializableReadWrite),
        Some(Sent::OnlineReadOnly(_)) => Ok(TxMode::OnlineReadOnly),
        Some(Sent::StaleReadOnly(_)) => Ok(TxMode::StaleReadOnly),
        Some(Sent::SnapshotReadOnly(_)) => Ok(TxMode::SnapshotReadOnly),
        Some(Sent::SnapshotReadWrite(_)) => Ok(TxMode::SnapshotReadWrite),
        None => Err(bad("Invalid tx_settings")),
    }
}

#[cfg(test)]
mod tests {
    use ydb_grpc::ydb_proto::query::{QueryContent, SerializableModeSettings};

    use super::*;
    use crate::error::Status;

    fn request() -> ExecuteQueryRequest {
        ExecuteQueryRequest {
            exec_mode: SentMode::Execute as i32,
            query: Some(SentQuery::QueryContent(QueryContent {
                syntax: Syntax::YqlV1 as i32,
                text: "SELECT 1".into(),
            })),
            ..Default::default()
        }
    }

    fn refusal(request: ExecuteQueryRequest) -> (Status, String) {
        let error = engine_request(request).err().unwrap();
        (error.status, error.issues[0].message.clone())
    }

    #[test]
    fn no_transaction_and_no_session_are_implicit() {
        let read = engine_request(request()).unwrap();
        assert_eq!((read.session, read.tx, read.mode), (None, TxControl::Implicit, ExecMode::Execute));
    }

    #[test]
    fn a_transaction_begins_in_its_mode() {
        let mode = Sent::SerializableReadWrite(SerializableModeSettings {});
        let begin = TxSelector::BeginTx(TransactionSettings { tx_mode: Some(mode) });
        let control = TransactionControl { commit_tx: true, tx_selector: Some(begin) };
        let read =
            engine_request(ExecuteQueryRequest { tx_control: Some(control), session_id: "s".into(), ..request() })
                .unwrap();
        assert_eq!(read.tx, TxControl::Begin { mode: TxMode::SerializableReadWrite, commit: true });
        assert_eq!(read.session.as_deref(), Some("s"));
    }

    #[test]
    fn what_is_missing_is_named_as_by_ydb() {
        let mode = ExecuteQueryRequest { exec_mode: 0, ..request() };
        assert_eq!(refusal(mode), (Status::BadRequest, "Unexpected query mode".into()));
        let query = ExecuteQueryRequest { query: None, ..request() };
        assert_eq!(refusal(query), (Status::BadRequest, "Unexpected query option".into()));
        let tx = ExecuteQueryRequest { tx_control: Some(TransactionControl::default()), ..request() };
        assert_eq!(refusal(tx), (Status::BadRequest, "Invalid tx_control settings".into()));
    }
}
