//! Delete by key and by a list of keys.

use std::ops::Range;

use super::batch::{Limits, cut};
use super::cache::{Location, Shape};
use super::condition::{Nulls, all_equal, without_nulls};
use super::model::YdbTable;
use super::read::{key_rows, key_values, put_key_values};
use super::statement::{Member, ParamValue, Params, Statement, Template};
use crate::ddl::Name;
use crate::error::Result;
use crate::schema::Table;

/// One row to be deleted by its key; from [`YdbTable::delete`].
#[derive(Debug)]
#[must_use = "this describes a deletion; build its `statement()`"]
pub struct Delete<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) key: T::Key,
}

impl<T: YdbTable> Delete<T> {
    /// The statement, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let key = key_values(&self.key)?;
        let nulls = Nulls::of(&key);
        let template = self.location.template::<T>(Shape::Delete(nulls), |path| by_key(T::TABLE, path, nulls))?;
        let values = match template.takes_rows() {
            true => vec![ParamValue::Rows(vec![key])],
            false => without_nulls(key).map(ParamValue::One).collect(),
        };
        Ok(Statement::new(template, values))
    }
}

/// Rows to be deleted by their keys; from [`YdbTable::delete_many`].
#[derive(Debug)]
#[must_use = "this describes a deletion; build its `statement()`"]
pub struct DeleteMany<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) keys: Vec<T::Key>,
}

impl<T: YdbTable> DeleteMany<T> {
    /// The statement over `AS_TABLE($keys)`, with the hash column of every key computed. Absent keys are ignored.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        self.part(0..self.keys.len())
    }

    /// The statement of some of the keys.
    pub(crate) fn part(&self, part: Range<usize>) -> Result<Statement<'_>> {
        let template = self.location.template::<T>(Shape::DeleteRows, |path| by_keys(T::TABLE, path))?;
        Ok(Statement::new(template, vec![key_rows(&self.keys[part])?]))
    }

    /// Splits the keys into requests within the limits.
    pub(crate) fn cut(&self, limits: Limits) -> Result<Vec<Range<usize>>> {
        cut(self.keys.len(), limits, |index, values| put_key_values(&self.keys[index], values))
    }
}

pub(super) fn by_key(table: &'static Table, path: &str, nulls: Nulls) -> Template {
    let values = |params: &mut Params| {
        let condition = all_equal(&Member::key(table), nulls, params);
        format!("DELETE FROM {}\nWHERE {condition}", Name(path))
    };
    // With rows a column is named once.
    Template::of(values).or(|| by_keys(table, path))
}

pub(super) fn by_keys(table: &'static Table, path: &str) -> Template {
    Template::of(|params| {
        let keys = params.rows("keys", Member::key(table));
        format!("DELETE FROM {} ON\nSELECT * FROM AS_TABLE({keys})", Name(path))
    })
}
