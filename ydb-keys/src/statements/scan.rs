//! Scans: reads of rows by a prefix of the key or of an index, with a range on the next column, in key order. Also
//! their counts, pages and deletions.
//!
//! Each model has columns of its own names, so the derive generates a type with a method for each column. A type
//! parameter records the columns that may follow. The generated type dereferences to [`Scan`], which has all methods
//! that do not depend on the model.

use std::any::TypeId;
use std::marker::PhantomData;

use super::read::key_values;
use super::{
    Condition, Exists, IntoKey, KeyParams, Location, Model, ProjectionOf, Purpose, Query, Shape, Slice, Statement,
    YdbRow, YdbTable,
};
use crate::error::{Detail, Result, ValueError};
use crate::keys::PageToken;
use ydb_keys_core::keys::prefix::{Bounded, KeyArg, KeyBound, Sorted, Start, Whole};
use ydb_keys_core::schema::{ColumnDef, IndexDef};
use ydb_keys_core::types::{Encode, Encoded, Value, YdbType};

/// Scan: a read of the rows that have given values in the first columns of the key or of an index. It may have a range
/// on the next column, an order, a limit, and a position to begin after. From [`YdbTable::scan`](crate::YdbTable::scan)
/// and [`YdbTable::index`](crate::YdbTable::index); the derive adds a method for each column.
///
/// `I` names the order of the rows: the model `T` itself, or one of its indexes. `S` records the columns that have a
/// value. A scan can be read only if it is one range, or has [`full_scan`](Self::full_scan).
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`"]
pub struct Scan<T: YdbTable, I = T, S = Start> {
    pub(crate) rows: Select<T>,
    state: PhantomData<fn() -> (I, S)>,
}

impl<T: YdbTable, I: Sorted, S> Scan<T, I, S> {
    /// Returns the `SELECT` statement of all columns, in key order, with the hash column computed.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'static>>
    where
        S: Bounded<I>,
    {
        self.rows.statement()
    }

    /// Reads only the columns of the struct `P`. With the model itself, `select::<Message>()`, the result is a scan
    /// whose type you can name, for example to return it from a function.
    pub fn select<P: ProjectionOf<T>>(&self) -> Select<T, P>
    where
        S: Bounded<I>,
    {
        self.rows.clone().read_as()
    }

    /// Counts the rows of the scan.
    pub fn count(&self) -> Count<T>
    where
        S: Bounded<I>,
    {
        Count { scan: self.rows.clone() }
    }

    /// Reads whether the scan has any row.
    pub fn exists(&self) -> Exists<T>
    where
        S: Bounded<I>,
    {
        self.rows.clone().exists()
    }

    /// Reads a page of rows: the first page without a token; with a token, the page after the page that returned it. A
    /// token takes precedence over [`after`](Self::after), where the first page begins.
    pub fn page(&self, size: u64, token: Option<&PageToken>) -> PageQuery<T>
    where
        S: Bounded<I>,
    {
        PageQuery::new(self.rows.clone(), size, token)
    }
}

// The impl has no bounds that it does not need, because the compiler would prove them again for each model.
impl<T: YdbTable, I, S> Scan<T, I, S> {
    pub(super) fn new(rows: Select<T>) -> Self {
        Scan { rows, state: PhantomData }
    }

    /// Gives the next column of the key or index a value or a range.
    #[doc(hidden)]
    pub fn column<V, N>(mut self, arg: impl KeyArg<V>, as_dyn: fn(&V) -> &dyn Encode) -> Scan<T, I, N> {
        let bound = arg.bound().map(|value| self.rows.query.encode(as_dyn(&value)));
        self.bound(bound)
    }

    /// Gives the next column of the key or index a value or a range; the column is a field with
    /// `#[ydb(with = module)]`.
    #[doc(hidden)]
    pub fn column_with<V, N>(
        mut self,
        arg: impl KeyArg<V>,
        encode: fn(&V, YdbType) -> Result<Value<'_>, ValueError>,
    ) -> Scan<T, I, N> {
        let bound = arg.bound().map(|value| self.rows.query.encode(&Encoded { value: &value, encode }));
        self.bound(bound)
    }

    fn bound<N>(mut self, bound: KeyBound<Value<'static>>) -> Scan<T, I, N> {
        self.rows.query.put(bound);
        Scan::new(self.rows)
    }

    /// Returns a changed copy of the scan as the model's own type, so that a column that follows is checked.
    fn with<N>(&self, change: impl FnOnce(Select<T>) -> Select<T>) -> T::Scan<I, N> {
        T::wrap_scan(Scan::new(change(self.rows.clone())))
    }

    /// Reads the rows with the greatest key first.
    pub fn descending(&self) -> T::Scan<I, S> {
        self.with(Select::descending)
    }

    /// Reads at most this many rows.
    pub fn limit(&self, rows: u64) -> T::Scan<I, S> {
        self.with(|scan| scan.limit(rows))
    }

    /// Reads only the rows of the range for which the condition is true. Several filters must all be true. Conditions
    /// are the same as for [`when`](super::Update::when), on columns of any kind.
    ///
    /// YDB filters after it has read the range, so it also reads the rows that the condition leaves out. With a
    /// [`limit`](Self::limit) it reads until it has found enough rows. Therefore first give the columns of the key or
    /// of an index their values, and filter only a small range. A page token marks a position in the range, so it
    /// remains valid with another filter.
    ///
    /// ```
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "messages", primary_key(chat_hash = numeric_hash(chat), chat, number))]
    /// # struct Message { chat: u64, number: u64, author: u64, body: Option<String> }
    /// let c = Message::COLUMNS;
    /// let scan = Message::scan().chat(7).filter(c.author.eq(42).and(c.body.is_not_null())).limit(20);
    /// assert!(scan.statement()?.text().contains("AND (`author` = $when_author AND `body` IS NOT NULL)"));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    pub fn filter(&self, condition: Condition<T>) -> T::Scan<I, S> {
        self.with(|scan| scan.filter(condition))
    }

    /// Allows the scan to read all rows: YDB reads every partition of the table.
    pub fn full_scan(&self) -> T::Scan<I, Whole> {
        self.with(|scan| scan)
    }
}

