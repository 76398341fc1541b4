//! Taking the values of a row out of a model, and putting them back in.

use crate::error::{Error, Result, ValueError};
use crate::schema::{ColumnDef, Table};
use crate::types::Cells;
use crate::types::{Encode, Value, YdbType};

/// Collects the values of a row, or of a key, in the order of the struct's columns.
///
/// The derive passes it the fields. It keeps the first error, so that the generated code has no branches.
pub struct RowEncoder<'a> {
    table: &'static Table,
    positions: Positions,
    /// The position of the first of them in `values`.
    first: usize,
    values: Vec<Value<'a>>,
    /// The columns that get the values instead, and which of them is next.
    cells: Option<(&'a mut [Cells], usize)>,
    error: Option<Error>,
}

/// Which columns are encoded: all in struct order, or the key in key order.
#[derive(Clone, Copy)]
enum Positions {
    All,
    Key,
}

impl<'a> RowEncoder<'a> {
    /// Appends to `values`, so that many rows can share its memory.
    pub(crate) fn row(table: &'static Table, values: Vec<Value<'a>>) -> Self {
        Self::with(table, Positions::All, table.columns.len(), values)
    }

    pub(crate) fn key(table: &'static Table, values: Vec<Value<'a>>) -> Self {
        Self::with(table, Positions::Key, table.key.len(), values)
    }

    fn with(table: &'static Table, positions: Positions, len: usize, mut values: Vec<Value<'a>>) -> Self {
        values.reserve_exact(len);
        RowEncoder { table, positions, first: values.len(), values, cells: None, error: None }
    }

    /// Appends each value of a row to its column.
    #[inline]
    #[doc(hidden)]
    pub fn into_cells(table: &'static Table, cells: &'a mut [Cells]) -> Self {
        RowEncoder {
            table,
            positions: Positions::All,
            first: 0,
            values: Vec::new(),
            cells: Some((cells, 0)),
            error: None,
        }
    }

    /// The next columns.
    #[doc(hidden)]
    pub fn columns(&mut self, fields: &[&'a dyn Encode]) {
        if let Some((cells, next)) = &mut self.cells {
            for ((field, cells), at) in fields.iter().zip(&mut cells[*next..]).zip(*next..) {
                if let Err(error) = field.append_to(cells) {
                    cells.push(&Value::Null);
                    let column = self.table.columns[at].name;
                    self.error.get_or_insert(Error::in_column(self.table.name, column, error));
                }
            }
            *next += fields.len();
            return;
        }
        for field in fields {
            if let Err(error) = field.encode_into(self.next_type(), &mut self.values) {
                self.fail(error);
            }
        }
    }

    /// The next column, a field whose type is not a column: with `#[ydb(json)]` or `#[ydb(with = module)]`.
    #[doc(hidden)]
    pub fn column<T>(&mut self, field: &'a T, encode: fn(&'a T, YdbType, bool) -> Result<Value<'a>, ValueError>) {
        let column = &self.table.columns[self.position()];
        if let Some((cells, next)) = &mut self.cells {
            let value = encode(field, column.ty, column.is_nullable()).unwrap_or_else(|error| {
                self.error.get_or_insert(Error::in_column(self.table.name, column.name, error));
                Value::Null
            });
            cells[*next].push(&value);
            *next += 1;
            return;
        }
        match encode(field, column.ty, column.is_nullable()) {
            Ok(value) => self.values.push(value),
            Err(error) => self.fail(error),
        }
    }

    fn position(&self) -> usize {
        if let Some((_, next)) = self.cells {
            return next;
        }
        match self.positions {
            Positions::All => self.values.len() - self.first,
            Positions::Key => self.table.key[self.values.len() - self.first],
        }
    }

    /// Whether all values were appended.
    #[inline]
    #[doc(hidden)]
    pub fn appended(self) -> Result<()> {
        self.error.map_or(Ok(()), Err)
    }

    fn next_type(&self) -> YdbType {
        self.table.columns[self.position()].ty
    }

    #[cold]
    fn fail(&mut self, error: ValueError) {
        let column = self.table.columns[self.position()].name;
        self.error.get_or_insert(Error::in_column(self.table.name, column, error));
        self.values.push(Value::Null);
    }

    pub(crate) fn finish(self) -> Result<Vec<Value<'a>>> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.values),
        }
    }
}

