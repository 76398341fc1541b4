//! Decodes results into rows, with the columns found by name once for each result. Also the reads by key.

use std::any::type_name;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use ydb::{ResultSet, ResultSetRowsIter, Row, YdbError, YdbResult};

use super::executor::Executor;
use super::rows::RowReader;
use super::send::query;
use super::value::{from_sdk, from_sdk_or};
use super::{Call, Operation, Options, observe};
use crate::error::{Detail, Error, OperationName, Result, ValueError};
use crate::statements::row::{FromRow, RowColumns};
use crate::statements::{Exists, Get, Read, Sought, YdbRow, YdbTable};
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::Value;

pub(super) fn rows<R: YdbRow>(set: ResultSet) -> Result<Vec<R>> {
    let mut decoder = Decoder::of::<R>();
    let rows = set.rows().map(|row| decoder.row(row)).collect::<Result<Vec<R>>>()?;
    observe::returned(rows.len());
    Ok(rows)
}

/// Decodes all rows of a result, and the values of some columns in each row. These columns come after the columns of
/// the rows, or are among them.
pub(super) fn rows_and_positions<R: YdbRow>(
    set: ResultSet,
    columns: &[&'static ColumnDef],
) -> Result<(Vec<R>, Positions)> {
    let place = |column: &ColumnDef| columns.iter().position(|other| other.name == column.name);
    let places: Vec<Option<usize>> = R::FIELDS.iter().map(place).collect();
    let others: Vec<(usize, &str)> = columns
        .iter()
        .enumerate()
        .filter(|(place, _)| !places.contains(&Some(*place)))
        .map(|(place, column)| (place, column.name))
        .collect();
    let mut decoder = Decoder::of::<R>();
    let (mut decoded, mut positions) = (Vec::new(), Positions { width: columns.len(), values: Vec::new() });
    for mut row in set.rows() {
        let first = positions.values.len();
        positions.values.resize(first + columns.len(), Value::Null);
        let row_of = decoder.row_and(&mut row, |column, value| {
            if let Some(place) = places[column] {
                positions.values[first + place] = value.clone();
            }
        });
        decoded.push(row_of?);
        // These columns come after the columns of the row, whose positions the decoder tries.
        for &(place, name) in &others {
            positions.values[first + place] = typed(R::NAME, name, decoder.by_name(&mut row, name))?;
        }
    }
    observe::returned(decoded.len());
    Ok((decoded, positions))
}

/// Values of some columns in each row of a result.
#[derive(Default)]
pub(super) struct Positions {
    width: usize,
    values: Vec<Value<'static>>,
}

impl Positions {
    /// Returns the values in the row with this number, from 0.
    pub(super) fn of(&self, row: u64) -> Option<&[Value<'static>]> {
        self.values.chunks_exact(self.width.max(1)).nth(usize::try_from(row).ok()?)
    }
}

pub(super) fn first_row<R: YdbRow>(set: ResultSet) -> Result<Option<R>> {
    let row = set.rows().next().map(|row| Decoder::of::<R>().row(row)).transpose()?;
    observe::returned(usize::from(row.is_some()));
    Ok(row)
}

/// Reads the values of some columns of the only row.
pub(super) fn named<T: YdbRow>(set: ResultSet, names: &[&'static str]) -> Result<Vec<Value<'static>>> {
    let mut row = set.rows().next();
    names
        .iter()
        .map(|&name| match &mut row {
            Some(row) => typed(T::NAME, name, row.remove_field_by_name(name)),
            None => Err(Error::missing_column(T::NAME, name)),
        })
        .collect()
}

/// Reads the first value of the first row, if there is a row.
pub(super) fn scalar<T: YdbRow>(set: ResultSet, name: &'static str) -> Result<Option<Value<'static>>> {
    let Some(mut row) = set.rows().next() else { return Ok(None) };
    typed(T::NAME, name, row.remove_field(0)).map(Some)
}

/// Decodes a row of a query of the user's own.
pub fn from_ydb_row<R: YdbRow>(row: Row) -> YdbResult<R> {
    Decoder::of::<R>().row(row).map_err(YdbError::from)
}

/// Decoder of the rows of one result. Little of it is generic, because every model of a program gets its own copy of
/// generic code.
///
/// The client does not reveal the position of a column. But after a value is taken by name, it is missing at its
/// position. So the first row is read by name, which proves that every column exists. The second row shows whether the
/// columns are in the order of the struct, which is the case for the library's own statements. If so, all other rows
/// are read by position.
pub(super) struct Decoder {
    name: &'static str,
    columns: &'static [ColumnDef],
    state: Columns,
    /// Value that was taken while the position of another one was tried.
    displaced: Option<ydb::Value>,
}

/// Knowledge about the columns of a result.
#[derive(Clone, Copy)]
enum Columns {
    Unknown,
    Exist,
    InOrder,
    OutOfOrder,
}

impl Decoder {
    fn of<R: YdbRow>() -> Self {
        Decoder::new(R::NAME, R::FIELDS)
    }

    /// Makes a decoder for a struct with these columns. Errors use `name`.
    pub(super) fn new(name: &'static str, columns: &'static [ColumnDef]) -> Self {
        Decoder { name, columns, state: Columns::Unknown, displaced: None }
    }

    fn row<R: YdbRow>(&mut self, mut row: Row) -> Result<R> {
        has_hash::<R>(&mut row)?;
        self.decode(|decoder| R::decode_each(|position| decoder.value(&mut row, position)))
    }

    /// Decodes a row. `see` gets each value, with the position of its column in the struct.
    fn row_and<R: YdbRow>(&mut self, row: &mut Row, mut see: impl FnMut(usize, &Value<'static>)) -> Result<R> {
        has_hash::<R>(row)?;
        self.decode(|decoder| {
            R::decode_each(|position| {
                let value = decoder.value(row, position)?;
                see(position, &value);
                Ok(value)
            })
        })
    }

    /// Decodes a row, whose values `decode` takes.
    #[inline]
    pub(super) fn decode<R>(&mut self, decode: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let probed = matches!(self.state, Columns::Exist);
        self.displaced = None;
        let decoded = decode(self)?;
        self.state = match self.state {
            Columns::Unknown => Columns::Exist,
            Columns::Exist if probed => Columns::InOrder,
            state => state,
        };
        Ok(decoded)
    }

    /// Takes the value of the column at this position of the struct.
    #[inline]
    pub(super) fn value(&mut self, row: &mut Row, position: usize) -> Result<Value<'static>> {
        match self.state {
            Columns::InOrder => typed(self.name, self.columns[position].name, row.remove_field(position)),
            _ => self.search(row, position),
        }
    }

    /// Takes the value of a column whose position in the result is not known.
    fn search(&mut self, row: &mut Row, position: usize) -> Result<Value<'static>> {
        let column = self.columns[position].name;
        let value = self.by_name(row, column);
        if matches!(&value, Err(YdbError::Custom(text)) if text == MISSING) {
            return Err(Detail::MissingColumn { table: self.name, column, found: names(row) }.into());
        }
        if let Columns::Exist = self.state {
            self.displaced = row.remove_field(position).ok();
            if self.displaced.is_some() {
                self.state = Columns::OutOfOrder;
            }
        }
        typed(self.name, column, value)
    }

    /// Takes a value by name. All columns are known to exist, so a missing value was taken while its position was
    /// tried.
    fn by_name(&mut self, row: &mut Row, column: &'static str) -> YdbResult<ydb::Value> {
        match row.remove_field_by_name(column) {
            Err(YdbError::Custom(text)) if text == GONE => self.displaced.take().ok_or(YdbError::Custom(text)),
            other => other,
        }
    }
}

/// Returns an error for a row that has NULL in the hash column of its key, if the result shows that column.
fn has_hash<R: YdbRow>(row: &mut Row) -> Result<()> {
    let Some((table, hash)) = R::MODEL.and_then(|table| Some((table, table.stored_hash()?))) else { return Ok(()) };
    match row.remove_field_by_name(hash).map(from_sdk) {
        Ok(Ok(Value::Null)) => Err(Detail::without_hash(table, hash)),
        _ => Ok(()),
    }
}

/// The client's message for a column that a result does not have.
const MISSING: &str = "field not found";

/// The client's message for a value that was taken before, or for a position that the row does not have.
pub(super) const GONE: &str = "it has no the field";

/// Returns the names of the columns of a result. The client does not give access to them, but prints them.
#[cold]
pub(super) fn names(row: &Row) -> Vec<String> {
    let printed = format!("{row:?}");
    let Some((_, rest)) = printed.split_once("columns_by_name: {") else { return Vec::new() };
    let Some((pairs, _)) = rest.split_once('}') else { return Vec::new() };
    let place = |pair: &str| {
        let (name, place) = pair.rsplit_once(": ")?;
        Some((place.parse::<usize>().ok()?, name.trim_matches('"').to_owned()))
    };
    let mut found: Vec<_> = pairs.split(", ").filter_map(place).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}

/// Converts a value of the client. Errors name `owner` and `column`.
#[inline(never)]
fn typed(owner: &'static str, column: &'static str, value: YdbResult<ydb::Value>) -> Result<Value<'static>> {
    match value {
        Ok(value) => from_sdk_or(value, |found| not_of_a_column(owner, column, found)),
        Err(error) => Err(missing(owner, column, &error)),
    }
}

#[cold]
fn not_of_a_column(owner: &'static str, column: &'static str, found: &'static str) -> Error {
    Error::in_result(owner, column, ValueError::Mismatch { expected: "a value of a column", found })
}

/// Makes the error of a value that could not be taken. The client returns an error for a missing column and another one
/// for a value that it cannot read, both as texts.
#[cold]
fn missing(owner: &'static str, column: &'static str, error: &YdbError) -> Error {
    match error {
        YdbError::Custom(text) if text == MISSING => Error::missing_column(owner, column),
        other => {
            let reason = format!("the client cannot read the value: {other}");
            Error::in_result(owner, column, ValueError::Invalid(reason))
        }
    }
}

impl<T: YdbTable, R: YdbRow + Send> Get<T, R> {
    /// Reads the row. Returns `None` if the key does not exist.
    ///
    /// # Errors
    /// The errors of [`Get::statement`]; a column that is missing, of another type or unexpectedly NULL; an error of
    /// YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<R>, Read> {
        let operation = Operation::at::<T>(&self.location, OperationName::Get);
        query(executor.target(), operation, self.statement(), first_row::<R>)
    }
}

impl<T: YdbTable> Exists<T> {
    /// Reads whether the row exists: returns `true` if it does.
    ///
    /// # Errors
    /// The errors of [`Exists::statement`]; an error of YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, bool, Read> {
        let (executor, name) = (executor.target(), OperationName::Exists);
        let decode = |set: ResultSet| Ok(set.rows().next().is_some());
        match &self.row {
            Sought::Key { location, .. } => {
                query(executor, Operation::at::<T>(location, name), self.statement(), decode)
            }
            Sought::Scan(scan) => scan.read(executor, name, self.statement(), decode),
        }
    }
}

