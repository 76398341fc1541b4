//! Reads of the rows of a scan: all rows at once, the first row, or in batches.

use ydb::{ResultSet, TxMode};

use super::batches::Batches;
use super::decode::{first_row, rows, rows_and_positions, scalar};
use super::executor::{Executor, Target};
use super::rows::Rows;
use super::send::{execute, query};
use super::{Call, Operation};
use crate::error::{Detail, Error, OperationName, Result};
use crate::statements::{
    Bounded, Count, DeleteRange, Page, PageQuery, Read, Scan, Select, Sorted, Statement, YdbRow, YdbTable,
};
use ydb_keys_core::types::Value;

impl<T: YdbTable, R: YdbRow + Send> Select<T, R> {
    /// Reads all rows into memory, in key order. For any number of rows, use [`stream`](Self::stream).
    ///
    /// # Errors
    /// The errors of [`Select::statement`]; a column that is missing, of another type or unexpectedly NULL; an error of
    /// YDB.
    pub fn fetch<'q>(&self, executor: impl Executor + 'q) -> Call<'q, Vec<R>, Read> {
        self.read(executor.target(), OperationName::Scan, self.statement(), rows::<R>)
    }

    /// Reads the first row in the order of the scan, or `None` if there is none.
    ///
    /// # Errors
    /// The errors of [`Select::fetch`].
    pub fn first<'q>(&self, executor: impl Executor + 'q) -> Call<'q, Option<R>, Read> {
        self.read(executor.target(), OperationName::First, self.first_statement(), first_row::<R>)
    }

    /// Reads the rows in batches. Each batch is a separate statement that continues where the previous one ended.
    ///
    /// Only one batch is in memory. With buckets it is one batch of each bucket; the rows are merged in order, and each
    /// row is read once. Outside of a transaction, each batch sees the table at the moment when the batch is read.
    /// Inside a transaction, all batches see the same state. No row is returned twice, and every row that exists the
    /// whole time is returned.
    ///
    /// The executor is borrowed until the stream is dropped.
    pub fn stream<'q>(self, executor: impl Executor + 'q) -> Rows<'q, T, R> {
        Rows::new(Batches::new(executor.target(), self))
    }
}

// The bounds are on the methods and not on the impl. Otherwise the compiler would say that the method does not exist.
impl<T: YdbTable, I: Sorted, S> Scan<T, I, S> {
    /// Reads all rows into memory, in key order. For any number of rows, use [`stream`](Self::stream). See
    /// [`Select::fetch`].
    pub fn fetch<'q>(&self, executor: impl Executor + 'q) -> Call<'q, Vec<T>, Read>
    where
        S: Bounded<I>,
        T: Send,
    {
        self.rows.fetch(executor)
    }

    /// Reads the first row in the order of the scan, or `None` if there is none. See [`Select::first`].
    pub fn first<'q>(&self, executor: impl Executor + 'q) -> Call<'q, Option<T>, Read>
    where
        S: Bounded<I>,
        T: Send,
    {
        self.rows.first(executor)
    }

    /// Reads the rows in batches, in key order. See [`Select::stream`].
    pub fn stream<'q>(&self, executor: impl Executor + 'q) -> Rows<'q, T, T>
    where
        S: Bounded<I>,
        T: Send,
    {
        self.rows.clone().stream(executor)
    }
}

impl<T: YdbTable> Count<T> {
    /// Counts the rows. YDB reads all of them.
    ///
    /// # Errors
    /// The errors of [`Count::statement`]; an error of YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, u64, Read> {
        let decode = |set| match scalar::<T>(set, "count")? {
            Some(Value::Uint64(count)) => Ok(count),
            Some(other) => Err(Error::in_result(T::TABLE.name, "count", other.unexpected("Uint64"))),
            None => Err(Error::missing_column(T::TABLE.name, "count")),
        };
        self.scan.read(executor.target(), OperationName::Count, self.statement(), decode)
    }
}

impl<T: YdbTable, R: YdbRow + Send> PageQuery<T, R> {
    /// Reads the page: its rows, and the token of the next page.
    ///
    /// # Errors
    /// The errors of [`PageQuery::statement`]; a column that is missing, of another type or unexpectedly NULL; an error
    /// of YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, Page<R>, Read> {
        let executor = executor.target();
        let mode = self.scan.mode(executor.in_transaction());
        let (operation, statement) = (self.scan.operation(OperationName::Page), self.statement());
        let decode = move |set| {
            let (rows, positions) = rows_and_positions(set, &self.scan.position_columns())?;
            self.page(rows, positions.of(self.size - 1))
        };
        query(executor, operation, statement, decode).with_mode(mode)
    }
}

impl<T: YdbTable> DeleteRange<T> {
    /// Deletes the rows in one transaction. Delete many thousands of rows in parts, or with
    /// [`batch_delete`](crate::statements::Scan::batch_delete).
    ///
    /// # Errors
    /// The errors of [`DeleteRange::statement`]; an error of YDB.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()> {
        let operation = self.scan.operation(OperationName::DeleteRange);
        execute(executor.target(), operation, self.statement())
    }
}

impl<T: YdbTable, R> Select<T, R> {
    pub(super) fn operation(&self, name: OperationName) -> Operation {
        Operation::at::<T>(&self.location, name)
    }

    pub(super) fn read<'q, V: Send + 'q>(
        &self,
        executor: Target<'q>,
        name: OperationName,
        statement: Result<Statement<'_>>,
        decode: impl FnOnce(ResultSet) -> Result<V> + Send + 'q,
    ) -> Call<'q, V, Read> {
        let mode = self.mode(executor.in_transaction());
        query(executor, self.operation(name), statement, decode).with_mode(mode)
    }

    /// Returns the transaction mode that the scan needs. YDB reads async indexes only in the mode Stale Read Only,
    /// which transactions do not have.
    pub(super) fn mode(&self, in_transaction: bool) -> Result<Option<TxMode>, Error> {
        match self.query.async_index() {
            Some(index) if in_transaction => Err(Detail::AsyncIndex { table: T::TABLE.name, index: index.name }.into()),
            Some(_) => Ok(Some(TxMode::StaleReadOnly)),
            None => Ok(None),
        }
    }
}
