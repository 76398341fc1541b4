//! `Ydb.Table.V1.TableService`: schemas, bulk reads and writes, and the older way to run queries.

mod describe;
mod schema;
mod settings;

use std::collections::HashMap;
use std::sync::Arc;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::issue::IssueMessage;
use ydb_grpc::ydb_proto::table::bulk_upsert_request::DataFormat;
use ydb_grpc::ydb_proto::table::keep_alive_result::SessionStatus;
use ydb_grpc::ydb_proto::table::query::Query;
use ydb_grpc::ydb_proto::table::query_stats_collection::Mode as StatsMode;
use ydb_grpc::ydb_proto::table::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::table::transaction_settings::TxMode as Sent;
use ydb_grpc::ydb_proto::table::{
    BulkUpsertRequest, BulkUpsertResult, ExecuteDataQueryRequest, ExecuteQueryResult, QueryMeta, ReadRowsRequest,
    ReadRowsResponse, TransactionControl, TransactionMeta, TransactionSettings,
};
use ydb_grpc::ydb_proto::{ResultSet, table};

use super::arrow::Arrow;
use super::faults::Call;
use super::gate::{Answer, Gate};
use super::reply::{bad, unsupported, warnings};
use super::services::service;
use super::services::stubs::table_service_server::TableService;
use super::{convert, query};
use crate::error::{Error, Result, Status};
use crate::session::{Engine, ExecMode, Part, QueryRequest, TxControl, TxMode};
use crate::types::Type;

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
        |engine, request| engine.create_table(schema::table_spec(request)?);
    lengthy drop_table: DropTable(table::DropTableRequest) -> table::DropTableResponse =
        |engine, request| engine.drop_table(&request.path);
    lengthy alter_table: AlterTable(table::AlterTableRequest) -> table::AlterTableResponse = |engine, request| {
        let path = request.path.clone();
        engine.alter_table(&path, schema::alterations(request)?)
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
            let execution = engine.execute(plain(request.session_id, request.yql_text, ExecMode::Explain)?)?;
            Ok(table::ExplainQueryResult {
                query_plan: query::plan_json(&execution.planned()),
                query_ast: query::ast(&execution.text),
                ..Default::default()
            })
        };
    lengthy prepare_data_query: PrepareDataQuery(table::PrepareDataQueryRequest) -> table::PrepareDataQueryResponse =
        |engine, request| {
            let (query_id, plan) = engine.prepare(&request.session_id, text(request.yql_text)?)?;
            Ok(table::PrepareQueryResult { query_id, parameters_types: types(&plan.params) })
        };
    lengthy execute_data_query: ExecuteDataQuery(ExecuteDataQueryRequest) -> table::ExecuteDataQueryResponse =
        execute;
    lengthy execute_scheme_query: ExecuteSchemeQuery(table::ExecuteSchemeQueryRequest)
        -> table::ExecuteSchemeQueryResponse =
        |engine, request| {
            let request = plain(request.session_id, request.yql_text, ExecMode::Execute)?;
            let mut execution = engine.execute(request)?;
            while execution.next()?.is_some() {}
            Ok(())
        };
    unary begin_transaction: BeginTransaction(table::BeginTransactionRequest) -> table::BeginTransactionResponse =
        |engine, request| {
            let mode = tx_mode(request.tx_settings.as_ref())?;
            let meta = TransactionMeta { id: engine.begin(&request.session_id, mode)? };
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
    lengthy bulk_upsert: BulkUpsert(BulkUpsertRequest) -> table::BulkUpsertResponse =
        bulk_upsert;
    undated read_rows: ReadRows(ReadRowsRequest) -> ReadRowsResponse = read_rows;
}

/// Number of rows after which the Table service cuts off results.
const MAX_ROWS: usize = 1000;

fn bulk_upsert(engine: &Arc<Engine>, request: BulkUpsertRequest) -> Result<BulkUpsertResult> {
    match request.data_format {
        Some(DataFormat::ArrowBatchSettings(settings)) => {
            let arrow = Arrow::new(&settings.schema, request.data, &engine.config().behavior)?;
            engine.upload(&request.table, &arrow)?;
            return Ok(BulkUpsertResult {});
        }
        Some(DataFormat::CsvSettings(_)) => return Err(unsupported("csv_settings")),
        None => {}
    }
    let (members, rows) = convert::rows(request.rows)?;
    if rows.is_empty() {
        return Err(bad("No rows to upload"));
    }
    engine.bulk_upsert(&request.table, &members, rows)?;
    Ok(BulkUpsertResult {})
}

fn read_rows(engine: &Arc<Engine>, request: ReadRowsRequest) -> Result<ReadRowsResponse> {
    let (members, keys) = convert::rows(request.keys)?;
    if keys.is_empty() {
        return Err(bad("no keys are found in request's proto"));
    }
    let (columns, rows) = engine.read_rows(&request.path, &members, keys, &request.columns)?;
    let result_set = ResultSet {
        columns: columns.iter().map(|(name, ty)| convert::column(name, ty)).collect(),
        rows: rows.iter().map(|row| convert::row(row, columns.iter().map(|(_, ty)| ty))).collect(),
        ..Default::default()
    };
    Ok(ReadRowsResponse { result_set: Some(result_set), ..Default::default() })
}

