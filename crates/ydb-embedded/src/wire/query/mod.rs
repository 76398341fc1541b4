//! `Ydb.Query.V1.QueryService`: sessions, transactions and queries that stream their results.

mod ast;
mod attach;
mod form;
mod parts;
mod plan;
mod request;

use prost::Message;
use tonic::{Request, Response};
use ydb_grpc::ydb_proto::query::{
    AttachSessionRequest, BeginTransactionRequest, BeginTransactionResponse, CommitTransactionRequest,
    CommitTransactionResponse, CreateSessionRequest, CreateSessionResponse, DeleteSessionRequest,
    DeleteSessionResponse, ExecuteQueryRequest, RollbackTransactionRequest, RollbackTransactionResponse,
    TransactionMeta,
};

use super::faults::Call;
use super::gate::{Answer, Gate, broken};
use super::offload::offload;
use super::service::service;
use super::stubs::query_service_server::QueryService;

pub(crate) use ast::ast;
pub(crate) use parts::stats;
pub(crate) use plan::plan_json;

/// A request of so many bytes is read and planned in less time than it takes to move it to another thread.
const SHORT: usize = 8 * 1024;

/// The service.
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
        let mode = request::tx_mode(request.tx_settings.as_ref())?;
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
        type AttachSessionStream = attach::Attached;

        type ExecuteQueryStream = parts::Parts;

        async fn attach_session(&self, request: Request<AttachSessionRequest>) -> Answer<attach::Attached> {
            let ending = match self.0.begin(Call::AttachSession, request.extensions()).await? {
                Ok(ending) => ending,
                Err(error) => return Ok(Response::new(attach::Attached::refused(&error))),
            };
            Ok(Response::new(match self.0.engine.attach(&request.get_ref().session_id) {
                Ok(attachment) => attach::Attached::open(attachment, ending),
                Err(error) => {
                    self.0.refused(Call::AttachSession, &error, None);
                    attach::Attached::refused(&error)
                }
            }))
        }

        async fn execute_query(&self, request: Request<ExecuteQueryRequest>) -> Answer<parts::Parts> {
            let work = answer(self.0.clone(), request);
            if !self.0.engine.config().behavior.cancelled_statements_run {
                return work.await;
            }
            // A cancelled call drops only this wait; the spawned work goes on.
            tokio::spawn(work).await.unwrap_or_else(|_| Err(broken()))
        }
    }
}

/// The answer to a query.
async fn answer(gate: Gate, request: Request<ExecuteQueryRequest>) -> Answer<parts::Parts> {
    let ending = match gate.begin(Call::ExecuteQuery, request.extensions()).await? {
        Ok(ending) => ending,
        Err(error) => return Ok(Response::new(parts::Parts::refused(&gate, error, None))),
    };
    let engine = gate.engine_of(request.extensions());
    let request = request.into_inner();
    let form = match form::Form::of(&request, engine.config().behavior.release) {
        Ok(form) => form,
        Err(error) => return Ok(Response::new(parts::Parts::refused(&gate, error, None))),
    };
    let short = request.encoded_len() <= SHORT;
    let begin = move || {
        let request = request::read(request).map_err(|error| (error, None))?;
        let text = request.text.clone();
        let attached = request.session.as_deref().map_or(Ok(()), |id| engine.check_attached(id));
        match attached.and_then(|()| engine.execute(request)) {
            Ok(execution) => Ok((execution, text)),
            Err(error) => Err((error, Some(text))),
        }
    };
    let begun = match short {
        true => begin(),
        false => offload(&gate.stop(), begin).await.unwrap_or_else(|error| Err((error, None))),
    };
    Ok(Response::new(match begun {
        Ok((execution, text)) => parts::Parts::new(&gate, execution, form, text, ending),
        Err((error, text)) => parts::Parts::refused(&gate, error, text.as_deref()),
    }))
}
