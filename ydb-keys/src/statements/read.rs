//! Reads of rows by key or by a list of keys, and of the existence of a key.

use std::any::TypeId;
use std::marker::PhantomData;
use std::ops::Range;

use super::batch::cut;
use super::condition::{all_equal, without_nulls};
use super::query::{self};
use super::scan::{self};
use super::{
    Limits, Location, Member, Model, Nulls, ParamValue, Params, ProjectionOf, Purpose, Select, Shape, Statement,
    Template, YdbRow, YdbTable,
};
use crate::error::Result;
use crate::keys::{ValueEncoder, YdbKey, check_key, hash_of_key, put_key};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::Value;

/// Read of a row by its key, with all columns of the model or with the columns of `R`; from [`YdbTable::get`].
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Get<T: YdbTable, R = T> {
    pub(crate) location: Location,
    pub(crate) key: T::Key,
    pub(super) row: PhantomData<fn() -> R>,
}

impl<T: YdbTable> Get<T> {
    /// Reads only the columns of the struct `P`.
    pub fn select<P: ProjectionOf<T>>(self) -> Get<T, P> {
        Get { location: self.location, key: self.key, row: PhantomData }
    }
}

impl<T: YdbTable, R: YdbRow> Get<T, R> {
    /// Returns the `SELECT` statement, with the hash column computed.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        of_columns::<T, R>(&self.location, &self.key)
    }
}

pub(super) fn of_columns<'a, T: YdbTable, R: YdbRow>(location: &Location, key: &'a T::Key) -> Result<Statement<'a>> {
    let shape = |nulls| Shape::Get(TypeId::of::<R>(), nulls);
    statement(location, Model::of::<T>(), &shape, &|| names(R::FIELDS), key_values(key)?)
}

/// Returns the statement that reads some columns of the row with a key. It is compiled once for all models.
pub(super) fn statement<'a>(
    location: &Location,
    model: Model,
    shape: &dyn Fn(Nulls) -> Shape,
    columns: &dyn Fn() -> Vec<&'static str>,
    key: Vec<Value<'a>>,
) -> Result<Statement<'a>> {
    let nulls = Nulls::of(&key);
    let build = |path: &str| by_key(model.table, path, &columns(), nulls);
    let template = location.template(model, shape(nulls), &build)?;
    Ok(Statement::new(template, without_nulls(key).map(ParamValue::One).collect()))
}

/// Check whether a row exists: with a key, from [`YdbTable::exists`], or in a scan, from `scan().exists()`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Exists<T: YdbTable> {
    pub(crate) row: Sought<T::Key, Select<T>>,
}

#[derive(Debug)]
pub(crate) enum Sought<K, S> {
    /// The row with a key.
    Key { location: Location, key: K },
    /// Any row of a scan.
    Scan(S),
}

impl<T: YdbTable> Exists<T> {
    pub(super) fn of_scan(mut scan: Select<T>) -> Self {
        scan.query.limit = scan.query.limit.map(|limit| limit.min(1));
        Exists { row: Sought::Scan(scan) }
    }

    /// Returns the statement, with the hash column computed. Its result is one row, or none.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let (location, key) = match &self.row {
            Sought::Key { location, key } => (location, key),
            Sought::Scan(scan) => return scan::statement::<T, T>(&scan.location, &scan.query, |_| Purpose::Exists),
        };
        let first = || T::TABLE.primary_key().take(1).collect();
        statement(location, Model::of::<T>(), &Shape::Exists, &first, key_values(key)?)
    }
}

/// Read of rows by their keys, with all columns of the model or with the columns of `R`; from [`YdbTable::get_many`].
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct GetMany<T: YdbTable, R = T> {
    pub(crate) location: Location,
    pub(crate) keys: Vec<T::Key>,
    pub(super) row: PhantomData<fn() -> R>,
}

impl<T: YdbTable> GetMany<T> {
    /// Reads only the columns of the struct `P`.
    pub fn select<P: ProjectionOf<T>>(self) -> GetMany<T, P> {
        GetMany { location: self.location, keys: self.keys, row: PhantomData }
    }
}

impl<T: YdbTable, R: YdbRow> GetMany<T, R> {
    /// Returns the statement over `AS_TABLE($keys)`, with the hash column of every key computed.
    ///
    /// A key that does not exist gives no row. A key that is given twice gives its row twice. The order of the rows is
    /// undefined.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        self.part(0..self.keys.len())
    }

    pub(crate) fn part(&self, part: Range<usize>) -> Result<Statement<'_>> {
        let shape = Shape::GetRows(TypeId::of::<R>());
        let template = self.location.template(Model::of::<T>(), shape, &|path| by_keys(T::TABLE, path, R::FIELDS))?;
        Ok(Statement::new(template, vec![key_rows(&self.keys[part])?]))
    }
}

