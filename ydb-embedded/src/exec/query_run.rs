//! What all operators of one query share: its transaction, its values, its counters, and the engine.

use super::conflicts::Conflicts;
use super::usage::Usage;
use crate::catalog::Table;
use crate::error::Result;
use crate::expr::Env;
use crate::storage::Transaction;
use crate::types::Row;

/// One run of a query, as its operators see it.
pub struct QueryRun<'a> {
    /// The transaction that reads and writes.
    pub tx: &'a mut Transaction,
    /// Parameters and subqueries.
    pub env: &'a Env,
    /// What becomes of writes that meet an existing key.
    pub conflicts: &'a mut Conflicts,
    /// What the query reads and writes.
    pub usage: &'a mut Usage,
    /// What only the engine knows.
    pub host: &'a dyn Host,
}

/// What operators ask of the engine.
pub trait Host {
    /// The next number of a serial column's sequence.
    ///
    /// # Errors
    ///
    /// When the sequence is used up.
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64>;

    /// The rows of a system view, all columns in their order.
    fn system_rows(&self, view: &Table) -> Vec<Row>;
}
