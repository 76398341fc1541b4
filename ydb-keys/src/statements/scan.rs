//! A scan: rows by a prefix of the key or of an index, with a range on the next column, in key order.

use std::marker::PhantomData;

use super::cache::Location;
use super::key_params::KeyParams;
use super::model::YdbTable;
use super::page::PageQuery;
use super::prefix::{KeyArg, KeyBound};
use super::query::{Purpose, Query};
use super::read::{Exists, key_values};
use super::row::ProjectionOf;
use super::select::{self, Count, DeleteRange, Select};
use super::split::Slice;
use super::statement::Statement;
use crate::error::{Detail, Result, ValueError};
use crate::keys::PageToken;
use crate::schema::IndexDef;
use crate::types::{Encode, Encoded, Value, YdbType};

/// A scan: a prefix of the key or of an index, a range on the next column, the order, a limit, and where to continue.
///
/// The derive wraps it in a type of the table's or the index's own, which lets only legal prefixes compile.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Scan<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) query: Query,
    model: PhantomData<fn() -> T>,
}

impl<T: YdbTable> Scan<T> {
    pub(super) fn new(location: Location, index: Option<&'static IndexDef>) -> Self {
        Scan { location, query: Query::new(T::TABLE, index), model: PhantomData }
    }

    /// The next column, in the order of the key or index.
    #[doc(hidden)]
    pub fn column<V>(mut self, arg: impl KeyArg<V>, as_dyn: fn(&V) -> &dyn Encode) -> Self {
        let bound = arg.bound().map(|value| self.query.encode(as_dyn(&value)));
        self.bound(bound)
    }

    /// The next column, a field with `#[ydb(with = module)]`.
    #[doc(hidden)]
    pub fn column_with<V>(
        mut self,
        arg: impl KeyArg<V>,
        encode: fn(&V, YdbType) -> Result<Value<'_>, ValueError>,
    ) -> Self {
        let bound = arg.bound().map(|value| self.query.encode(&Encoded { value: &value, encode }));
        self.bound(bound)
    }

    fn bound(mut self, bound: KeyBound<Value<'static>>) -> Self {
        match bound {
            KeyBound::Value(value) => self.query.fix(value),
            KeyBound::Range(from, to) => (self.query.from, self.query.to) = (from, to),
        }
        self
    }

    /// The same scan with another query.
    pub(super) fn with(&self, query: Query) -> Self {
        Scan { location: self.location.clone(), query, model: PhantomData }
    }

    /// Greatest key first.
    pub fn descending(mut self) -> Self {
        self.query.descending = true;
        self
    }

    /// At most this many rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.query.limit = Some(rows);
        self
    }

    /// Only rows after this key, in the order of the scan of a table: where the page before ended.
    pub fn after(mut self, key: T::Key) -> Self {
        match key_values(&key) {
            Ok(values) => self.query.after = Some(values.into_iter().map(Value::into_owned).collect()),
            Err(error) => self.query.fail(error),
        }
        self
    }

    /// The `SELECT` of all columns, in key order, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'static>> {
        select::statement::<T, T>(&self.location, &self.query, Purpose::Rows)
    }

    /// The rows with all columns of the model.
    pub fn rows(self) -> Select<T> {
        Select::new(self)
    }

    /// The rows with the columns of `P` only.
    pub fn select<P: ProjectionOf<T>>(self) -> Select<T, P> {
        Select::new(self)
    }

    /// How many rows there are.
    pub fn count(self) -> Count<T> {
        Count::new(self)
    }

    /// Whether there is any row.
    pub fn exists(self) -> Exists<T> {
        Exists::of_scan(self)
    }

    /// One page of rows: the first one, or the one after the page that returned the token. A token takes precedence
    /// over [`after`](Self::after), which says where the first page begins.
    pub fn page(self, size: u64, token: Option<&PageToken>) -> PageQuery<T> {
        PageQuery::new(self, size, token)
    }

    /// The whole table as `parts` scans.
    #[doc(hidden)]
    pub fn split(self, parts: u32) -> Result<Vec<Select<T>>> {
        if self.query.limit.is_some() {
            return Err(Detail::LimitedSplit { table: T::TABLE.name }.into());
        }
        if parts == 0 {
            return Err(Detail::NoRows { table: T::TABLE.name, what: "a split into 0 parts" }.into());
        }
        let part = |slice| {
            let mut query = self.query.clone();
            query.slice = Some(slice);
            Select::new(self.with(query))
        };
        Ok(Slice::all(T::TABLE, parts)?.into_iter().map(part).collect())
    }

    /// The values of the scan as parameters of a query of your own, with the hash.
    pub fn params(self) -> KeyParams<T> {
        KeyParams::scan(self.query)
    }

    /// Deletes the rows.
    pub fn delete(self) -> DeleteRange<T> {
        DeleteRange::new(self)
    }
}
