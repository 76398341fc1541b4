//! What all operators of a running query share: its transaction, values and counters, and the engine.

use super::conflicts::Conflicts;
use super::usage::Usage;
use crate::catalog::Table;
use crate::error::Result;
use crate::expr::Env;
use crate::storage::{KeyRange, Transaction};
use crate::types::Row;

/// How many rows an operator gives at a time, unless it passes on what it was given.
pub(super) const BATCH: usize = 1024;

/// One run of a query, as its operators see it.
pub struct QueryRun<'a> {
    /// Its transaction.
    pub tx: &'a mut Transaction,
    /// The values of parameters and subqueries.
    pub env: &'a Env,
    /// Conflicts of its writes with existing keys.
    pub conflicts: &'a mut Conflicts,
    /// How much it has read and written.
    pub usage: &'a mut Usage,
    /// The only keys that scans look at, if not all.
    pub within: Option<&'a KeyRange>,
    /// The engine, for what neither plan nor storage knows.
    pub host: &'a dyn Host,
}

/// What operators ask of the engine.
pub trait Host {
    /// The next number of a serial column's sequence.
    ///
    /// Fails if the sequence is exhausted.
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64>;

    /// The rows of a system view, with all columns in order.
    fn system_rows(&self, view: &Table) -> Vec<Row>;
}
