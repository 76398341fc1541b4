//! Rows of a result into structs: columns are found by name, once for each result.

use std::marker::PhantomData;

use ydb::{ResultSet, Row, YdbError, YdbResult};

use super::value::from_sdk;
use crate::error::{Error, Result};
use crate::schema::ColumnDef;
use crate::statements::{YdbRow, decode_each, decode_row};
use crate::types::Value;

/// All rows of a result.
pub(super) fn rows<R: YdbRow>(set: ResultSet) -> Result<Vec<R>> {
    let mut decoder = Decoder::<R>::new();
    set.rows().map(|row| decoder.row(row)).collect()
}

/// All rows of a result, and the last one's values of some columns, which stand behind those of the rows or among them.
pub(super) fn rows_and_last<R: YdbRow>(
    set: ResultSet,
    columns: &[&'static ColumnDef],
) -> Result<(Vec<R>, Option<Vec<Value<'static>>>)> {
    let own = |column: &ColumnDef| R::COLUMNS.iter().position(|other| other.name == column.name);
    let mut decoder = Decoder::<R>::new();
    let mut decoded = Vec::new();
    let mut rows = set.rows().peekable();
    while let Some(mut row) = rows.next() {
        if rows.peek().is_some() {
            decoded.push(decoder.row(row)?);
            continue;
        }
        let mut value = |name| typed::<R>(name, row.remove_field_by_name(name));
        let values = R::COLUMNS.iter().map(|column| value(column.name)).collect::<Result<Vec<_>>>()?;
        let last = columns.iter().map(|column| match own(column) {
            Some(own) => Ok(values[own].clone()),
            None => value(column.name),
        });
        let last = last.collect::<Result<_>>()?;
        decoded.push(decode_row(values)?);
        return Ok((decoded, Some(last)));
    }
    Ok((decoded, None))
}

/// The first row, if there is one.
pub(super) fn first_row<R: YdbRow>(set: ResultSet) -> Result<Option<R>> {
    set.rows().next().map(|row| Decoder::<R>::new().row(row)).transpose()
}

/// The values of some columns of the only row.
pub(super) fn named<T: YdbRow>(set: ResultSet, names: &[&'static str]) -> Result<Vec<Value<'static>>> {
    let mut row = set.rows().next();
    names
        .iter()
        .map(|&name| match &mut row {
            Some(row) => typed::<T>(name, row.remove_field_by_name(name)),
            None => Err(Error::MissingColumn { table: T::NAME, column: name }),
        })
        .collect()
}

/// The first value of the first row, if there is a row.
pub(super) fn scalar<T: YdbRow>(set: ResultSet, name: &'static str) -> Result<Option<Value<'static>>> {
    let Some(mut row) = set.rows().next() else { return Ok(None) };
    typed::<T>(name, row.remove_field(0)).map(Some)
}

/// One row of a query of the user's own.
pub fn from_ydb_row<R: YdbRow>(row: Row) -> YdbResult<R> {
    Decoder::<R>::new().row(row).map_err(YdbError::from)
}

/// Decodes the rows of one result.
///
/// The client tells the position of no column, but a value taken by name is then missing at its position. So the first row is
/// read by name, which proves that every column is there; the second one shows whether they stand in the order of the struct, as
/// they do in the library's own statements; and if so, all others are read by position.
struct Decoder<R> {
    columns: Columns,
    row: PhantomData<fn() -> R>,
}

/// What is known of the columns of a result.
#[derive(Clone, Copy)]
enum Columns {
    Unknown,
    Exist,
    InOrder,
    OutOfOrder,
}

impl<R: YdbRow> Decoder<R> {
    fn new() -> Self {
        Decoder { columns: Columns::Unknown, row: PhantomData }
    }

    fn row(&mut self, mut row: Row) -> Result<R> {
        let name = |position: usize| R::COLUMNS[position].name;
        match self.columns {
            Columns::InOrder => decode_each(|position| typed::<R>(name(position), row.remove_field(position))),
            Columns::OutOfOrder => {
                decode_each(|position| typed::<R>(name(position), row.remove_field_by_name(name(position))))
            }
            Columns::Unknown => {
                let row = decode_each(|position| typed::<R>(name(position), row.remove_field_by_name(name(position))))?;
                self.columns = Columns::Exist;
                Ok(row)
            }
            Columns::Exist => self.probe(row),
        }
    }

    /// Reads a row by name, looking whether each value stood at the position of its field.
    fn probe(&mut self, mut row: Row) -> Result<R> {
        self.columns = Columns::InOrder;
        let mut displaced = None;
        decode_each(|position| {
            let name = R::COLUMNS[position].name;
            let value = match row.remove_field_by_name(name) {
                Ok(value) => Ok(value),
                // All columns are known to exist, so this one was taken while its position was tried.
                Err(error) => displaced.take().ok_or(error),
            };
            if let Columns::InOrder = self.columns
                && let Ok(other) = row.remove_field(position)
            {
                displaced = Some(other);
                self.columns = Columns::OutOfOrder;
            }
            typed::<R>(name, value)
        })
    }
}

/// A value as the client gives it.
#[inline]
fn typed<R: YdbRow>(column: &'static str, value: YdbResult<ydb::Value>) -> Result<Value<'static>> {
    match value.map(from_sdk) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(found)) => Err(Error::TypeMismatch { table: R::NAME, column, expected: "a value of a column", found }),
        Err(error) => Err(missing::<R>(column, &error)),
    }
}

/// The client gives one error for a column that is not there and another for a value that it cannot read, both as texts.
#[cold]
fn missing<R: YdbRow>(column: &'static str, error: &YdbError) -> Error {
    match error {
        YdbError::Custom(text) if text == "field not found" => Error::MissingColumn { table: R::NAME, column },
        other => {
            Error::InvalidValue { table: R::NAME, column, reason: format!("the client cannot read the value: {other}") }
        }
    }
}
