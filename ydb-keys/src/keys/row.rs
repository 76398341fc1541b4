//! Values of rows: taken from a model, put back into one, and checked against the limits of YDB.

use crate::error::{Detail, Error, Result, ValueError};
use ydb_keys_core::keys::RowSink;
use ydb_keys_core::keys::sink::{HARD_CELL_LIMIT, HARD_KEY_LIMIT, KEY_LIMIT, ROW_LIMIT, shorten, show};
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::schema::{ColumnDef, HashDef, Rule, Store, Table};
use ydb_keys_core::types::{Encode, Value, YdbType, inexact_number, invalid_json_at};

/// Encoder of a row or of a key: passes the values to a sink, in the order of the struct's columns.
///
/// The derive passes the fields to it. It keeps the first error, so that the generated code has no branches. After an
/// error the sink gets no more values.
pub struct RowEncoder<S> {
    table: &'static Table,
    /// Positions of the key columns in key order, if only these are encoded.
    key: Option<&'static [usize]>,
    sink: S,
    taken: usize,
    error: Option<Error>,
}

/// Encoder that collects the values.
pub(crate) type ValueEncoder<'a> = RowEncoder<Vec<Value<'a>>>;

impl<S> RowEncoder<S> {
    /// Makes an encoder of all columns, in struct order.
    #[inline]
    #[doc(hidden)]
    pub fn row(table: &'static Table, sink: S) -> Self {
        RowEncoder { table, key: None, sink, taken: 0, error: None }
    }

    /// Makes an encoder of the key, in key order.
    pub(crate) fn key(table: &'static Table, sink: S) -> Self {
        RowEncoder { key: Some(table.key), ..RowEncoder::row(table, sink) }
    }

    /// Encodes the next columns.
    #[doc(hidden)]
    pub fn columns<'a>(&mut self, fields: &[&'a dyn Encode])
    where
        S: RowSink<'a>,
    {
        for &field in fields {
            let column = self.next();
            self.put(&column, |sink| sink.put_field(&column, field));
        }
    }

    /// Encodes the next column, whose field has a type that is not a column: with `#[ydb(json)]` or
    /// `#[ydb(with = module)]`.
    #[doc(hidden)]
    pub fn column<'a, T>(&mut self, field: &'a T, encode: fn(&'a T, YdbType, bool) -> Result<Value<'a>, ValueError>)
    where
        S: RowSink<'a>,
    {
        let column = self.next();
        self.put(&column, |sink| sink.put(&column, encode(field, column.ty, column.optional)?));
    }

    #[inline]
    fn put(&mut self, column: &Member, put: impl FnOnce(&mut S) -> Result<(), ValueError>) {
        if self.error.is_none()
            && let Err(error) = put(&mut self.sink)
        {
            self.fail(column, error);
        }
    }

    #[inline]
    fn next(&mut self) -> Member {
        let at = self.key.map_or(self.taken, |key| key[self.taken]);
        self.taken += 1;
        Member::column(&self.table.columns[at])
    }

    #[cold]
    fn fail(&mut self, column: &Member, error: ValueError) {
        self.error = Some(Error::in_column(self.table.name, column.name, error));
    }

    /// Returns the sink with all values.
    ///
    /// # Errors
    /// A value that its column cannot hold.
    #[inline]
    #[doc(hidden)]
    pub fn finish(self) -> Result<S> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.sink),
        }
    }
}

/// Decoder of a row or of a key: passes the values to the fields of a struct, in the order of its columns.
pub struct RowDecoder<'v> {
    /// Owner of the columns in messages.
    name: &'static str,
    columns: &'static [ColumnDef],
    /// Positions of the key columns in `columns`, if only these are decoded.
    key: Option<&'static [usize]>,
    source: Source<'v>,
    taken: usize,
    error: Option<Error>,
}

/// Source of the values.
enum Source<'v> {
    Values(Vec<Value<'v>>),
    /// Function that returns the values one after the other, without a list in between.
    Each(&'v mut dyn FnMut(usize) -> Result<Value<'v>>),
}

