//! ExecuteQuery's request as the engine's request.

use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::query::transaction_settings::TxMode as Sent;
use ydb_grpc::ydb_proto::query::{
    ExecMode as SentMode, ExecuteQueryRequest, Syntax, TransactionControl, TransactionSettings,
};

use crate::error::Result;
use crate::session::{ExecMode, Request, TxControl, TxMode};
use crate::wire::convert;
use crate::wire::refusal::{bad, unsupported};

/// The engine's request.
///
/// Fails with BAD_REQUEST, with YDB's texts, for missing or wrong fields; UNSUPPORTED for PostgreSQL's syntax.
pub(super) fn read(request: ExecuteQueryRequest) -> Result<Request> {
    let mode = match SentMode::try_from(request.exec_mode) {
        Ok(SentMode::Execute) => ExecMode::Execute,
        Ok(SentMode::Explain) => ExecMode::Explain,
        // These are YDB's own words for modes that it knows and does not serve.
        Ok(SentMode::Validate) => return Err(bad("Unexpected query type.")),
        Ok(SentMode::Parse | SentMode::Unspecified) | Err(_) => return Err(bad("Unexpected query mode")),
    };
    let Some(Query::QueryContent(content)) = request.query else {
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
    Ok(Request { session, text: content.text, params, tx, mode })
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
    use ydb_grpc::ydb_proto::query::{QueryContent, SerializableModeSettings};

    use super::*;
    use crate::error::Status;

    fn request() -> ExecuteQueryRequest {
        ExecuteQueryRequest {
            exec_mode: SentMode::Execute as i32,
            query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text: "SELECT 1".into() })),
            ..Default::default()
        }
    }

    fn refusal(request: ExecuteQueryRequest) -> (Status, String) {
        let error = read(request).err().unwrap();
        (error.status, error.issues[0].message.clone())
    }

    #[test]
    fn no_transaction_and_no_session_are_implicit() {
        let read = read(request()).unwrap();
        assert_eq!((read.session, read.tx, read.mode), (None, TxControl::Implicit, ExecMode::Execute));
    }

    #[test]
    fn a_transaction_begins_in_its_mode() {
        let mode = Sent::SerializableReadWrite(SerializableModeSettings {});
        let begin = TxSelector::BeginTx(TransactionSettings { tx_mode: Some(mode) });
        let control = TransactionControl { commit_tx: true, tx_selector: Some(begin) };
        let read =
            read(ExecuteQueryRequest { tx_control: Some(control), session_id: "s".into(), ..request() }).unwrap();
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