impl<T: YdbTable> Scan<T> {
    pub(super) fn whole() -> Self {
        Scan::new(Select::new(Location::OWN, None))
    }
}

impl<T: YdbTable, S> Scan<T, T, S> {
    /// Reads only the rows after this key, in the order of the scan: pass the last key of the previous page.
    pub fn after(&self, key: impl IntoKey<T>) -> T::Scan<T, S> {
        let values = key_values(&key.into_key()).map(|values| values.into_iter().map(Value::into_owned).collect());
        self.with(|mut scan| {
            match values {
                Ok(values) => scan.query.after = Some(values),
                Err(error) => scan.query.fail(error),
            }
            scan
        })
    }

    /// Makes the values of the scan parameters of a query of your own, with the hash.
    pub fn params(&self) -> KeyParams<T>
    where
        S: Bounded<T>,
    {
        KeyParams::scan(self.rows.query.clone())
    }

    /// Deletes the rows in one transaction. For a large table, [`batch_delete`](Self::batch_delete) deletes them in
    /// many transactions.
    pub fn delete(&self) -> DeleteRange<T>
    where
        S: Bounded<T>,
    {
        DeleteRange { scan: self.rows.clone() }
    }
}

impl<T: YdbTable> Scan<T, T, Whole> {
    /// Splits the whole table into `parts` scans of about as many rows each.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) for 0 parts, for a scan with a limit, and for a table whose key does not show
    /// how the rows are distributed.
    pub fn split(&self, parts: u32) -> Result<Vec<Select<T>>> {
        if self.rows.query.limit.is_some() {
            return Err(Detail::LimitedSplit { table: T::TABLE.name }.into());
        }
        if parts == 0 {
            return Err(Detail::NoRows { table: T::TABLE.name, what: "a split into 0 parts" }.into());
        }
        let part = |slice| {
            let mut query = self.rows.query.clone();
            query.slice = Some(slice);
            self.rows.with(query)
        };
        Ok(Slice::all(T::TABLE, parts)?.into_iter().map(part).collect())
    }
}

/// Scan whose type you can name: a read of all columns of the model, or of the columns of the struct `R`; from
/// `scan().select::<R>()`.
///
/// The derive generates a separate type of scan for each model, which you cannot name. So a function that returns a
/// scan returns a `Select`:
///
/// ```
/// # use ydb_keys::YdbTable;
/// use ydb_keys::statements::Select;
/// # #[derive(YdbTable)]
/// # #[ydb(table = "messages", primary_key(chat_hash = numeric_hash(chat), chat, number))]
/// # struct Message { chat: u64, number: u64, body: String }
///
/// fn latest(chat: u64) -> Select<Message> {
///     Message::scan().chat(chat).descending().select()
/// }
///
/// let first = latest(7).page(20, None);
/// assert!(first.statement()?.text().contains("WHERE `chat_hash` = $chat_hash AND `chat` = $chat"));
/// # Ok::<(), ydb_keys::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Select<T: YdbTable, R = T> {
    pub(crate) location: Location,
    pub(crate) query: Query,
    row: PhantomData<fn() -> (T, R)>,
}