impl<'v> RowDecoder<'v> {
    /// Makes a decoder of the values of all `columns`, in their order.
    pub(crate) fn row(name: &'static str, columns: &'static [ColumnDef], values: Vec<Value<'v>>) -> Self {
        RowDecoder::of(name, columns, Source::Values(values))
    }

    /// Makes a decoder of values that are fetched by their positions in `columns`.
    pub(crate) fn each(
        name: &'static str,
        columns: &'static [ColumnDef],
        value: &'v mut dyn FnMut(usize) -> Result<Value<'v>>,
    ) -> Self {
        RowDecoder::of(name, columns, Source::Each(value))
    }

    fn of(name: &'static str, columns: &'static [ColumnDef], source: Source<'v>) -> Self {
        RowDecoder { name, columns, key: None, source, taken: 0, error: None }
    }

    /// Makes a decoder of the values of the key columns, in key order.
    pub(crate) fn key(table: &'static Table, values: Vec<Value<'v>>) -> Self {
        RowDecoder { key: Some(table.key), ..RowDecoder::row(table.name, table.columns, values) }
    }

    /// Decodes the next column. Returns `None` after an error, which is kept, so that the generated code has one branch
    /// for all columns.
    ///
    /// The field's `decode` is an argument, so that a type that is not a column causes a single error, at the field.
    #[inline(never)]
    #[doc(hidden)]
    pub fn take<T>(&mut self, decode: fn(Value<'v>) -> Result<T, ValueError>) -> Option<T> {
        let at = self.taken;
        self.taken += 1;
        let decoded = match self.value(at) {
            Ok(value) => decode(value),
            Err(error) => return self.fail(error),
        };
        match decoded {
            Ok(value) => Some(value),
            Err(error) => self.fail(Error::in_result(self.name, self.column(at), error)),
        }
    }

    /// Decodes the next columns, which are a row of their own. Returns `None` after an error, which is kept.
    #[doc(hidden)]
    pub fn part<T>(&mut self, decode: fn(&mut Self) -> Result<T>) -> Option<(T,)> {
        match decode(self) {
            Ok(part) => Some((part,)),
            Err(error) => self.fail(error),
        }
    }

    /// Decodes the next columns as a row of their own. Returns `None` if all of them are NULL.
    ///
    /// # Errors
    /// The error of `decode`, also for a row with NULL in only some of its columns.
    pub(crate) fn optional<T>(
        &mut self,
        columns: usize,
        decode: impl FnOnce(&mut RowDecoder<'v>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.part_of(columns, |row, is_there| is_there.then(|| decode(row)).transpose())
    }

    /// Decodes the next columns as a row of their own. `decode` gets `true` if one of them is not NULL.
    ///
    /// # Errors
    /// A missing value, or the error of `decode`.
    pub(crate) fn part_of<T>(
        &mut self,
        columns: usize,
        decode: impl FnOnce(&mut RowDecoder<'v>, bool) -> Result<T>,
    ) -> Result<T> {
        let at = self.taken;
        self.taken += columns;
        let values = (at..at + columns).map(|at| self.value(at)).collect::<Result<Vec<_>>>()?;
        let is_there = values.iter().any(|value| !matches!(value, Value::Null));
        let columns = self.columns.get(at..at + columns).unwrap_or_default();
        decode(&mut RowDecoder::row(self.name, columns, values), is_there)
    }

    /// Returns the columns of the row.
    pub(crate) fn columns(&self) -> &'static [ColumnDef] {
        self.columns
    }

    #[inline]
    fn value(&mut self, at: usize) -> Result<Value<'v>> {
        match &mut self.source {
            Source::Each(value) => value(at),
            Source::Values(values) => match values.get_mut(at) {
                Some(value) => Ok(std::mem::replace(value, Value::Null)),
                None => Err(Error::missing_column(self.name, self.column(at))),
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

    /// Returns the first error.
    #[doc(hidden)]
    #[cold]
    pub fn error(&mut self) -> Error {
        // Only called after `take` has failed.
        self.error.take().unwrap_or_else(|| Error::missing_column(self.name, ""))
    }
}

/// Further functions for the sister crates, which need no encoder.
impl RowEncoder<()> {
    /// Passes the values of a row to a sink. Errors name `table`.
    pub fn put_values<'v>(
        table: &'static str,
        columns: &[Member],
        values: impl IntoIterator<Item = Value<'v>>,
        sink: &mut impl RowSink<'v>,
    ) -> Result<()> {
        for (column, value) in columns.iter().zip(values) {
            sink.put(column, value).map_err(|error| Error::in_column(table, column.name, error))?;
        }
        Ok(())
    }

    /// Checks a row before it is written. `values` are the values of all columns in struct order.
    ///
    /// # Errors
    /// A row that is too large, or a value that YDB would refuse or change.
    pub fn check_write(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
        check_write(table, values)
    }
}

/// Defines methods for each number of columns that are encoded or decoded at once. They handle all columns even after
/// an error, which is kept. A call for many columns replaces a call for each, because the compiler's time grows with
/// the calls and not with their arguments. The derive cuts longer rows into calls of twelve (`AT_ONCE`). The names of
/// the fields' types are also the names of the functions that make a field a column.
macro_rules! at_once {
    ($($put:ident $take:ident: $($field:ident $T:ident)*;)*) => {
        impl<S> RowEncoder<S> {$(
            #[doc(hidden)]
            #[allow(clippy::too_many_arguments, non_snake_case, reason = "two for each column")]
            #[inline]
            pub fn $put<'a, $($T),*>(&mut self, $($field: &'a $T, $T: fn(&'a $T) -> &'a dyn Encode),*)
            where
                S: RowSink<'a>,
            {
                self.columns(&[$($T($field)),*]);
            }
        )*}

        impl<'v> RowDecoder<'v> {$(
            #[doc(hidden)]
            #[allow(clippy::too_many_arguments, reason = "one for each column")]
            #[inline]
            pub fn $take<$($T),*>(
                &mut self,
                $($field: fn(Value<'v>) -> Result<$T, ValueError>),*
            ) -> Option<($($T,)*)> {
                match ($(self.take($field),)*) {
                    ($(Some($field),)*) => Some(($($field,)*)),
                    _ => None,
                }
            }
        )*}
    };
}

at_once! {
    put1 take1: a A;
    put2 take2: a A b B;
    put3 take3: a A b B c C;
    put4 take4: a A b B c C d D;
    put5 take5: a A b B c C d D e E;
    put6 take6: a A b B c C d D e E f F;
    put7 take7: a A b B c C d D e E f F g G;
    put8 take8: a A b B c C d D e E f F g G h H;
    put9 take9: a A b B c C d D e E f F g G h H i I;
    put10 take10: a A b B c C d D e E f F g G h H i I j J;
    put11 take11: a A b B c C d D e E f F g G h H i I j J k K;
    put12 take12: a A b B c C d D e E f F g G h H i I j J k K l L;
}

/// Checks a row before it is written. `values` are the values of all columns in struct order.
pub(crate) fn check_write(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
    check_leading_uuid(table, values)?;
    let key = || show(table.key.iter().map(|&i| &values[i]));
    let hash = size_of_hash(table.hash.as_ref());
    let key_size = hash + table.key.iter().map(|&i| values[i].size()).sum::<usize>();
    let limit = if table.allows(Rule::LargeKey) { HARD_KEY_LIMIT } else { KEY_LIMIT };
    if key_size > limit {
        return Err(Detail::KeyTooLarge { table: table.name, key: key(), size: key_size, limit }.into());
    }
    let indexed: usize = table.indexes.iter().map(|index| size_of_hash(index.hash.as_ref())).sum();
    let size = hash + indexed + values.iter().map(Value::size).sum::<usize>();
    if size > ROW_LIMIT && !(table.allows(Rule::LargeRow) && table.store == Store::Row) {
        return Err(Detail::RowTooLarge { table: table.name, key: key(), size, limit: ROW_LIMIT }.into());
    }
    check_documents(table, values.iter().enumerate(), key)?;
    // A row with a value that is too large is too large itself.
    if size > HARD_CELL_LIMIT { check_cells(table, values.iter().enumerate(), key) } else { Ok(()) }
}

/// Returns the number of bytes of a hash column or of a bucket.
fn size_of_hash(hash: Option<&HashDef>) -> usize {
    hash.and_then(|hash| hash.ty().fixed_size()).unwrap_or(0)
}

/// Checks the key of a row that is read, changed or deleted. `values` are the values of the key columns, in key order.
///
/// Refuses only keys that YDB cannot store at all, so that a large row of another writer can still be read and deleted.
pub(crate) fn check_key(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
    let size = size_of_hash(table.hash.as_ref()) + values.iter().map(Value::size).sum::<usize>();
    if size > HARD_KEY_LIMIT {
        let (table, key) = (table.name, show(values.iter()));
        return Err(Detail::KeyTooLarge { table, key, size, limit: HARD_KEY_LIMIT }.into());
    }
    Ok(())
}

/// Checks the values that an update sets in a row, by the positions of their columns. `key` may begin with the hash.
pub(crate) fn check_update<'v>(
    table: &'static Table,
    key: &[Value<'_>],
    set: impl Iterator<Item = (usize, &'v Value<'v>)> + Clone,
) -> Result<()> {
    let key = key.get(key.len().saturating_sub(table.key.len())..).unwrap_or_default();
    let key = || show(key.iter());
    let size = set.clone().map(|(_, value)| value.size()).sum::<usize>();
    if size > ROW_LIMIT && !(table.allows(Rule::LargeRow) && table.store == Store::Row) {
        return Err(Detail::RowTooLarge { table: table.name, key: key(), size, limit: ROW_LIMIT }.into());
    }
    check_documents(table, set.clone(), key)?;
    check_cells(table, set, key)
}

/// Returns an error for a text that is not JSON. A JsonDocument stores every number as a double. A number that would
/// lose digits is refused as well, because YDB would drop them silently.
fn check_documents<'v>(
    table: &'static Table,
    cells: impl Iterator<Item = (usize, &'v Value<'v>)>,
    key: impl FnOnce() -> String,
) -> Result<()> {
    let texts = cells.filter_map(|(column, value)| match value {
        Value::Json(text) => Some((column, text, false)),
        Value::JsonDocument(text) => Some((column, text, true)),
        _ => None,
    });
    for (column, text, is_document) in texts {
        let (table, column) = (table.name, table.columns[column].name);
        if let Some(at) = invalid_json_at(text) {
            return Err(Detail::InvalidJson { table, column, key: key(), at }.into());
        }
        if let Some(number) = inexact_number(text).filter(|_| is_document) {
            return Err(Detail::InexactNumber { table, column, number: shorten(number.to_owned()) }.into());
        }
    }
    Ok(())
}

fn check_cells<'v>(
    table: &'static Table,
    mut cells: impl Iterator<Item = (usize, &'v Value<'v>)>,
    key: impl FnOnce() -> String,
) -> Result<()> {
    let Some((column, value)) = cells.find(|(_, value)| value.size() > HARD_CELL_LIMIT) else { return Ok(()) };
    let (table, column, size) = (table.name, table.columns[column].name, value.size());
    Err(Detail::CellTooLarge { table, column, key: key(), size, limit: HARD_CELL_LIMIT }.into())
}

/// Returns an error for a UUID made from a clock (versions 1, 6 and 7) that leads the key of a row table. The type of
/// the column does not show the version.
fn check_leading_uuid(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
    let Some(&leading) = table.key.first() else { return Ok(()) };
    if table.hash.is_some() || table.store == Store::Column || table.allows(Rule::MonotonicLeadingKey) {
        return Ok(());
    }
    match &values[leading] {
        value @ Value::Uuid(bytes) if matches!(bytes[6] >> 4, 1 | 6 | 7) => {
            let (table, column, uuid) = (table.name, table.columns[leading].name, value.to_string());
            Err(Detail::TimeOrderedUuid { table, column, version: bytes[6] >> 4, uuid }.into())
        }
        _ => Ok(()),
    }
}