pub(super) fn all<R: FromRow>(set: ResultSet) -> Result<Vec<R>> {
    let mut reader = Reader::of::<R>();
    let rows = set.rows().map(|row| reader.read(row)).collect::<Result<Vec<R>>>()?;
    observe::returned(rows.len());
    Ok(rows)
}

pub(super) fn first<R: FromRow>(set: ResultSet) -> Result<Option<R>> {
    let row = set.rows().next().map(|row| Reader::of::<R>().read(row)).transpose()?;
    observe::returned(usize::from(row.is_some()));
    Ok(row)
}

pub(super) fn one<R: FromRow>(set: ResultSet) -> Result<R> {
    let mut rows = set.rows();
    match (rows.next(), rows.next()) {
        (Some(row), None) => {
            let row = Reader::of::<R>().read(row)?;
            observe::returned(1);
            Ok(row)
        }
        (None, _) => Err(Detail::NotOneRow { found: 0 }.into()),
        (Some(_), Some(_)) => Err(Detail::NotOneRow { found: 2 + rows.count() }.into()),
    }
}

/// Reader of the rows of a query one after the other. The client returns the result only when it is complete, so only
/// the rows that are taken become values of the program.
pub(super) struct Each<'q> {
    call: Call<'q, ResultSet>,
    state: State,
    /// Makes the error of a row that cannot be read.
    unread: Unread<'q>,
}

