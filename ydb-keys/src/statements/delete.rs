//! Deletions of rows by key, and by a list of keys.

use std::collections::BTreeMap;
use std::ops::Range;

use super::read::{self, key_rows, key_values};
use super::update::{check_returning, of_row};
use super::{Condition, Location, Member, Model, Returning, Shape, Statement, Template, YdbTable};
use crate::error::{OperationName, Result};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::Table;

/// Deletion of a row by its key; from [`YdbTable::delete`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct Delete<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) key: T::Key,
    pub(super) condition: Option<Condition<T>>,
}

impl<T: YdbTable> Delete<T> {
    /// Deletes the row only if the condition is true for the stored row. Several conditions must all be true.
    pub fn when(mut self, condition: Condition<T>) -> Self {
        self.condition = self.condition.into_iter().chain([condition]).reduce(Condition::and);
        self
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.condition.is_some()
    }

    /// Returns the `DELETE` statement, with the hash column computed.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        self.build(Returning::Nothing)
    }

    /// Returns the statement that `fetch` sends: it deletes the row and returns it.
    ///
    /// # Errors
    /// The errors of [`statement`](Self::statement); [`Usage`](crate::ErrorKind::Usage) for a column table.
    pub fn fetch_statement(&self) -> Result<Statement<'_>> {
        check_returning(T::TABLE, OperationName::Delete)?;
        self.build(Returning::Row)
    }

    pub(crate) fn read_statement(&self) -> Result<Statement<'_>> {
        read::of_columns::<T, T>(&self.location, &self.key)
    }

    fn build(&self, returning: Returning) -> Result<Statement<'_>> {
        of_row(&self.location, &BTreeMap::new(), key_values(&self.key)?, self.condition.as_ref(), returning)
    }
}

/// Deletion of rows by their keys; from [`YdbTable::delete_many`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct DeleteMany<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) keys: Vec<T::Key>,
}

impl<T: YdbTable> DeleteMany<T> {
    /// Returns the statement over `AS_TABLE($keys)`, with the hash column of every key computed. Keys that do not exist
    /// are ignored.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        self.part(0..self.keys.len())
    }

    pub(crate) fn part(&self, part: Range<usize>) -> Result<Statement<'_>> {
        let template = self.location.template(Model::of::<T>(), Shape::DeleteRows, &|path| by_keys(T::TABLE, path))?;
        Ok(Statement::new(template, vec![key_rows(&self.keys[part])?]))
    }
}

pub(super) fn by_keys(table: &'static Table, path: &str) -> Template {
    Template::of(|params| {
        let keys = params.rows("keys", Member::key(table));
        format!("DELETE FROM {} ON\nSELECT * FROM AS_TABLE({keys})", Name(path))
    })
}
