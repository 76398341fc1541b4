//! Rows through the Table service: bulk writes, reads by key, and queries whose results come in one answer.

use std::sync::Arc;

use ydb_grpc::ydb_proto::ResultSet;
use ydb_grpc::ydb_proto::table::query::Query;
use ydb_grpc::ydb_proto::table::query_stats_collection::Mode as StatsMode;
use ydb_grpc::ydb_proto::table::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::table::transaction_settings::TxMode as Sent;
use ydb_grpc::ydb_proto::table::{
    BulkUpsertRequest, BulkUpsertResult, ExecuteDataQueryRequest, ExecuteQueryResult, QueryMeta, ReadRowsRequest,
    ReadRowsResponse, TransactionControl, TransactionMeta, TransactionSettings,
};

use crate::error::{Error, Issue, Result, Status, codes};
use crate::session::{Engine, ExecMode, Part, QueryStats, Request, TxControl, TxMode};
use crate::wire::refusal::{bad, unsupported};
use crate::wire::{convert, query};

/// The Table service cuts results after this many rows.
const MAX_ROWS: usize = 1000;

/// BulkUpsert.
pub(super) fn bulk_upsert(engine: &Arc<Engine>, request: BulkUpsertRequest) -> Result<BulkUpsertResult> {
    if request.data_format.is_some() || !request.data.is_empty() {
        return Err(unsupported("data_format"));
    }
    let (members, rows) = convert::rows(request.rows)?;
    if rows.is_empty() {
        return Err(bad("No rows to upload"));
    }
    engine.bulk_upsert(&request.table, &members, rows)?;
    Ok(BulkUpsertResult {})
}

/// ReadRows.
pub(super) fn read_rows(engine: &Arc<Engine>, request: ReadRowsRequest) -> Result<ReadRowsResponse> {
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

/// ExecuteDataQuery.
pub(super) fn execute(engine: &Arc<Engine>, request: ExecuteDataQueryRequest) -> Result<ExecuteQueryResult> {
    let tx = tx_control(request.tx_control.ok_or_else(|| bad("Empty tx_control."))?)?;
    let text = match request.query.and_then(|query| query.query) {
        Some(Query::YqlText(text)) if !text.is_empty() => text,
        Some(Query::YqlText(_)) => return Err(bad("Empty query text")),
        Some(Query::Id(id)) => {
            return Err(Error::issue(Issue::new(
                codes::KIKIMR_TRANSACTION_NOT_FOUND,
                format!("Query not found: {id}"),
            )));
        }
        None => return Err(bad("Unexpected query option")),
    };
    let stats = request.collect_stats > StatsMode::StatsCollectionNone as i32;
    let params = convert::params(request.parameters)?;
    let request = Request { params, tx, ..plain(request.session_id, text, ExecMode::Execute) };
    let mut execution = engine.execute(request)?;
    let tx_meta = execution.tx_id().map(|id| TransactionMeta { id: id.to_owned() });
    let mut result_sets = Vec::new();
    while let Some(part) = execution.next()? {
        add(&mut result_sets, &part);
    }
    let query_stats = stats.then(|| query::stats(&execution.stats()));
    Ok(ExecuteQueryResult { result_sets, tx_meta, query_meta: Some(QueryMeta::default()), query_stats })
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

/// A query without parameters or transaction.
pub(super) fn plain(session: String, text: String, mode: ExecMode) -> Request {
    let session = Some(session).filter(|id| !id.is_empty());
    Request { session, text, params: Default::default(), tx: TxControl::Implicit, mode }
}

/// Runs a query to its end and ignores its rows.
pub(super) fn run(engine: &Arc<Engine>, request: Request) -> Result<QueryStats> {
    let mut execution = engine.execute(request)?;
    while execution.next()?.is_some() {}
    Ok(execution.stats())
}

fn tx_control(control: TransactionControl) -> Result<TxControl> {
    let commit = control.commit_tx;
    match control.tx_selector {
        Some(TxSelector::TxId(id)) => Ok(TxControl::Existing { id, commit }),
        Some(TxSelector::BeginTx(settings)) => Ok(TxControl::Begin { mode: tx_mode(Some(&settings))?, commit }),
        None => Err(bad("Invalid tx_control settings")),
    }
}

/// The mode of a transaction to begin.
pub(super) fn tx_mode(settings: Option<&TransactionSettings>) -> Result<TxMode> {
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