/// Gives the values of a row, or of a key, to the fields of a struct, in the order of its columns.
pub struct RowDecoder<'v> {
    /// The owner of the columns, as messages name it.
    name: &'static str,
    columns: &'static [ColumnDef],
    /// Positions of the key columns in `columns`, when only they are decoded.
    key: Option<&'static [usize]>,
    source: Source<'v>,
    taken: usize,
    error: Option<Error>,
}

/// Where the values come from.
enum Source<'v> {
    Values(Vec<Value<'v>>),
    /// One after the other, without a list in between.
    Each(&'v mut dyn FnMut(usize) -> Result<Value<'v>>),
}

impl<'v> RowDecoder<'v> {
    /// Values of all `columns`, in their order.
    pub(crate) fn row(name: &'static str, columns: &'static [ColumnDef], values: Vec<Value<'v>>) -> Self {
        RowDecoder { name, columns, key: None, source: Source::Values(values), taken: 0, error: None }
    }

    /// The same of values that are fetched by their positions in `columns`.
    pub(crate) fn each(
        name: &'static str,
        columns: &'static [ColumnDef],
        value: &'v mut dyn FnMut(usize) -> Result<Value<'v>>,
    ) -> Self {
        RowDecoder { name, columns, key: None, source: Source::Each(value), taken: 0, error: None }
    }

    /// Values of the key columns in key order.
    pub(crate) fn key(table: &'static Table, values: Vec<Value<'v>>) -> Self {
        RowDecoder { key: Some(table.key), ..RowDecoder::row(table.name, table.columns, values) }
    }

    /// The next column, or `None` after an error, which is kept: the generated code has one branch for all columns.
    ///
    /// The field's `decode` is an argument, so that a type that is not a column is one error, at the field.
    #[doc(hidden)]
    #[inline(never)]
    pub fn take<T>(&mut self, decode: fn(Value<'v>) -> Result<T, ValueError>) -> Option<T> {
        let at = self.taken;
        self.taken += 1;
        let decoded = match &mut self.source {
            Source::Each(value) => match value(at) {
                Ok(value) => decode(value),
                Err(error) => return self.fail(error),
            },
            Source::Values(values) => match values.get_mut(at) {
                Some(value) => decode(std::mem::replace(value, Value::Null)),
                None => return self.fail(Error::MissingColumn { table: self.name, column: self.column(at) }),
            },
        };
        match decoded {
            Ok(value) => Some(value),
            Err(error) => self.fail(Error::in_column(self.name, self.column(at), error)),
        }
    }

    /// The next columns, which are a row of their own: as `take`.
    #[doc(hidden)]
    pub fn part<T>(&mut self, decode: fn(&mut Self) -> Result<T>) -> Option<T> {
        decode(self).map_err(|error| self.fail::<()>(error)).ok()
    }

    /// The next columns as a row of their own, `None` if all of them are NULL.
    ///
    /// # Errors
    /// That of `decode`, also for a row of which only some columns are NULL.
    pub(crate) fn optional<T>(
        &mut self,
        columns: usize,
        decode: impl FnOnce(&mut RowDecoder<'v>) -> Result<T>,
    ) -> Result<Option<T>> {
        let at = self.taken;
        self.taken += columns;
        let values = (at..at + columns).map(|at| self.value(at)).collect::<Result<Vec<_>>>()?;
        if values.iter().all(|value| matches!(value, Value::Null)) {
            return Ok(None);
        }
        let columns = self.columns.get(at..).unwrap_or_default();
        decode(&mut RowDecoder::row(self.name, columns, values)).map(Some)
    }

    fn value(&mut self, at: usize) -> Result<Value<'v>> {
        match &mut self.source {
            Source::Each(value) => value(at),
            Source::Values(values) => match values.get_mut(at) {
                Some(value) => Ok(std::mem::replace(value, Value::Null)),
                None => Err(Error::MissingColumn { table: self.name, column: self.column(at) }),
            },
        }
    }

    fn column(&self, at: usize) -> &'static str {
        self.columns[self.key.map_or(at, |key| key[at])].name
    }

    #[cold]
    fn fail<T>(&mut self, error: Error) -> Option<T> {
        self.error.get_or_insert(error);
        None
    }

    /// The first error.
    #[doc(hidden)]
    #[cold]
    pub fn error(&mut self) -> Error {
        // Only called after `take` has failed.
        self.error.take().unwrap_or(Error::MissingColumn { table: self.name, column: "" })
    }
}
