//! Reads, updates and deletions by key.

use super::call::{Call, Executor};
use super::decode::first_row;
use super::failure::Operation;
use super::send::{execute, query};
use crate::statements::{Delete, Get, Update, YdbTable};

impl<T: YdbTable> Get<T> {
    /// Reads the row, `None` if there is none with this key.
    ///
    /// # Errors
    /// As [`Get::statement`]; a column that is missing, of another type or unexpectedly NULL; [`Error::Ydb`](crate::Error::Ydb).
    pub fn fetch<'q, Q: Executor>(self, executor: &'q mut Q) -> Call<'q, Option<T>>
    where
        T: Send,
    {
        query(executor, Operation::new::<T>("get"), self.statement(), first_row::<T>)
    }
}

impl<T: YdbTable> Update<T> {
    /// Changes the row. A row that does not exist is not made, and is no error.
    ///
    /// # Errors
    /// As [`Update::statement`]; [`Error::Ydb`](crate::Error::Ydb).
    pub fn exec<'q, Q: Executor>(self, executor: &'q mut Q) -> Call<'q, ()> {
        execute(executor, Operation::new::<T>("update"), self.statement(), Operation::failed, || Ok(()))
    }
}

impl<T: YdbTable> Delete<T> {
    /// Deletes the row. A row that does not exist is no error.
    ///
    /// # Errors
    /// As [`Delete::statement`]; [`Error::Ydb`](crate::Error::Ydb).
    pub fn exec<'q, Q: Executor>(self, executor: &'q mut Q) -> Call<'q, ()> {
        execute(executor, Operation::new::<T>("delete"), self.statement(), Operation::failed, || Ok(()))
    }
}
