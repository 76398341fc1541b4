//! The result of a query of the user's own: all rows, the first one, the only one, or one after the other.

use std::any::type_name;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use ydb::{ResultSet, ResultSetRowsIter, Row, YdbError};

use super::call::Call;
use super::decode::{Decoder, GONE, names};
use super::observe;
use super::options::Options;
use super::rows::RowReader;
use super::value::from_sdk_or;
use crate::error::{Detail, Error, Result, ValueError};
use crate::statements::from_row::{FromRow, RowColumns};
use ydb_keys_core::types::Value;

/// All rows.
pub(super) fn all<R: FromRow>(set: ResultSet) -> Result<Vec<R>> {
    let mut reader = Reader::of::<R>();
    let rows = set.rows().map(|row| reader.read(row)).collect::<Result<Vec<R>>>()?;
    observe::returned(rows.len());
    Ok(rows)
}

/// The first row, if there is one.
pub(super) fn first<R: FromRow>(set: ResultSet) -> Result<Option<R>> {
    let row = set.rows().next().map(|row| Reader::of::<R>().read(row)).transpose()?;
    observe::returned(usize::from(row.is_some()));
    Ok(row)
}

/// The only row.
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

/// The rows one after the other. The client hands over the result when it is complete, so only the rows that are taken
/// become values of the program.
pub(super) struct Each<'q> {
    call: Call<'q, ResultSet>,
    state: State,
    /// The error about a row that cannot be read.
    unread: Unread<'q>,
}

/// What an error about the result of a query becomes: it may have written.
pub(super) type Unread<'q> = Box<dyn Fn(Error) -> Error + Send + 'q>;

enum State {
    /// The query has no result yet.
    Asked,
    Answered(ResultSetRowsIter, Reader),
    /// After the last row, or an error.
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

/// Reads the rows of one result.
enum Reader {
    Named(Decoder),
    /// So many columns by their places; whether the result is known to have no more.
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

/// The value at a place, of the row type of this name.
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

/// Whether a row has no such column.
fn is_gone<V>(value: &Result<V, YdbError>) -> bool {
    matches!(value, Err(YdbError::Custom(text)) if text == GONE)
}

#[cold]
fn other_columns(row: &'static str, takes: usize, found: &Row) -> Error {
    Detail::OtherColumns { row, takes, found: names(found) }.into()
}
