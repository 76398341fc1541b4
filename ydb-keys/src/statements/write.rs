//! Writes of one row and of many: insert, upsert and replace. Also `modify`, which reads a row, changes it and writes
//! it back.

use std::marker::PhantomData;
use std::ops::Range;

use super::batch::{Rows, is_skipped};
use super::model::{key_of_row, put_row};
use super::version::{self, Back};
use super::{
    AnyTimes, Get, Limits, Location, Member, Model, ParamValue, Params, Requests, Shape, Statement, TableAt, Template,
    Verb, YdbTable, update,
};
use crate::error::{Detail, OperationName, Result};
use crate::keys::{ValueEncoder, check_write, hash_of_row};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::Value;

/// Write of a row; from [`YdbTable::insert`], [`upsert`](YdbTable::upsert) and [`replace`](YdbTable::replace).
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct Write<'a, T, K = AnyTimes> {
    pub(crate) location: Location,
    pub(crate) row: &'a T,
    pub(crate) verb: Verb,
    pub(super) times: PhantomData<fn() -> K>,
}

impl<'a, T: YdbTable, K> Write<'a, T, K> {
    /// Returns the statement, with the hash column computed.
    ///
    /// An insert leaves out `serial` columns, which get their values from sequences, and returns the key and these
    /// columns. If the table is so wide that the text would be longer than the 10 KB of YDB's documentation, the row is
    /// written through `AS_TABLE`.
    ///
    /// # Errors
    /// A value that its column cannot hold; [`TooLarge`](crate::ErrorKind::TooLarge) for a key, a row or a value, or if
    /// the text with `AS_TABLE` is too long as well; [`InvalidValue`](crate::ErrorKind::InvalidValue) for a value that
    /// must not lead the key.
    pub fn statement(&self) -> Result<Statement<'a>> {
        match self.back()? {
            Some(back) => Ok(back.change),
            None => self.blind(),
        }
    }

    /// Returns the verb of the statement for a row that is not written back: a new row with a version is inserted.
    pub(crate) fn sent_as(&self) -> Verb {
        if T::TABLE.version.is_some() { Verb::Insert } else { self.verb }
    }

    /// Returns the statement of a row that is new, or is written without a look at the stored row.
    pub(crate) fn blind(&self) -> Result<Statement<'a>> {
        let verb = self.sent_as();
        statement(&self.location, Model::of::<T>(), verb, row_values(self.row, verb)?)
    }

    /// Returns the statement that writes back a row with a version, or `None` for any other write.
    pub(crate) fn back(&self) -> Result<Option<Back<'a>>> {
        let (Some(version), Verb::Upsert | Verb::Replace) = (T::TABLE.version, self.verb) else { return Ok(None) };
        let values = row_values(self.row, self.verb)?;
        version::write_back(&self.location, Model::of::<T>(), version, &values)
    }
}

/// Returns the statement that writes one row. It is compiled once for all models.
fn statement<'a>(location: &Location, model: Model, verb: Verb, values: Vec<Value<'a>>) -> Result<Statement<'a>> {
    let template = location.template(model, Shape::Write(verb), &|path| one(model.table, path, verb))?;
    let values = if template.takes_rows() {
        vec![ParamValue::Rows(vec![values])]
    } else {
        values.into_iter().map(ParamValue::One).collect()
    };
    Ok(Statement::new(template, values))
}

/// Write of many rows; from [`YdbTable::insert_many`], [`upsert_many`](YdbTable::upsert_many) and
/// [`replace_many`](YdbTable::replace_many).
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct WriteMany<'a, T, K = AnyTimes> {
    pub(crate) many: ManyRows<'a, T>,
    pub(super) times: PhantomData<fn() -> K>,
}

impl<'a, T: YdbTable, K> WriteMany<'a, T, K> {
    /// Sends only the last of several rows with the same key. Without this, rows with the same key are an error of kind
    /// [`Usage`](crate::ErrorKind::Usage).
    pub fn keep_last(mut self) -> Self {
        self.many.keep_last = true;
        self
    }

    /// Returns the statement over `AS_TABLE($rows)`, with the hash column of every row computed.
    ///
    /// # Errors
    /// The error of [`Write::statement`] for the first row that has one; [`Usage`](crate::ErrorKind::Usage) for rows
    /// with the same key.
    pub fn statement(&self) -> Result<Statement<'a>> {
        self.many.statement()
    }
}

/// Rows of a call, which are all written by the same kind of statement.
#[derive(Debug)]
pub(crate) struct ManyRows<'a, T> {
    pub(crate) location: Location,
    pub(crate) rows: &'a [T],
    pub(crate) operation: OperationName,
    /// Verb that decides how each row is encoded. An update of many rows sends all columns, like an upsert.
    pub(crate) verb: Verb,
    pub(super) keep_last: bool,
    /// Positions of the rows that a later row supersedes, after `cut` has found them.
    pub(super) superseded: Vec<usize>,
}

impl<'a, T: YdbTable> ManyRows<'a, T> {
    pub(super) fn new(location: Location, operation: OperationName, verb: Verb, rows: &'a [T]) -> Self {
        ManyRows { location, rows, operation, verb, keep_last: false, superseded: Vec::new() }
    }

