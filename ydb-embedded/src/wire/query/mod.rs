//! `Ydb.Query.V1.QueryService`: sessions, transactions and queries that stream their results.

mod attach;
mod parts;
mod plan;
mod request;

use std::sync::Arc;
use tonic::{Request, Response, async_trait};
use ydb_grpc::ydb_proto::query::{
    AttachSessionRequest, BeginTransactionRequest, BeginTransactionResponse, CommitTransactionRequest,
    CommitTransactionResponse, CreateSessionRequest, CreateSessionResponse, DeleteSessionRequest,
    DeleteSessionResponse, ExecuteQueryRequest, RollbackTransactionRequest, RollbackTransactionResponse,
    TransactionMeta,
};

use super::faults::Call;
use super::gate::{Answer, Ending, Gate, broken};
use super::stubs::query_service_server::QueryService;
use crate::session::Engine;

pub(crate) use parts::stats;
pub(crate) use plan::plan_json;

/// The service.
#[derive(Clone, Debug)]
pub(crate) struct Query(pub(crate) Gate);

#[async_trait]
impl QueryService for Query {
    type AttachSessionStream = attach::Attached;
    type ExecuteQueryStream = parts::Parts;

    async fn create_session(&self, request: Request<CreateSessionRequest>) -> Answer<CreateSessionResponse> {
        let create = |engine: &Arc<Engine>, _| {
            Ok(CreateSessionResponse { session_id: engine.create_session(), node_id: 1, ..Default::default() })
        };
        self.0.unary(Call::CreateSession, request, create).await
    }

    async fn delete_session(&self, request: Request<DeleteSessionRequest>) -> Answer<DeleteSessionResponse> {
        let delete = |engine: &Arc<Engine>, request: DeleteSessionRequest| {
            engine.delete_session(&request.session_id)?;
            Ok(DeleteSessionResponse::default())
        };
        self.0.unary(Call::DeleteSession, request, delete).await
    }

    async fn attach_session(&self, request: Request<AttachSessionRequest>) -> Answer<attach::Attached> {
        let ending = match self.0.enter(Call::AttachSession).await? {
            Ok(Some(Ending::BreakAfter(0))) => return Err(broken()),
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

    async fn begin_transaction(&self, request: Request<BeginTransactionRequest>) -> Answer<BeginTransactionResponse> {
        let begin = |engine: &Arc<Engine>, request: BeginTransactionRequest| {
            let mode = request::tx_mode(request.tx_settings.as_ref())?;
            let meta = TransactionMeta { id: engine.begin(&request.session_id, mode)? };
            Ok(BeginTransactionResponse { tx_meta: Some(meta), ..Default::default() })
        };
        self.0.unary(Call::BeginTransaction, request, begin).await
    }

    async fn commit_transaction(
        &self,
        request: Request<CommitTransactionRequest>,
    ) -> Answer<CommitTransactionResponse> {
        let commit = |engine: &Arc<Engine>, request: CommitTransactionRequest| {
            engine.commit(&request.session_id, &request.tx_id)?;
            Ok(CommitTransactionResponse::default())
        };
        self.0.unary(Call::CommitTransaction, request, commit).await
    }

    async fn rollback_transaction(
        &self,
        request: Request<RollbackTransactionRequest>,
    ) -> Answer<RollbackTransactionResponse> {
        let rollback = |engine: &Arc<Engine>, request: RollbackTransactionRequest| {
            engine.rollback(&request.session_id, &request.tx_id)?;
            Ok(RollbackTransactionResponse::default())
        };
        self.0.unary(Call::RollbackTransaction, request, rollback).await
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

/// The answer to a query.
async fn answer(gate: Gate, request: Request<ExecuteQueryRequest>) -> Answer<parts::Parts> {
    let ending = match gate.enter(Call::ExecuteQuery).await? {
        Ok(ending) => ending,
        Err(error) => return Ok(Response::new(parts::Parts::refused(&gate, error, None))),
    };
    if ending == Some(Ending::BreakAfter(0)) {
        return Err(broken());
    }
    let engine = gate.engine_of(request.extensions());
    let request = request.into_inner();
    let shape = parts::Form::of(&request);
    Ok(Response::new(match request::read(request) {
        Ok(request) => {
            let text = request.text.clone();
            let attached = request.session.as_deref().map_or(Ok(()), |id| engine.check_attached(id));
            match attached.and_then(|()| engine.execute(request)) {
                Ok(execution) => parts::Parts::new(&gate, execution, shape, text, ending),
                Err(error) => parts::Parts::refused(&gate, error, Some(&text)),
            }
        }
        Err(error) => parts::Parts::refused(&gate, error, None),
    }))
}
