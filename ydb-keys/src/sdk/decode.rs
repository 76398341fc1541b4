//! Rows of a result into structs: columns are found by name, once for each result.

use std::marker::PhantomData;

use ydb::{ResultSet, Row, YdbError, YdbResult};

use super::value::from_sdk;
use crate::error::{Error, Result};
use crate::schema::ColumnDef;
use crate::statements::{YdbRow, take_row};
use crate::types::Value;

/// All rows of a result.
pub(super) fn rows<R: YdbRow>(set: ResultSet) -> Result<Vec<R>> {
    let mut decoder = Decoder::<R>::new(&[]);
    set.rows().map(|row| take_row(decoder.values(row)?)).collect()
}

/// All rows of a result, and the last one's values of some columns, which stand behind those of the rows or among them.
pub(super) fn rows_and_last<R: YdbRow>(
    set: ResultSet,
    columns: &[&'static ColumnDef],
) -> Result<(Vec<R>, Option<Vec<Value<'static>>>)> {
    let own = |column: &ColumnDef| R::COLUMNS.iter().position(|other| other.name == column.name);
    let extra: Vec<&'static str> =
        columns.iter().filter(|column| own(column).is_none()).map(|column| column.name).collect();
    let mut decoder = Decoder::<R>::new(&extra);
    let mut rows = Vec::new();
    let mut last = None;
    let mut results = set.rows().peekable();
    while let Some(row) = results.next() {
        let values = decoder.values(row)?;
        if results.peek().is_none() {
            let mut behind = R::COLUMNS.len()..;
            let place = columns.iter().map(|column| own(column).or_else(|| behind.next()));
            last = Some(place.filter_map(|at| values.get(at?).cloned()).collect());
        }
        rows.push(take_row(values)?);
    }
    Ok((rows, last))
}

/// The first row, if there is one.
pub(super) fn first_row<R: YdbRow>(set: ResultSet) -> Result<Option<R>> {
    set.rows().next().map(|row| take_row(Decoder::<R>::new(&[]).values(row)?)).transpose()
}

/// The values of some columns of the only row.
pub(super) fn named<T: YdbRow>(set: ResultSet, names: &[&'static str]) -> Result<Vec<Value<'static>>> {
    let mut row = set.rows().next();
    names
        .iter()
        .map(|&name| match &mut row {
            Some(row) => {
                let value = row.remove_field_by_name(name).map_err(|error| missing::<T>(name, &error))?;
                typed::<T>(name, value)
            }
            None => Err(Error::MissingColumn { table: T::NAME, column: name }),
        })
        .collect()
}

/// The first value of the first row, if there is a row.
pub(super) fn scalar<T: YdbRow>(set: ResultSet, name: &'static str) -> Result<Option<Value<'static>>> {
    let Some(mut row) = set.rows().next() else { return Ok(None) };
    let value = row.remove_field(0).map_err(|error| missing::<T>(name, &error))?;
    typed::<T>(name, value).map(Some)
}

/// One row of a query of the user's own.
pub fn from_ydb_row<R: YdbRow>(row: Row) -> YdbResult<R> {
    Decoder::<R>::new(&[]).values(row).and_then(take_row).map_err(YdbError::from)
}

/// Takes the values out of the rows of one result: those of `R`, and of further columns.
///
/// The client tells the position of no column, but a value taken by name is then missing at its position. So the first row is
/// read by name, which proves that every column is there; the second one shows whether they stand in the order of the struct, as
/// they do in the library's own statements; and if so, all others are read by position.
struct Decoder<'n, R> {
    extra: &'n [&'static str],
    columns: Columns,
    /// The last row's, whose memory is used again.
    values: Vec<Value<'static>>,
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

impl<'n, R: YdbRow> Decoder<'n, R> {
    fn new(extra: &'n [&'static str]) -> Self {
        Decoder { extra, columns: Columns::Unknown, values: Vec::new(), row: PhantomData }
    }

    fn values(&mut self, mut row: Row) -> Result<&mut Vec<Value<'static>>> {
        match self.columns {
            Columns::InOrder => self.take(|_, position| row.remove_field(position))?,
            Columns::Exist => self.probe(&mut row)?,
            Columns::OutOfOrder => self.take(|name, _| row.remove_field_by_name(name))?,
            Columns::Unknown => {
                self.take(|name, _| row.remove_field_by_name(name))?;
                self.columns = Columns::Exist;
            }
        }
        Ok(&mut self.values)
    }

    fn take(&mut self, mut value: impl FnMut(&'static str, usize) -> YdbResult<ydb::Value>) -> Result<()> {
        self.values.clear();
        self.values.reserve_exact(R::COLUMNS.len() + self.extra.len());
        let names = R::COLUMNS.iter().map(|column| column.name).chain(self.extra.iter().copied());
        for (position, name) in names.enumerate() {
            match value(name, position) {
                Ok(value) => self.values.push(typed::<R>(name, value)?),
                Err(error) => return Err(missing::<R>(name, &error)),
            }
        }
        Ok(())
    }

    /// Reads a row by name, looking whether each value stood at the position of its field.
    fn probe(&mut self, row: &mut Row) -> Result<()> {
        let mut columns = Columns::InOrder;
        let mut displaced = None;
        self.take(|name, position| {
            let value = match row.remove_field_by_name(name) {
                Ok(value) => value,
                // All columns are known to exist, so this one was taken while its position was tried.
                Err(error) => displaced.take().ok_or(error)?,
            };
            if let Columns::InOrder = columns
                && let Ok(other) = row.remove_field(position)
            {
                displaced = Some(other);
                columns = Columns::OutOfOrder;
            }
            Ok(value)
        })?;
        self.columns = columns;
        Ok(())
    }
}

#[inline]
fn typed<R: YdbRow>(column: &'static str, value: ydb::Value) -> Result<Value<'static>> {
    match from_sdk(value) {
        Ok(value) => Ok(value),
        Err(found) => Err(Error::TypeMismatch { table: R::NAME, column, expected: "a value of a column", found }),
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
