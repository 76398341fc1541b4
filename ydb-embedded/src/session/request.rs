//! Requests to the engine, and the statistics that answer them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{Error, Result, Status};
use crate::plan::steps::Plan;
use crate::types::{Type, Value};

/// A query.
#[derive(Clone, Debug)]
pub struct Request {
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

impl Request {
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
    /// A new one.
    Begin {
        /// Its mode.
        mode: TxMode,
        /// Whether it is committed after the query.
        commit: bool,
    },
    /// One of the session's.
    Existing {
        /// Its id.
        id: String,
        /// Whether it is committed after the query.
        commit: bool,
    },
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

/// What a query cost.
#[derive(Clone, Debug, Default)]
pub struct QueryStats {
    /// From the request to the last row, in microseconds.
    pub duration_us: u64,
    /// Spent in the engine, in microseconds.
    pub cpu_us: u64,
    /// What was read and written.
    pub phases: Vec<PhaseStats>,
}

/// A phase of a query; here there is one.
#[derive(Clone, Debug, Default)]
pub struct PhaseStats {
    /// How long it took, in microseconds.
    pub duration_us: u64,
    /// Partitions of the tables touched.
    pub affected_shards: u64,
    /// The tables.
    pub table_access: Vec<TableAccess>,
}

/// What was done with one table.
#[derive(Clone, Debug, Default)]
pub struct TableAccess {
    /// Its absolute path.
    pub name: String,
    /// What was read.
    pub reads: RowsAndBytes,
    /// What was written.
    pub updates: RowsAndBytes,
    /// What was deleted.
    pub deletes: RowsAndBytes,
    /// How many partitions the table has.
    pub partitions_count: u64,
}

/// Rows and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct RowsAndBytes {
    pub rows: u64,
    pub bytes: u64,
}