impl<T: YdbTable> Select<T> {
    pub(super) fn new(location: Location, index: Option<&'static IndexDef>) -> Self {
        Select { location, query: Query::new(T::TABLE, index), row: PhantomData }
    }

    /// Reads only the columns of the struct `P`.
    pub fn select<P: ProjectionOf<T>>(self) -> Select<T, P> {
        self.read_as()
    }
}

impl_clone!([T: YdbTable, R] Select<T, R>: location, query, row);

impl<T: YdbTable, R> Select<T, R> {
    pub(super) fn read_as<P>(self) -> Select<T, P> {
        Select { location: self.location, query: self.query, row: PhantomData }
    }
}

impl<T: YdbTable, R: YdbRow> Select<T, R> {
    pub(super) fn with(&self, query: Query) -> Self {
        Select { location: self.location.clone(), query, row: PhantomData }
    }

    /// Reads the rows with the greatest key first.
    pub fn descending(mut self) -> Self {
        self.query.descending = true;
        self
    }

    /// Reads at most this many rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.query.limit = Some(rows);
        self
    }

    /// Reads only the rows for which the condition is true; see [`filter`](super::Scan::filter) of a scan.
    pub fn filter(mut self, condition: Condition<T>) -> Self {
        self.query.filter(condition.parts());
        self
    }

    /// Reads a page of the rows; see [`page`](super::Scan::page) of a scan.
    pub fn page(self, size: u64, token: Option<&PageToken>) -> PageQuery<T, R>
    where
        R: ProjectionOf<T>,
    {
        PageQuery::new(self, size, token)
    }

    /// Counts the rows.
    pub fn count(self) -> Count<T> {
        Count { scan: self.read_as() }
    }

    /// Reads whether there is any row.
    pub fn exists(self) -> Exists<T> {
        Exists::of_scan(self.read_as())
    }

    /// Continues after the position at which a stream of the same scan, or a page of it, ended. If the token belongs to
    /// another scan, `statement` and `fetch` return an error.
    pub fn resume(mut self, token: &PageToken) -> Self {
        self.query.resume(token);
        self
    }

    /// Returns the `SELECT` statement, in key order, with the hash column computed.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'static>> {
        statement::<T, R>(&self.location, &self.query, Purpose::Rows)
    }

    pub(crate) fn first_statement(&self) -> Result<Statement<'static>> {
        let mut query = self.query.clone();
        query.limit = Some(query.limit.map_or(1, |limit| limit.min(1)));
        statement::<T, R>(&self.location, &query, Purpose::Rows)
    }

    /// Splits the scan into a scan of each bucket that is read, each in the order of the scan. A scan of one range is
    /// returned as it is.
    pub(crate) fn runs(&self) -> Vec<Self> {
        self.query.runs().into_iter().map(|query| self.with(query)).collect()
    }

    /// Returns the limit of the scan.
    #[doc(hidden)]
    pub fn most(&self) -> Option<u64> {
        self.query.limit
    }

    /// Returns the statement for this many rows of the scan. It begins after the position `after`, or without one at
    /// the beginning.
    ///
    /// The statement also reads the [`position_columns`](Self::position_columns).
    #[doc(hidden)]
    pub fn batch(&self, rows: u64, after: Option<Vec<Value<'static>>>) -> Result<Statement<'static>> {
        let mut query = self.query.clone();
        query.limit = Some(rows);
        query.after = after.or(query.after);
        statement::<T, R>(&self.location, &query, Purpose::Batch)
    }

    /// Returns the columns that make up the position of a row in the order of the scan.
    #[doc(hidden)]
    pub fn position_columns(&self) -> Vec<&'static ColumnDef> {
        self.query.sorting.position_columns()
    }

    /// Makes the position of a row of its values of the [`position_columns`](Self::position_columns).
    #[doc(hidden)]
    pub fn position(&self, values: Vec<Value<'static>>) -> Result<Vec<Value<'static>>> {
        self.query.sorting.position(values)
    }
}

