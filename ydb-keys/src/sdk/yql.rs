//! Runs the checked queries of `yql!` on every executor.

use ydb::Value as SdkValue;

use super::call::Call;
use super::executor::Executor;
use super::params::{list_to_sdk, rows_to_sdk};
use super::query::{Given, RawQuery, query};
use super::rows::Rows;
use super::value::to_sdk;
use crate::error::{Detail, Error, Result};
use crate::statements::row::explain_query;
use crate::statements::row::{FromRow, RowColumns};
use crate::statements::yql::{self, Checked, Values, Yql};
use ydb_keys_core::queries::{Query, check_row, check_rows};
use ydb_keys_core::types::YdbType;

impl<Q: Checked> Yql<Q> {
    /// Runs the query and returns the rows of its only result. A struct is read by the names of the columns, and a
    /// build checks the struct as far as the text of the query tells the columns. A tuple or a single value is read by
    /// the positions of the columns.
    ///
    /// A query may write, so it is not `idempotent` unless you say so.
    ///
    /// # Errors
    /// A value of a parameter that its type cannot hold; a column that is missing, of another type or unexpectedly
    /// NULL; an error of YDB, [`AlreadyExists`](crate::ErrorKind::AlreadyExists).
    pub fn fetch<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, Vec<R>> {
        const { fits::<Q, R>() };
        self.raw().fetch(executor)
    }

    /// Runs the query and returns its only row; see [`fetch`](Yql::fetch).
    ///
    /// # Errors
    /// The errors of [`fetch`](Yql::fetch); an error if there is no row, or more than one.
    pub fn fetch_one<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, R> {
        const { fits::<Q, R>() };
        self.raw().fetch_one(executor)
    }

    /// Runs the query and returns its first row, or `None` if there is none; see [`fetch`](Yql::fetch).
    ///
    /// # Errors
    /// The errors of [`fetch`](Yql::fetch).
    pub fn first<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<R>> {
        const { fits::<Q, R>() };
        self.raw().first(executor)
    }

    /// Runs the query and returns its rows one after the other, like
    /// [`scan()..stream`](crate::statements::Select::stream) and [`RawQuery::stream`].
    pub fn stream<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Rows<'q, RawQuery, R> {
        const { fits::<Q, R>() };
        self.raw().stream(executor)
    }

    /// Runs the query and ignores its results.
    ///
    /// # Errors
    /// The errors of [`fetch`](Yql::fetch), without the errors of rows.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()> {
        self.raw().exec(executor)
    }

    fn raw(self) -> RawQuery {
        let (text, values) = match self.into_parts() {
            Ok((text, values)) => (text, values.into_iter().map(parameter).collect::<Result<Vec<_>>>()),
            Err(error) => (String::new(), Err(error)),
        };
        let explain: fn(Error) -> Error = match Q::COMBINATIONS {
            [] => |error| explain_query(Q::QUERY, error),
            // The results of the combinations may differ.
            _ => |error| error,
        };
        query(text).with(values).explained(explain)
    }
}

/// Fails the build if a row cannot be read from the result of a query.
const fn fits<Q: Checked, R: FromRow>() {
    if let RowColumns::Named(name, fields) = R::COLUMNS {
        match Q::COMBINATIONS {
            [] => check_row(Q::QUERY, name, fields),
            combinations => check_rows(combinations, name, fields),
        }
    }
}

/// Name, type and value of a parameter.
type Sent = (String, String, SdkValue);

/// Returns the text that is sent for a query with values, and its parameters.
pub fn composed(query: &'static Query<'static>, given: Vec<yql::Given>) -> Result<(String, Vec<Sent>)> {
    let (text, values) = yql::composed(query, given)?;
    let sent = values.into_iter().map(|values| {
        let ty = values.1.ty();
        parameter(values).map(|(name, given)| (name, ty, given.value))
    });
    Ok((text, sent.collect::<Result<_>>()?))
}

fn parameter((name, values): (String, Values)) -> Result<(String, Given)> {
    let ty = Some(values.ty());
    let refused = |ty: YdbType| {
        let (name, ty) = (name.clone(), ty.to_string());
        move |source| Error::from(Detail::Parameter { name, ty, source })
    };
    let value = match values {
        Values::One(value, typed) => to_sdk(value, typed.ty, typed.optional).map_err(refused(typed.ty))?,
        Values::List(items, typed) => {
            let one = |value| to_sdk(value, typed.ty, typed.optional);
            let items = items.into_iter().map(one).collect::<Result<_, _>>();
            items.and_then(|items| list_to_sdk(typed.ty, typed.optional, items)).map_err(refused(typed.ty))?
        }
        Values::Rows { owner, members, rows } => rows_to_sdk(owner, &members, rows)?,
    };
    Ok((name, Given { ty, value }))
}