/// Function that turns an error about the result of a query into the error of the call, since the query may have
/// written.
pub(super) type Unread<'q> = Box<dyn Fn(Error) -> Error + Send + 'q>;

enum State {
    /// The query has no result yet.
    Asked,
    Answered(ResultSetRowsIter, Reader),
    /// After the last row, or after an error.
    Over,
}

impl<'q> Each<'q> {
    pub(super) fn of(call: Call<'q, ResultSet>, unread: Unread<'q>) -> Self {
        Each { call, state: State::Asked, unread }
    }
}

impl<R: FromRow> RowReader<R> for Each<'_> {
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>>> {
        loop {
            let next = match &mut self.state {
                State::Asked => match ready!(Pin::new(&mut self.call).poll(cx)) {
                    Ok(set) => {
                        self.state = State::Answered(set.rows(), Reader::of::<R>());
                        continue;
                    }
                    Err(error) => Err(error),
                },
                State::Answered(rows, reader) => {
                    rows.next().map(|row| reader.read(row)).transpose().map_err(&self.unread)
                }
                State::Over => Ok(None),
            };
            if !matches!(next, Ok(Some(_))) {
                self.state = State::Over;
            }
            return Poll::Ready(next);
        }
    }

    fn options(&mut self) -> &mut Options {
        self.call.options()
    }
}