/// Count of the rows of a scan; from `scan().count()`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Count<T: YdbTable> {
    pub(crate) scan: Select<T>,
}

impl<T: YdbTable> Count<T> {
    /// Returns the statement, with the hash column computed. Its result is one row with the column `count`.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        statement::<T, T>(&self.scan.location, &self.scan.query, |_| Purpose::Count)
    }
}

/// Deletion of the rows of a scan, in one transaction; from `scan().delete()`.
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct DeleteRange<T: YdbTable> {
    pub(crate) scan: Select<T>,
}

impl<T: YdbTable> DeleteRange<T> {
    /// Returns the `DELETE` statement, with the hash column computed.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold; [`Usage`](crate::ErrorKind::Usage) for a scan with a limit,
    /// because YDB's `DELETE` has none.
    pub fn statement(&self) -> Result<Statement<'_>> {
        if self.scan.query.limit.is_some() {
            return Err(Detail::LimitedDelete { table: T::TABLE.name }.into());
        }
        statement::<T, T>(&self.scan.location, &self.scan.query, |_| Purpose::Delete)
    }
}

/// Returns the statement of a query. `purpose` makes the purpose of the statement from the row type.
pub(super) fn statement<T: YdbTable, R: YdbRow>(
    location: &Location,
    query: &Query,
    purpose: fn(TypeId) -> Purpose,
) -> Result<Statement<'static>> {
    let values = query.values()?;
    let purpose = purpose(TypeId::of::<R>());
    let shape = Shape::Query(purpose, query.shape());
    let template = location.template(Model::of::<T>(), shape, &|path| query.template(path, purpose, R::FIELDS))?;
    Ok(Statement::new(template, values))
}

/// Request for a page of a scan, with all columns of the model or with the columns of `R`; from
/// `scan().page(size, token)`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct PageQuery<T: YdbTable, R = T> {
    pub(crate) scan: Select<T, R>,
    pub(crate) size: u64,
}

/// Page of a scan: its rows, and the token of the next page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Page<T> {
    /// Rows of the page: as many as the page's size, or fewer on the last page.
    pub rows: Vec<T>,
    /// Token of the next page; `None` if there are no more rows.
    pub next: Option<PageToken>,
}

// The statement reads one row more than the page holds. If that row exists, there is a next page, which begins after
// the last row of this one. The token holds the key of that row, and the next page is the same scan of the rows after
// that key (`order`). So no rows are skipped and counted, and page 1000 costs as much as page 1.
impl<T: YdbTable, R> PageQuery<T, R> {
    fn new(mut scan: Select<T, R>, size: u64, token: Option<&PageToken>) -> Self {
        if size == 0 {
            scan.query.fail(Detail::NoRows { table: T::TABLE.name, what: "a page of 0 rows" }.into());
        }
        if scan.query.limit.is_some() {
            scan.query.fail(Detail::LimitedPage { table: T::TABLE.name }.into());
        }
        if let Some(token) = token {
            scan.query.resume(token);
        }
        scan.query.limit = Some(size.saturating_add(1));
        PageQuery { scan, size }
    }
}

impl<T: YdbTable> PageQuery<T> {
    /// Reads only the columns of the struct `P`. The tokens do not depend on the columns that are read.
    pub fn select<P: ProjectionOf<T>>(self) -> PageQuery<T, P> {
        PageQuery { scan: self.scan.select(), size: self.size }
    }
}

impl<T: YdbTable, R: YdbRow> PageQuery<T, R> {
    /// Returns the statement, with the hash column computed. It reads one row more than the page holds, to find out
    /// whether there is another page. It also reads the columns of the order, which make up the token.
    ///
    /// # Errors
    /// A value of a key column that the column cannot hold; [`PageToken`](crate::ErrorKind::PageToken) for a token of
    /// another scan; [`Usage`](crate::ErrorKind::Usage) for a scan with a limit, and for a page of 0 rows.
    pub fn statement(&self) -> Result<Statement<'static>> {
        statement::<T, R>(&self.scan.location, &self.scan.query, Purpose::Page)
    }

    /// Makes the page from the rows of the statement. `last` is the position of the last row that fits in the page.
    pub(crate) fn page(&self, mut rows: Vec<R>, last: Option<&[Value<'static>]>) -> Result<Page<R>> {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = last.filter(|_| more).map(|position| self.scan.query.token(position)).transpose()?;
        Ok(Page { rows, next })
    }
}
