//! Update of single columns by key, and of many rows.

use std::collections::BTreeMap;
use std::ops::Range;

use super::batch::{Limits, cut};
use super::cache::{Location, Shape};
use super::condition::{Nulls, all_equal, without_nulls};
use super::model::YdbTable;
use super::read::key_values;
use super::statement::{Member, ParamValue, Params, Statement, Template};
use super::write::{Verb, put_values, row_values};
use crate::ddl::Name;
use crate::error::{Error, Result, ValueError};
use crate::keys::check_update;
use crate::schema::Table;
use crate::types::{Encode, Value, YdbType};

/// New values for some columns of the row with a key; from [`YdbTable::update`], which adds a setter for each column.
#[derive(Debug)]
#[must_use = "this describes an update; build its `statement()`"]
pub struct Update<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) key: T::Key,
    values: BTreeMap<usize, Value<'static>>,
    error: Option<Error>,
}

impl<T: YdbTable> Update<T> {
    pub(super) fn new(location: Location, key: T::Key) -> Self {
        Update { location, key, values: BTreeMap::new(), error: None }
    }

    #[doc(hidden)]
    pub fn set(mut self, column: usize, value: &dyn Encode) -> Self {
        self.put(column, value.encode_as(T::TABLE.columns[column].ty));
        self
    }

    #[doc(hidden)]
    pub fn set_json<V>(
        mut self,
        column: usize,
        value: &V,
        encode: fn(&V, YdbType, bool) -> Result<Value<'_>, ValueError>,
    ) -> Self {
        let def = &T::TABLE.columns[column];
        self.put(column, encode(value, def.ty, def.is_nullable()));
        self
    }

    fn put(&mut self, column: usize, value: Result<Value<'_>, ValueError>) {
        match value {
            Ok(value) => {
                self.values.insert(column, value.into_owned());
            }
            Err(error) => {
                let name = T::TABLE.columns[column].name;
                self.error.get_or_insert(Error::in_column(T::TABLE.name, name, error));
            }
        }
    }

    /// The statement, with the hash column computed. It does not create a row that does not exist.
    ///
    /// # Errors
    /// [`Error::EmptyUpdate`] when no column is set; a value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        if self.values.is_empty() {
            return Err(Error::EmptyUpdate { table: T::TABLE.name });
        }
        let key = key_values(&self.key)?;
        check_update(T::TABLE, &key, self.values.iter().map(|(column, value)| (*column, value)))?;
        let (set, nulls): (Vec<usize>, _) = (self.values.keys().copied().collect(), Nulls::of(&key));
        let shape = Shape::Update(set.clone(), nulls);
        let template = self.location.template::<T>(shape, |path| by_key(T::TABLE, path, &set, nulls))?;
        let set = self.values.values().cloned();
        let values = match template.takes_rows() {
            true => vec![ParamValue::Rows(vec![set.chain(key).collect()])],
            false => set.chain(without_nulls(key)).map(ParamValue::One).collect(),
        };
        Ok(Statement::new(template, values))
    }
}

/// Rows whose non-key columns are written where the key exists; from [`YdbTable::update_many`].
#[derive(Debug)]
#[must_use = "this describes an update; build its `statement()`"]
pub struct UpdateMany<'a, T> {
    pub(crate) location: Location,
    pub(crate) rows: &'a [T],
}

impl<'a, T: YdbTable> UpdateMany<'a, T> {
    /// The statement over `AS_TABLE($rows)`, with the hash column of every row computed. It does not create rows that
    /// do not exist.
    ///
    /// # Errors
    /// As [`Write::statement`](super::Write::statement), for the first row that has one; [`Error::EmptyUpdate`] if the
    /// table has only key columns.
    pub fn statement(&self) -> Result<Statement<'a>> {
        self.part(0..self.rows.len())
    }

    /// The statement of some of the rows.
    pub(crate) fn part(&self, part: Range<usize>) -> Result<Statement<'a>> {
        if T::TABLE.key.len() == T::TABLE.columns.len() {
            return Err(Error::EmptyUpdate { table: T::TABLE.name });
        }
        // As an upsert, an update sends all columns.
        let rows = self.rows[part].iter().map(|row| row_values(row, Verb::Upsert)).collect::<Result<_>>()?;
        let template = self.location.template::<T>(Shape::UpdateRows, |path| many(T::TABLE, path))?;
        Ok(Statement::new(template, vec![ParamValue::Rows(rows)]))
    }

    /// Splits the rows into requests within the limits.
    pub(crate) fn cut(&self, limits: Limits) -> Result<Vec<Range<usize>>> {
        cut(self.rows.len(), limits, |index, values| put_values(&self.rows[index], Verb::Upsert, values))
    }
}

pub(super) fn by_key(table: &'static Table, path: &str, set: &[usize], nulls: Nulls) -> Template {
    let set: Vec<Member> = set.iter().map(|&i| Member::column(&table.columns[i])).collect();
    let values = |params: &mut Params| {
        let assign = |member: &Member| format!("{} = {}", Name(member.name), params.one(member.name, *member));
        let assignments: Vec<String> = set.iter().map(assign).collect();
        let condition = all_equal(&Member::key(table), nulls, params);
        format!("UPDATE {}\nSET {}\nWHERE {condition}", Name(path), assignments.join(", "))
    };
    // With rows a column is named once.
    Template::of(values).or(|| on_rows(path, set.iter().copied().chain(Member::key(table)).collect()))
}

pub(super) fn many(table: &'static Table, path: &str) -> Template {
    on_rows(path, Member::of(table, |_| true))
}

/// `UPDATE ON`, which changes existing rows and creates none.
fn on_rows(path: &str, members: Vec<Member>) -> Template {
    Template::of(|params| {
        let rows = params.rows("rows", members.clone());
        format!("UPDATE {} ON\nSELECT * FROM AS_TABLE({rows})", Name(path))
    })
}
