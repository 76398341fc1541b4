//! Rows of a result into structs: columns are found by name, once for each result.

use std::marker::PhantomData;

use ydb::{ResultSet, Row, YdbError, YdbResult};

use super::value::from_sdk;
use crate::error::{Error, Result};
use crate::statements::{YdbRow, decode_row};
use crate::types::Value;

/// All rows of a result.
pub(super) fn rows<R: YdbRow>(set: ResultSet) -> Result<Vec<R>> {
    let rows = set.rows();
    let mut decoder = Decoder::<R>::new();
    rows.map(|row| decoder.row(row)).collect()
}

/// The only row, if there is one.
pub(super) fn first_row<R: YdbRow>(set: ResultSet) -> Result<Option<R>> {
    set.rows().next().map(|row| Decoder::<R>::new().row(row)).transpose()
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

#[derive(Clone, Copy)]
enum Columns {
    Unknown,
    Known,
    InOrder,
    ByName,
}

impl<R: YdbRow> Decoder<R> {
    fn new() -> Self {
        Decoder { columns: Columns::Unknown, row: PhantomData }
    }

    fn row(&mut self, mut row: Row) -> Result<R> {
        let values = match self.columns {
            Columns::InOrder => by_position::<R>(&mut row),
            Columns::Known => self.probe(&mut row),
            Columns::Unknown | Columns::ByName => by_name::<R>(&mut row),
        }?;
        if let Columns::Unknown = self.columns {
            self.columns = Columns::Known;
        }
        decode_row(values)
    }

    /// Reads a row by name, looking whether each value stood at the position of its field.
    fn probe(&mut self, row: &mut Row) -> Result<Vec<Value<'static>>> {
        self.columns = Columns::InOrder;
        let mut displaced = None;
        let mut values = Vec::with_capacity(R::COLUMNS.len());
        for (position, column) in R::COLUMNS.iter().enumerate() {
            let value = match row.remove_field_by_name(column.name) {
                Ok(value) => value,
                // All columns are known to exist, so this one was taken while its position was tried.
                Err(error) => displaced.take().ok_or_else(|| missing::<R>(column.name, &error))?,
            };
            values.push(typed::<R>(column.name, value)?);
            if let Columns::InOrder = self.columns
                && let Ok(other) = row.remove_field(position)
            {
                displaced = Some(other);
                self.columns = Columns::ByName;
            }
        }
        Ok(values)
    }
}

fn by_position<R: YdbRow>(row: &mut Row) -> Result<Vec<Value<'static>>> {
    let columns = R::COLUMNS.iter().enumerate();
    columns
        .map(|(position, column)| {
            let value = row.remove_field(position).map_err(|error| missing::<R>(column.name, &error))?;
            typed::<R>(column.name, value)
        })
        .collect()
}

fn by_name<R: YdbRow>(row: &mut Row) -> Result<Vec<Value<'static>>> {
    let columns = R::COLUMNS.iter();
    columns
        .map(|column| {
            let value = row.remove_field_by_name(column.name).map_err(|error| missing::<R>(column.name, &error))?;
            typed::<R>(column.name, value)
        })
        .collect()
}

fn typed<R: YdbRow>(column: &'static str, value: ydb::Value) -> Result<Value<'static>> {
    from_sdk(value).map_err(|found| Error::TypeMismatch {
        table: R::NAME,
        column,
        expected: "a value of a column",
        found,
    })
}

/// The client gives one error for a column that is not there and another for a value that it cannot read, both as texts.
#[cold]
fn missing<R: YdbRow>(column: &'static str, error: &YdbError) -> Error {
    match error {
        YdbError::Custom(text) if text == "field not found" => Error::MissingColumn { table: R::NAME, column },
        other => Error::InvalidValue { table: R::NAME, column, reason: format!("the client cannot read the value: {other}") },
    }
}
