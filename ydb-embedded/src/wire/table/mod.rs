//! `Ydb.Table.V1.TableService`: schemas, bulk reads and writes, and the older way to run queries.

mod alter;
mod create;
mod data;
mod describe;
mod settings;

use std::sync::Arc;

use tonic::{Request, async_trait};
use ydb_grpc::ydb_proto::table;
use ydb_grpc::ydb_proto::table::keep_alive_result::SessionStatus;

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::query;
use super::refusal::bad;
use super::stubs::table_service_server::TableService;
use crate::session::{Engine, ExecMode};

/// The service.
#[derive(Clone, Debug)]
pub(crate) struct Tables(pub(crate) Gate);

#[async_trait]
impl TableService for Tables {
    async fn create_session(
        &self,
        request: Request<table::CreateSessionRequest>,
    ) -> Answer<table::CreateSessionResponse> {
        let create = |engine: &Arc<Engine>, _| Ok(table::CreateSessionResult { session_id: engine.create_session() });
        self.0.unary(Call::CreateSession, request, create).await
    }

    async fn delete_session(
        &self,
        request: Request<table::DeleteSessionRequest>,
    ) -> Answer<table::DeleteSessionResponse> {
        let delete =
            |engine: &Arc<Engine>, request: table::DeleteSessionRequest| engine.delete_session(&request.session_id);
        self.0.lengthy(Call::DeleteSession, request, delete).await
    }

    async fn keep_alive(&self, request: Request<table::KeepAliveRequest>) -> Answer<table::KeepAliveResponse> {
        let touch = |engine: &Arc<Engine>, request: table::KeepAliveRequest| {
            let busy = engine.touch_session(&request.session_id)?;
            let status = if busy { SessionStatus::Busy } else { SessionStatus::Ready };
            Ok(table::KeepAliveResult { session_status: status as i32 })
        };
        self.0.unary(Call::KeepAlive, request, touch).await
    }

    async fn create_table(&self, request: Request<table::CreateTableRequest>) -> Answer<table::CreateTableResponse> {
        let create = |engine: &Arc<Engine>, request| engine.create_table(create::spec(request)?);
        self.0.lengthy(Call::CreateTable, request, create).await
    }

    async fn drop_table(&self, request: Request<table::DropTableRequest>) -> Answer<table::DropTableResponse> {
        let drop = |engine: &Arc<Engine>, request: table::DropTableRequest| engine.drop_table(&request.path);
        self.0.lengthy(Call::DropTable, request, drop).await
    }

    async fn alter_table(&self, request: Request<table::AlterTableRequest>) -> Answer<table::AlterTableResponse> {
        let alter = |engine: &Arc<Engine>, request: table::AlterTableRequest| {
            let path = request.path.clone();
            engine.alter_table(&path, alter::alterations(request)?)
        };
        self.0.lengthy(Call::AlterTable, request, alter).await
    }

    async fn copy_table(&self, request: Request<table::CopyTableRequest>) -> Answer<table::CopyTableResponse> {
        let copy = |engine: &Arc<Engine>, request: table::CopyTableRequest| {
            engine.copy_tables(&[(&request.source_path, &request.destination_path, true)])
        };
        self.0.lengthy(Call::CopyTable, request, copy).await
    }

    async fn copy_tables(&self, request: Request<table::CopyTablesRequest>) -> Answer<table::CopyTablesResponse> {
        let copy = |engine: &Arc<Engine>, request: table::CopyTablesRequest| {
            if request.tables.is_empty() {
                return Err(bad("no tables to copy"));
            }
            let tables = request.tables.iter();
            let copies = tables.map(|item| (&*item.source_path, &*item.destination_path, !item.omit_indexes));
            engine.copy_tables(&copies.collect::<Vec<_>>())
        };
        self.0.lengthy(Call::CopyTables, request, copy).await
    }

    async fn rename_tables(&self, request: Request<table::RenameTablesRequest>) -> Answer<table::RenameTablesResponse> {
        let rename = |engine: &Arc<Engine>, request: table::RenameTablesRequest| {
            if request.tables.is_empty() {
                return Err(bad("no tables to rename"));
            }
            let tables = request.tables.iter();
            let moves = tables.map(|item| (&*item.source_path, &*item.destination_path, item.replace_destination));
            engine.rename_tables(&moves.collect::<Vec<_>>())
        };
        self.0.lengthy(Call::RenameTables, request, rename).await
    }

