//! Deletions of rows by key, and by a list of keys.

use std::ops::Range;

use super::condition::without_nulls;
use super::read::{self, key_rows, key_values};
use super::update::{check_returning, returning, row_condition};
use super::{
    Condition, DeleteShape, Location, Member, Model, Nulls, ParamValue, Params, Shape, Statement, Template, YdbTable,
};
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
        self.build(false)
    }

    /// Returns the statement that `fetch` sends: it deletes the row and returns it.
    ///
    /// # Errors
    /// The errors of [`statement`](Self::statement); [`Usage`](crate::ErrorKind::Usage) for a column table.
    pub fn fetch_statement(&self) -> Result<Statement<'_>> {
        check_returning(T::TABLE, OperationName::Delete)?;
        self.build(true)
    }

    pub(crate) fn read_statement(&self) -> Result<Statement<'_>> {
        read::statement_of::<T>(&self.location, &self.key)
    }

    fn build(&self, returning: bool) -> Result<Statement<'_>> {
        let key = key_values(&self.key)?;
        let (condition, compared) = self.condition.as_ref().map(Condition::parts).transpose()?.unzip();
        let shape = DeleteShape { nulls: Nulls::of(&key), condition, returning };
        let template = self
            .location
            .template(Model::of::<T>(), Shape::Delete(shape.clone()), &|path| by_key(T::TABLE, path, &shape))?;
        let values = if template.takes_rows() {
            vec![ParamValue::Rows(vec![key])]
        } else {
            without_nulls(key).chain(compared.into_iter().flatten()).map(ParamValue::One).collect()
        };
        Ok(Statement::new(template, values))
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

pub(super) fn by_key(table: &'static Table, path: &str, shape: &DeleteShape) -> Template {
    let write = |returned: &str, params: &mut Params| {
        let row = row_condition(table, shape.nulls, shape.condition.as_ref(), params);
        format!("DELETE FROM {}\nWHERE {row}{returned}", Name(path))
    };
    if shape.returning {
        return returning(table, write);
    }
    let template = Template::of(|params| write("", params));
    // With rows, each column is named only once in the text.
    if shape.condition.is_some() { template } else { template.or(|| by_keys(table, path)) }
}

pub(super) fn by_keys(table: &'static Table, path: &str) -> Template {
    Template::of(|params| {
        let keys = params.rows("keys", Member::key(table));
        format!("DELETE FROM {} ON\nSELECT * FROM AS_TABLE({keys})", Name(path))
    })
}
