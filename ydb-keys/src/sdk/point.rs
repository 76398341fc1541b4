//! Reads by key.

use super::call::Call;
use super::decode::first_row;
use super::executor::Executor;
use super::failure::Operation;
use super::send::query;
use crate::statements::{Exists, Get, Read, Sought, YdbRow, YdbTable};

impl<T: YdbTable, R: YdbRow + Send> Get<T, R> {
    /// Reads the row, or `None` if the key does not exist.
    ///
    /// # Errors
    /// As [`Get::statement`]; a column that is missing, of another type or unexpectedly NULL;
    /// an error of YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<R>, Read> {
        query(executor.target(), Operation::at::<T>(&self.location, "get"), self.statement(), first_row::<R>)
    }
}

impl<T: YdbTable> Exists<T> {
    /// Whether the row exists.
    ///
    /// # Errors
    /// As [`Exists::statement`]; an error of YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, bool, Read> {
        let executor = executor.target();
        let (location, mode) = match &self.row {
            Sought::Key { location, .. } => (location, Ok(None)),
            Sought::Scan(scan) => (&scan.location, scan.mode(executor.in_transaction())),
        };
        let operation = Operation::at::<T>(location, "exists");
        query(executor, operation, self.statement(), |set| Ok(set.rows().next().is_some())).with_mode(mode)
    }
}