    async fn describe_table(
        &self,
        request: Request<table::DescribeTableRequest>,
    ) -> Answer<table::DescribeTableResponse> {
        let describe = |engine: &Arc<Engine>, request: table::DescribeTableRequest| {
            Ok(describe::result(&engine.describe_table(&request.path)?, &request))
        };
        self.0.lengthy(Call::DescribeTable, request, describe).await
    }

    async fn describe_table_options(
        &self,
        request: Request<table::DescribeTableOptionsRequest>,
    ) -> Answer<table::DescribeTableOptionsResponse> {
        let options = |_: &Arc<Engine>, _| Ok(table::DescribeTableOptionsResult::default());
        self.0.unary(Call::DescribeTableOptions, request, options).await
    }

    async fn explain_data_query(
        &self,
        request: Request<table::ExplainDataQueryRequest>,
    ) -> Answer<table::ExplainDataQueryResponse> {
        let explain = |engine: &Arc<Engine>, request: table::ExplainDataQueryRequest| {
            let execution = engine.execute(data::plain(request.session_id, request.yql_text, ExecMode::Explain)?)?;
            Ok(table::ExplainQueryResult {
                query_plan: query::plan_json(&execution.planned(), execution.database()),
                query_ast: query::ast(execution.text()),
                ..Default::default()
            })
        };
        self.0.lengthy(Call::ExplainDataQuery, request, explain).await
    }

    async fn prepare_data_query(
        &self,
        request: Request<table::PrepareDataQueryRequest>,
    ) -> Answer<table::PrepareDataQueryResponse> {
        let prepare = |engine: &Arc<Engine>, request: table::PrepareDataQueryRequest| {
            let (query_id, plan) = engine.prepare(&request.session_id, data::text(request.yql_text)?)?;
            Ok(table::PrepareQueryResult { query_id, parameters_types: data::types(&plan.params) })
        };
        self.0.lengthy(Call::PrepareDataQuery, request, prepare).await
    }

    async fn execute_data_query(
        &self,
        request: Request<table::ExecuteDataQueryRequest>,
    ) -> Answer<table::ExecuteDataQueryResponse> {
        self.0.lengthy(Call::ExecuteDataQuery, request, data::execute).await
    }

    async fn execute_scheme_query(
        &self,
        request: Request<table::ExecuteSchemeQueryRequest>,
    ) -> Answer<table::ExecuteSchemeQueryResponse> {
        let execute = |engine: &Arc<Engine>, request: table::ExecuteSchemeQueryRequest| {
            let request = data::plain(request.session_id, request.yql_text, ExecMode::Execute)?;
            let mut execution = engine.execute(request)?;
            while execution.next()?.is_some() {}
            Ok(())
        };
        self.0.lengthy(Call::ExecuteSchemeQuery, request, execute).await
    }

    async fn begin_transaction(
        &self,
        request: Request<table::BeginTransactionRequest>,
    ) -> Answer<table::BeginTransactionResponse> {
        let begin = |engine: &Arc<Engine>, request: table::BeginTransactionRequest| {
            let mode = data::tx_mode(request.tx_settings.as_ref())?;
            let meta = table::TransactionMeta { id: engine.begin(&request.session_id, mode)? };
            Ok(table::BeginTransactionResult { tx_meta: Some(meta) })
        };
        self.0.unary(Call::BeginTransaction, request, begin).await
    }

    async fn commit_transaction(
        &self,
        request: Request<table::CommitTransactionRequest>,
    ) -> Answer<table::CommitTransactionResponse> {
        let commit = |engine: &Arc<Engine>, request: table::CommitTransactionRequest| {
            engine.commit(&request.session_id, &request.tx_id)?;
            Ok(table::CommitTransactionResult::default())
        };
        self.0.lengthy(Call::CommitTransaction, request, commit).await
    }

    async fn rollback_transaction(
        &self,
        request: Request<table::RollbackTransactionRequest>,
    ) -> Answer<table::RollbackTransactionResponse> {
        let rollback = |engine: &Arc<Engine>, request: table::RollbackTransactionRequest| {
            engine.rollback(&request.session_id, &request.tx_id)
        };
        self.0.lengthy(Call::RollbackTransaction, request, rollback).await
    }

    async fn bulk_upsert(&self, request: Request<table::BulkUpsertRequest>) -> Answer<table::BulkUpsertResponse> {
        self.0.lengthy(Call::BulkUpsert, request, data::bulk_upsert).await
    }

    async fn read_rows(&self, request: Request<table::ReadRowsRequest>) -> Answer<table::ReadRowsResponse> {
        self.0.lengthy(Call::ReadRows, request, data::read_rows).await
    }
}
