//! Requests to the engine.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{Error, Result, Status};
use crate::plan::steps::Plan;
use crate::types::{Type, Value};

/// A query.
#[derive(Clone, Debug)]
pub struct QueryRequest {
    /// The session. Without one the query has a transaction of its own.
    pub session: Option<String>,
    /// The text.
    pub text: String,
    /// The parameters by their names, `$` included.
    pub params: BTreeMap<String, (Type, Value)>,
    /// The transaction.
    pub tx: TxControl,
    /// Whether the query is run or only planned.
    pub mode: ExecMode,
}

impl QueryRequest {
    /// Takes the parameters, in the order of the plan. A declared optional one that was not sent is NULL, and so is one
    /// that is not used.
    pub(super) fn take_params(&mut self, plan: &Plan) -> Result<Vec<Value>> {
        let take = |(slot, (name, ty)): (usize, &(Arc<str>, Type))| match self.params.remove(&format!("${name}")) {
            _ if !plan.used.contains(&slot) => Ok(Value::Null),
            Some((_, value)) => Ok(value),
            None if ty.is_optional() => Ok(Value::Null),
            None => Err(Error::new(Status::BadRequest, format!("Missing value for parameter: ${name}"))),
        };
        plan.params.iter().enumerate().map(take).collect()
    }
}

/// What is done with a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecMode {
    /// It is run.
    Execute,
    /// It is run, but may not change the schema.
    Data,
    /// It is planned, and the plan shown.
    Explain,
}

/// The transaction of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TxControl {
    /// One that fits the query: none for DDL, a snapshot for reads, and for writes a serializable one that is
    /// committed.
    Implicit,
    /// A new one, which may be committed after the query.
    Begin { mode: TxMode, commit: bool },
    /// One of the session's, by its id; it may be committed after the query.
    Existing { id: String, commit: bool },
}

/// A transaction's mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the protocol's own")]
pub enum TxMode {
    SerializableReadWrite,
    OnlineReadOnly,
    StaleReadOnly,
    SnapshotReadOnly,
    SnapshotReadWrite,
}

impl TxMode {
    /// Whether each query of such a transaction reads what is newest, whatever the queries before it have seen.
    pub const fn is_for_one_query(self) -> bool {
        matches!(self, Self::OnlineReadOnly | Self::StaleReadOnly)
    }
}
