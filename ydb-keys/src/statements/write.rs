//! Insert, upsert and replace, of one row and of many; a row that is read, changed and written back.

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

/// One row to be written; from [`YdbTable::insert`], [`upsert`](YdbTable::upsert) and [`replace`](YdbTable::replace).
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct Write<'a, T, K = AnyTimes> {
    pub(crate) location: Location,
    pub(crate) row: &'a T,
    pub(crate) verb: Verb,
    pub(super) times: PhantomData<fn() -> K>,
}

impl<'a, T: YdbTable, K> Write<'a, T, K> {
    /// The statement, with the hash column computed.
    ///
    /// An insert leaves out `serial` columns, which their sequences fill, and returns the key and these columns. If the
    /// table is so wide that the text would be longer than the 10 KB of YDB's documentation, the row is written through
    /// `AS_TABLE`.
    ///
    /// # Errors
    /// [`TooLarge`](crate::ErrorKind::TooLarge) if that is too long as well, as for every operation. A value its column
    /// cannot hold; [`TooLarge`](crate::ErrorKind::TooLarge) for a key, a row or a value;
    /// [`InvalidValue`](crate::ErrorKind::InvalidValue) in a leading key column.
    pub fn statement(&self) -> Result<Statement<'a>> {
        match self.back()? {
            Some(back) => Ok(back.change),
            None => self.blind(),
        }
    }

    /// How a row that is not written back is sent: a new row with a version is inserted.
    pub(crate) fn sent_as(&self) -> Verb {
        if T::TABLE.version.is_some() { Verb::Insert } else { self.verb }
    }

    /// The statement of a row that is written whatever is stored, or is new.
    pub(crate) fn blind(&self) -> Result<Statement<'a>> {
        let verb = self.sent_as();
        statement(&self.location, Model::of::<T>(), verb, row_values(self.row, verb)?)
    }

    /// The statement of a row with a version that is written back; `None` for any other write.
    pub(crate) fn back(&self) -> Result<Option<Back<'a>>> {
        let (Some(version), Verb::Upsert | Verb::Replace) = (T::TABLE.version, self.verb) else { return Ok(None) };
        let values = row_values(self.row, self.verb)?;
        version::write_back(&self.location, Model::of::<T>(), version, &values)
    }
}

/// The statement that writes one row, compiled once for all models.
fn statement<'a>(location: &Location, model: Model, verb: Verb, values: Vec<Value<'a>>) -> Result<Statement<'a>> {
    let template = location.template(model, Shape::Write(verb), &|path| one(model.table, path, verb))?;
    let values = if template.takes_rows() {
        vec![ParamValue::Rows(vec![values])]
    } else {
        values.into_iter().map(ParamValue::One).collect()
    };
    Ok(Statement::new(template, values))
}

/// Rows to be written by one statement; from [`YdbTable::upsert_many`] and its like.
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct WriteMany<'a, T, K = AnyTimes> {
    pub(crate) many: ManyRows<'a, T>,
    pub(super) times: PhantomData<fn() -> K>,
}

impl<'a, T: YdbTable, K> WriteMany<'a, T, K> {
    /// Of several rows with one key sends the last one only, instead of failing with
    /// [`Usage`](crate::ErrorKind::Usage).
    pub fn keep_last(mut self) -> Self {
        self.many.keep_last = true;
        self
    }

    /// The statement over `AS_TABLE($rows)`, with the hash column of every row computed.
    ///
    /// # Errors
    /// As [`Write::statement`], for the first row that has one; [`Usage`](crate::ErrorKind::Usage).
    pub fn statement(&self) -> Result<Statement<'a>> {
        self.many.statement()
    }
}

/// Rows of one call, which are all sent in the same way.
#[derive(Debug)]
pub(crate) struct ManyRows<'a, T> {
    pub(crate) location: Location,
    pub(crate) rows: &'a [T],
    pub(crate) operation: OperationName,
    /// How each row is encoded: all columns of an update of many rows are sent, as those of an upsert.
    pub(crate) verb: Verb,
    pub(super) keep_last: bool,
    /// The rows that a later row supersedes, once `cut` has found them.
    pub(super) superseded: Vec<usize>,
}

impl<'a, T: YdbTable> ManyRows<'a, T> {
    pub(super) fn new(location: Location, operation: OperationName, verb: Verb, rows: &'a [T]) -> Self {
        ManyRows { location, rows, operation, verb, keep_last: false, superseded: Vec::new() }
    }

    /// Splits the rows into requests within the limits; `first` makes something of the values of each row of the first one.
    pub(super) fn requests<F>(
        &self,
        limits: Limits,
        first: impl FnMut(&mut Vec<Value<'a>>) -> Result<F>,
    ) -> Result<Requests<F>> {
        let (rows, verb, keep_last, operation) = (self.rows, self.verb, self.keep_last, self.operation);
        let all = Rows { table: T::TABLE, key: verb.sent_key(T::TABLE), operation, len: rows.len(), keep_last };
        all.cut(limits, &mut |index, values| put_values(&rows[index], verb, values), first)
    }

    /// Splits the rows into requests within the limits, for [`part`](Self::part).
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

/// The hashes and the values that are sent, in the order of [`members`].
pub(super) fn row_values<T: YdbTable>(row: &T, verb: Verb) -> Result<Vec<Value<'_>>> {
    let mut values = Vec::new();
    put_values(row, verb, &mut values)?;
    Ok(values)
}

/// The same, replacing the contents of `values`.
pub(super) fn put_values<'a, T: YdbTable>(row: &'a T, verb: Verb, values: &mut Vec<Value<'a>>) -> Result<()> {
    put_encoded(T::TABLE, verb, values, &mut |encoder| row.encode(encoder))
}

/// The same of any row, which `encode` puts into the encoder; compiled once for all models.
fn put_encoded<'a>(
    table: &'static Table,
    verb: Verb,
    values: &mut Vec<Value<'a>>,
    encode: &mut dyn FnMut(&mut ValueEncoder<'a>),
) -> Result<()> {
    values.clear();
    values.reserve_exact(1 + table.indexes.len() + table.columns.len());
    // Room for the hashes, which are computed after the row is encoded.
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
    // With rows a column is named once.
    Template::of(values).or(|| many(table, path, verb))
}

pub(super) fn many(table: &'static Table, path: &str, verb: Verb) -> Template {
    Template::of(|params| {
        let rows = params.rows("rows", members(table, verb));
        format!("{} INTO {}\nSELECT * FROM AS_TABLE({rows}){}", verb.yql(), Name(path), verb.returning(table))
    })
}

/// A change of the row with a key, in one transaction; from [`YdbTable::modify`].
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

/// Changes a row, but not its key.
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