enum Reader {
    Named(Decoder),
    /// Reads this many columns by their positions. `true` if the result is known to have no more columns.
    Placed(usize, bool),
}

impl Reader {
    fn of<R: FromRow>() -> Self {
        match R::COLUMNS {
            RowColumns::Named(name, columns) => Reader::Named(Decoder::new(name, columns)),
            RowColumns::Placed(count) => Reader::Placed(count, false),
        }
    }

    fn read<R: FromRow>(&mut self, mut row: Row) -> Result<R> {
        match self {
            Reader::Named(decoder) => {
                decoder.decode(|decoder| R::from_row(&mut |position| decoder.value(&mut row, position)))
            }
            Reader::Placed(count, checked) => {
                if !*checked && !is_gone(&row.remove_field(*count)) {
                    return Err(other_columns(type_name::<R>(), *count, &row));
                }
                *checked = true;
                R::from_row(&mut |at| value(type_name::<R>(), *count, &mut row, at))
            }
        }
    }
}

/// Takes the value at a position. `name` is the row type, for errors.
fn value(name: &'static str, count: usize, row: &mut Row, at: usize) -> Result<Value<'static>> {
    let failed = |error| Error::from(Detail::Place { row: name, at, error });
    match row.remove_field(at) {
        Ok(value) => {
            from_sdk_or(value, |found| failed(ValueError::Mismatch { expected: "a value of a column", found }))
        }
        missing if is_gone(&missing) => Err(other_columns(name, count, row)),
        Err(error) => Err(failed(ValueError::invalid(format_args!("the client cannot read the value: {error}")))),
    }
}

fn is_gone<V>(value: &Result<V, YdbError>) -> bool {
    matches!(value, Err(YdbError::Custom(text)) if text == GONE)
}

#[cold]
fn other_columns(row: &'static str, takes: usize, found: &Row) -> Error {
    Detail::OtherColumns { row, takes, found: names(found) }.into()
}