/// Executes ExecuteDataQuery. Also returns the warnings.
fn execute(engine: &Arc<Engine>, request: ExecuteDataQueryRequest) -> Result<(ExecuteQueryResult, Vec<IssueMessage>)> {
    let tx = tx_control(request.tx_control.ok_or_else(|| bad("Empty tx_control."))?)?;
    let (text, keep) = match request.query.and_then(|query| query.query) {
        Some(Query::YqlText(text)) => (text, request.query_cache_policy.is_some_and(|policy| policy.keep_in_cache)),
        Some(Query::Id(id)) if id.is_empty() => return Err(bad("Empty query id")),
        Some(Query::Id(id)) => (known(engine, &id, &request.session_id, &tx)?, false),
        None => return Err(bad("Unexpected query option")),
    };
    let stats = request.collect_stats > StatsMode::StatsCollectionNone as i32;
    let plan = request.collect_stats >= StatsMode::StatsCollectionFull as i32;
    let params = convert::params(request.parameters)?;
    let request = QueryRequest { params, tx, ..plain(request.session_id, text, ExecMode::Data)? };
    let text = keep.then(|| request.text.clone());
    let mut execution = engine.execute(request)?;
    let tx_meta = execution.tx_id().map(|id| TransactionMeta { id: id.to_owned() });
    let mut result_sets = Vec::new();
    while let Some(part) = execution.next()? {
        add(&mut result_sets, &part);
    }
    let query_stats = stats.then(|| query::stats(&execution, plan));
    let query_meta =
        text.map(|text| QueryMeta { id: engine.keep(&text), parameters_types: types(&execution.plan.params) });
    let result = ExecuteQueryResult { result_sets, tx_meta, query_meta, query_stats };
    Ok((result, warnings(&execution.plan.warnings)))
}

/// Returns the text of a prepared query. An unknown query ends the transaction, like every error of a query.
fn known(engine: &Engine, id: &str, session: &str, tx: &TxControl) -> Result<String> {
    let text = engine.prepared(id);
    if let (Err(Error { status: Status::NotFound, .. }), TxControl::Existing { id, .. }) = (&text, tx) {
        engine.rollback(session, id)?;
    }
    text
}

/// Returns the types of parameters by name with the `$`.
fn types(params: &[(Arc<str>, Type)]) -> HashMap<String, proto::Type> {
    params.iter().map(|(name, ty)| (format!("${name}"), convert::type_to(ty))).collect()
}

/// Returns a query's text. Fails with BAD_REQUEST if it is empty.
fn text(text: String) -> Result<String> {
    if text.is_empty() { Err(bad("Empty query text")) } else { Ok(text) }
}

/// Adds a part's rows to its result set, up to the limit.
fn add(sets: &mut Vec<ResultSet>, part: &Part) {
    if sets.len() <= part.result_set {
        sets.resize_with(part.result_set + 1, ResultSet::default);
    }
    let set = &mut sets[part.result_set];
    if set.columns.is_empty() {
        set.columns = part.columns.iter().map(|(name, ty)| convert::column(name, ty)).collect();
    }
    let left = MAX_ROWS - set.rows.len();
    set.truncated |= part.rows.len() > left;
    set.rows.extend(part.rows.iter().take(left).map(|row| convert::row(row, part.columns.iter().map(|(_, ty)| ty))));
}

/// Creates a query without parameters and transaction.
fn plain(session: String, text: String, mode: ExecMode) -> Result<QueryRequest> {
    let (session, text) = (Some(session), self::text(text)?);
    Ok(QueryRequest { session, text, params: Default::default(), tx: TxControl::Implicit, mode })
}

fn tx_control(control: TransactionControl) -> Result<TxControl> {
    let commit = control.commit_tx;
    match control.tx_selector {
        Some(TxSelector::TxId(id)) => Ok(TxControl::Existing { id, commit }),
        Some(TxSelector::BeginTx(settings)) => match tx_mode(Some(&settings))? {
            mode if mode.is_for_one_query() && !commit => Err(bad(format!(
                "Failed to execute query: open transactions not supported for transaction mode: {mode:?}, use \
                 commit_tx flag to explicitely commit transaction."
            ))),
            mode => Ok(TxControl::Begin { mode, commit }),
        },
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
    use super::*;
    use crate::types::{Primitive, Value};

    #[test]
    fn results_are_cut_off_at_a_thousand_rows() {
        let part = |rows: usize| Part {
            result_set: 1,
            columns: vec![("n".into(), Primitive::Int64.into())].into(),
            rows: (0..rows).map(|_| vec![Value::Int(1)]).collect(),
        };
        let mut sets = Vec::new();
        add(&mut sets, &part(600));
        add(&mut sets, &part(400));
        assert_eq!((sets.len(), sets[1].rows.len(), sets[1].truncated), (2, 1000, false));
        add(&mut sets, &part(1));
        assert_eq!((sets[1].rows.len(), sets[1].truncated), (1000, true));
    }
}
