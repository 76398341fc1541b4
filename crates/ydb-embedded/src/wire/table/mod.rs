//! `Ydb.Table.V1.TableService`: schemas, bulk reads and writes, and the older way to run queries.

mod alter;
mod create;
mod data;
mod describe;
mod settings;

use ydb_grpc::ydb_proto::table;
use ydb_grpc::ydb_proto::table::keep_alive_result::SessionStatus;

use super::faults::Call;
use super::gate::{Answer, Gate};
use super::query;
use super::refusal::bad;
use super::service::service;
use super::stubs::table_service_server::TableService;
use crate::session::ExecMode;

/// The service.
#[derive(Clone)]
pub(crate) struct Tables(pub(crate) Gate);

service! { TableService for Tables:
    unary create_session: CreateSession(table::CreateSessionRequest) -> table::CreateSessionResponse =
        |engine, _| Ok(table::CreateSessionResult { session_id: engine.create_session() });
    lengthy delete_session: DeleteSession(table::DeleteSessionRequest) -> table::DeleteSessionResponse =
        |engine, request| engine.delete_session(&request.session_id);
    unary keep_alive: KeepAlive(table::KeepAliveRequest) -> table::KeepAliveResponse = |engine, request| {
        let busy = engine.touch_session(&request.session_id)?;
        let status = if busy { SessionStatus::Busy } else { SessionStatus::Ready };
        Ok(table::KeepAliveResult { session_status: status as i32 })
    };
    lengthy create_table: CreateTable(table::CreateTableRequest) -> table::CreateTableResponse =
        |engine, request| engine.create_table(create::spec(request)?);
    lengthy drop_table: DropTable(table::DropTableRequest) -> table::DropTableResponse =
        |engine, request| engine.drop_table(&request.path);
    lengthy alter_table: AlterTable(table::AlterTableRequest) -> table::AlterTableResponse = |engine, request| {
        let path = request.path.clone();
        engine.alter_table(&path, alter::alterations(request)?)
    };
    lengthy copy_table: CopyTable(table::CopyTableRequest) -> table::CopyTableResponse =
        |engine, request| engine.copy_tables(&[(&request.source_path, &request.destination_path, true)]);
    lengthy copy_tables: CopyTables(table::CopyTablesRequest) -> table::CopyTablesResponse = |engine, request| {
        if request.tables.is_empty() {
            return Err(bad("no tables to copy"));
        }
        let tables = request.tables.iter();
        let copies = tables.map(|item| (&*item.source_path, &*item.destination_path, !item.omit_indexes));
        engine.copy_tables(&copies.collect::<Vec<_>>())
    };
    lengthy rename_tables: RenameTables(table::RenameTablesRequest) -> table::RenameTablesResponse = |engine, request| {
        if request.tables.is_empty() {
            return Err(bad("no tables to rename"));
        }
        let tables = request.tables.iter();
        let moves = tables.map(|item| (&*item.source_path, &*item.destination_path, item.replace_destination));
        engine.rename_tables(&moves.collect::<Vec<_>>())
    };
    lengthy describe_table: DescribeTable(table::DescribeTableRequest) -> table::DescribeTableResponse =
        |engine, request| Ok(describe::result(&engine.describe_table(&request.path)?, &request));
    unary describe_table_options: DescribeTableOptions(table::DescribeTableOptionsRequest)
        -> table::DescribeTableOptionsResponse =
        |_, _| Ok(table::DescribeTableOptionsResult::default());
    lengthy explain_data_query: ExplainDataQuery(table::ExplainDataQueryRequest) -> table::ExplainDataQueryResponse =
        |engine, request| {
            let execution = engine.execute(data::plain(request.session_id, request.yql_text, ExecMode::Explain)?)?;
            Ok(table::ExplainQueryResult {
                query_plan: query::plan_json(&execution.planned()),
                query_ast: query::ast(&execution.text),
                ..Default::default()
            })
        };
    lengthy prepare_data_query: PrepareDataQuery(table::PrepareDataQueryRequest) -> table::PrepareDataQueryResponse =
        |engine, request| {
            let (query_id, plan) = engine.prepare(&request.session_id, data::text(request.yql_text)?)?;
            Ok(table::PrepareQueryResult { query_id, parameters_types: data::types(&plan.params) })
        };
    lengthy execute_data_query: ExecuteDataQuery(table::ExecuteDataQueryRequest) -> table::ExecuteDataQueryResponse =
        data::execute;
    lengthy execute_scheme_query: ExecuteSchemeQuery(table::ExecuteSchemeQueryRequest)
        -> table::ExecuteSchemeQueryResponse =
        |engine, request| {
            let request = data::plain(request.session_id, request.yql_text, ExecMode::Execute)?;
            let mut execution = engine.execute(request)?;
            while execution.next()?.is_some() {}
            Ok(())
        };
    unary begin_transaction: BeginTransaction(table::BeginTransactionRequest) -> table::BeginTransactionResponse =
        |engine, request| {
            let mode = data::tx_mode(request.tx_settings.as_ref())?;
            let meta = table::TransactionMeta { id: engine.begin(&request.session_id, mode)? };
            Ok(table::BeginTransactionResult { tx_meta: Some(meta) })
        };
    lengthy commit_transaction: CommitTransaction(table::CommitTransactionRequest) -> table::CommitTransactionResponse =
        |engine, request| {
            engine.commit(&request.session_id, &request.tx_id)?;
            Ok(table::CommitTransactionResult::default())
        };
    lengthy rollback_transaction: RollbackTransaction(table::RollbackTransactionRequest)
        -> table::RollbackTransactionResponse =
        |engine, request| engine.rollback(&request.session_id, &request.tx_id);
    lengthy bulk_upsert: BulkUpsert(table::BulkUpsertRequest) -> table::BulkUpsertResponse =
        data::bulk_upsert;
    undated read_rows: ReadRows(table::ReadRowsRequest) -> table::ReadRowsResponse = data::read_rows;
}