pub(crate) fn cut_keys<K: YdbKey>(keys: &[K], limits: Limits) -> Result<Vec<Range<usize>>> {
    cut(keys.len(), limits, |index, values| put_key_values(&keys[index], values))
}

/// Returns the values of the primary key, the hash first.
pub(super) fn key_values<K: YdbKey>(key: &K) -> Result<Vec<Value<'_>>> {
    let mut values = Vec::new();
    put_key_values(key, &mut values)?;
    Ok(values)
}

/// Writes the values of the primary key, the hash first, in place of the contents of `values`.
fn put_key_values<'a, K: YdbKey>(key: &'a K, values: &mut Vec<Value<'a>>) -> Result<()> {
    put_encoded(K::TABLE, key.hash()?, values, &mut |encoder| key.encode(encoder))
}

/// Writes the values of a primary key, the hash first, in place of the contents of `values`. `encode` puts the key into
/// the encoder, so that this code is compiled once for all models.
fn put_encoded<'a>(
    table: &'static Table,
    hash: Option<u64>,
    values: &mut Vec<Value<'a>>,
    encode: &mut dyn FnMut(&mut ValueEncoder<'a>),
) -> Result<()> {
    values.clear();
    values.extend(table.hash.zip(hash).map(|(def, number)| def.value(number)));
    let first = values.len();
    put_key(table, values, encode)?;
    check_key(table, &values[first..])?;
    if let Some(def) = table.hash.filter(|def| def.foreign().is_some()) {
        values.insert(0, hash_of_key(table, &def, values)?);
    }
    Ok(())
}

pub(super) fn key_rows<K: YdbKey>(keys: &[K]) -> Result<ParamValue<'_>> {
    Ok(ParamValue::Rows(keys.iter().map(key_values).collect::<Result<_>>()?))
}

fn names(columns: &[ColumnDef]) -> Vec<&'static str> {
    columns.iter().map(|column| column.name).collect()
}

pub(super) fn by_key(table: &'static Table, path: &str, columns: &[&str], nulls: Nulls) -> Template {
    Template::of(|params| {
        let condition = all_equal(&Member::key(table), nulls, params);
        format!("SELECT {}\nFROM {}\nWHERE {condition}", query::names(columns), Name(path))
    })
}

/// Makes the text of a join on the key, for which YDB looks up each key. NULL never joins, so nullable columns are
/// compared in a condition.
///
/// The columns of a join are named `t.a` unless they are renamed. If that makes the text too long, the columns are
/// selected from a subquery with all columns. (`t.*` has the bare names, because the pragma SimpleColumns is on.) YDB
/// reads only the selected columns.
pub(super) fn by_keys(table: &'static Table, path: &str, columns: &[ColumnDef]) -> Template {
    let members = Member::key(table);
    let (nullable, plain): (Vec<&Member>, _) = members.iter().partition(|member| member.optional);
    let equal = |member: &&Member| format!("t.{0} = k.{0}", Name(member.name));
    let same =
        |member: &&Member| format!("({} OR (t.{1} IS NULL AND k.{1} IS NULL))", equal(member), Name(member.name));
    let all = |members: &[&Member], condition: &dyn Fn(&&Member) -> String| {
        members.iter().map(condition).collect::<Vec<_>>().join(" AND ")
    };
    let found = |params: &mut Params| {
        let (keys, on) = (params.rows("keys", members.clone()), all(&plain, &equal));
        let condition = if nullable.is_empty() { "" } else { &format!("\nWHERE {}", all(&nullable, &same)) };
        format!("FROM AS_TABLE({keys}) AS k\nINNER JOIN {} AS t ON {on}{condition}", Name(path))
    };
    let renamed = |params: &mut Params| {
        let columns: Vec<String> = columns.iter().map(|column| format!("t.{0} AS {0}", Name(column.name))).collect();
        format!("SELECT {}\n{}", columns.join(", "), found(params))
    };
    let taken =
        |params: &mut Params| format!("SELECT {}\nFROM (SELECT t.*\n{})", query::names(&names(columns)), found(params));
    Template::of(renamed).or(|| Template::of(taken))
}