    /// Splits the rows into requests within the limits. `first` is called with the values of each row of the first
    /// request.
    pub(super) fn requests<F>(
        &self,
        limits: Limits,
        first: impl FnMut(&mut Vec<Value<'a>>) -> Result<F>,
    ) -> Result<Requests<F>> {
        let (rows, verb, keep_last, operation) = (self.rows, self.verb, self.keep_last, self.operation);
        let all = Rows { table: T::TABLE, key: verb.sent_key(T::TABLE), operation, len: rows.len(), keep_last };
        all.cut(limits, &mut |index, values| put_values(&rows[index], verb, values), first)
    }

    /// Splits the rows into requests within the limits. Pass each range to [`part`](Self::part).
    pub(crate) fn cut(&mut self, limits: Limits) -> Result<Vec<Range<usize>>> {
        let requests = self.requests(limits, |_| Ok(()))?;
        self.superseded = requests.superseded;
        Ok(requests.parts)
    }

    pub(super) fn statement(&self) -> Result<Statement<'a>> {
        let all = self.requests(Limits::NONE, |_| Ok(()))?;
        self.sent(0..self.rows.len(), &all.superseded)
    }

    pub(crate) fn part(&self, part: Range<usize>) -> Result<Statement<'a>> {
        self.sent(part, &self.superseded)
    }

    fn sent(&self, part: Range<usize>, superseded: &[usize]) -> Result<Statement<'a>> {
        let (table, verb, is_update) = (T::TABLE, self.verb, self.operation == OperationName::UpdateMany);
        if is_update && table.key.len() == table.columns.len() {
            return Err(Detail::EmptyUpdate { table: table.name }.into());
        }
        let sent = part.filter(|&index| !is_skipped(superseded, index));
        let rows = sent.map(|index| row_values(&self.rows[index], verb)).collect::<Result<_>>()?;
        let shape = if is_update { Shape::UpdateRows } else { Shape::WriteRows(verb) };
        let text = |path: &str| if is_update { update::many(table, path) } else { many(table, path, verb) };
        let template = self.location.template(Model::of::<T>(), shape, &text)?;
        Ok(Statement::new(template, vec![ParamValue::Rows(rows)]))
    }
}

/// Returns the hashes and the values that are sent, in the order of [`members`].
pub(super) fn row_values<T: YdbTable>(row: &T, verb: Verb) -> Result<Vec<Value<'_>>> {
    let mut values = Vec::new();
    put_values(row, verb, &mut values)?;
    Ok(values)
}

/// Writes the hashes and the values that are sent in place of the contents of `values`.
pub(super) fn put_values<'a, T: YdbTable>(row: &'a T, verb: Verb, values: &mut Vec<Value<'a>>) -> Result<()> {
    put_encoded(T::TABLE, verb, values, &mut |encoder| row.encode(encoder))
}

/// Writes the hashes and the values that are sent in place of the contents of `values`. `encode` puts the row into the
/// encoder, so that this code is compiled once for all models.
fn put_encoded<'a>(
    table: &'static Table,
    verb: Verb,
    values: &mut Vec<Value<'a>>,
    encode: &mut dyn FnMut(&mut ValueEncoder<'a>),
) -> Result<()> {
    values.clear();
    values.reserve_exact(1 + table.indexes.len() + table.columns.len());
    // Keeps places for the hashes, which are computed after the row is encoded.
    values.extend(table.computed().map(|_| Value::Null));
    let first = values.len();
    put_row(table, values, encode)?;
    check_write(table, &values[first..])?;
    for (at, hash) in table.computed().enumerate() {
        values[at] = hash_of_row(table, &hash, &values[first..])?;
    }
    if let (Verb::Insert, Some(at)) = (verb, table.version) {
        values[first + at] = version::first(table, at);
    }
    if verb == Verb::Insert {
        let mut at = 0..;
        values.retain(|_| at.next().is_some_and(|at| at < first || verb.sends(table, at - first)));
    }
    Ok(())
}

pub(super) fn members(table: &'static Table, verb: Verb) -> Vec<Member> {
    Member::of(table, |column| verb.sends(table, column))
}

pub(super) fn one(table: &'static Table, path: &str, verb: Verb) -> Template {
    let members = members(table, verb);
    let values = |params: &mut Params| {
        let columns: Vec<String> = members.iter().map(|member| Name(member.name).to_string()).collect();
        let values: Vec<String> = members.iter().map(|member| params.one(member.name, *member)).collect();
        format!(
            "{} INTO {} ({})\nVALUES ({}){}",
            verb.yql(),
            Name(path),
            columns.join(", "),
            values.join(", "),
            verb.returning(table)
        )
    };
    // With rows, each column is named only once in the text.
    Template::of(values).or(|| many(table, path, verb))
}

pub(super) fn many(table: &'static Table, path: &str, verb: Verb) -> Template {
    Template::of(|params| {
        let rows = params.rows("rows", members(table, verb));
        format!("{} INTO {}\nSELECT * FROM AS_TABLE({rows}){}", verb.yql(), Name(path), verb.returning(table))
    })
}

/// Read, change and write of the row with a key, in one transaction; from [`YdbTable::modify`].
#[must_use = "nothing is changed until `.fetch(client).await`"]
pub struct Modify<T: YdbTable, F> {
    pub(crate) table: TableAt<T>,
    pub(crate) get: Get<T>,
    pub(crate) change: F,
}

impl_debug!([T: YdbTable, F] Modify<T, F>, |self, f| f
    .debug_struct("Modify")
    .field("table", &self.table)
    .finish_non_exhaustive());

/// Changes a row. Returns an error if that changes its key.
pub(crate) fn modified<T: YdbTable>(row: &mut T, change: impl FnOnce(&mut T)) -> Result<()> {
    let before = key_values(row)?;
    change(row);
    let after = key_values(row)?;
    if before == after {
        return Ok(());
    }
    Err(Detail::KeyChanged { table: T::TABLE.name, key: show_values(&before), changed: show_values(&after) }.into())
}

pub(crate) fn key_values<T: YdbTable>(row: &T) -> Result<Vec<Value<'static>>> {
    Ok(key_of_row(T::TABLE, row.to_values()?).into_iter().map(Value::into_owned).collect())
}
