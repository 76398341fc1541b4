//! Delete by key and by a list of keys.

use super::cache::{Shape, template};
use super::condition::all_equal;
use super::model::YdbTable;
use super::read::{key_rows, key_values};
use super::statement::{Member, ParamValue, Params, Statement, Template};
use crate::ddl::Name;
use crate::error::Result;
use crate::schema::Table;

/// One row to be deleted by its key; from [`YdbTable::delete`].
#[derive(Debug)]
#[must_use = "this describes a deletion; build its `statement()`"]
pub struct Delete<T: YdbTable> {
    key: T::Key,
}

impl<T: YdbTable> Delete<T> {
    pub(super) fn new(key: T::Key) -> Self {
        Delete { key }
    }

    /// The statement, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let template = template::<T>(Shape::Delete, || by_key(T::TABLE));
        Ok(Statement::new(template, key_values(&self.key)?.into_iter().map(ParamValue::One).collect()))
    }
}

/// Rows to be deleted by their keys; from [`YdbTable::delete_many`].
#[derive(Debug)]
#[must_use = "this describes a deletion; build its `statement()`"]
pub struct DeleteMany<T: YdbTable> {
    keys: Vec<T::Key>,
}

impl<T: YdbTable> DeleteMany<T> {
    pub(super) fn new(keys: Vec<T::Key>) -> Self {
        DeleteMany { keys }
    }

    /// The statement over `AS_TABLE($keys)`, with the hash column of every key computed. Absent keys are ignored.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let template = template::<T>(Shape::DeleteRows, || by_keys(T::TABLE));
        Ok(Statement::new(template, vec![key_rows(&self.keys)?]))
    }
}

fn by_key(table: &'static Table) -> Template {
    let mut params = Params::default();
    let condition = all_equal(&Member::key(table), &mut params);
    params.template(&format!("DELETE FROM {}\nWHERE {condition}", Name(table.name)))
}

fn by_keys(table: &'static Table) -> Template {
    let mut params = Params::default();
    let keys = params.rows("keys", Member::key(table));
    params.template(&format!("DELETE FROM {} ON\nSELECT * FROM AS_TABLE({keys})", Name(table.name)))
}
