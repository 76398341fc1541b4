//! A scan: rows by a prefix of the key or of an index, with a range on the next column, in key order; what is selected
//! of them; one page of them.
//!
//! The columns have the names of one model, so the derive makes the type with their methods, and a state says which of
//! them may follow. That type dereferences to the one here, which has all methods that models have in common.

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

/// A scan: values for the first columns of the key or of an index, a range on the next column, the order, a limit, and
/// where to begin. From [`YdbTable::scan`](crate::YdbTable::scan), which adds a method for each column.
///
/// `I` is what sorts the rows: the model `T`, or one of its indexes. `S` is which columns have a value; only a scan of
/// one range, or one with [`full_scan`](Self::full_scan), can be read.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`"]
pub struct Scan<T: YdbTable, I = T, S = Start> {
    pub(crate) rows: Select<T>,
    state: PhantomData<fn() -> (I, S)>,
}

impl<T: YdbTable, I: Sorted, S> Scan<T, I, S> {
    /// The `SELECT` of all columns, in key order, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'static>>
    where
        S: Bounded<I>,
    {
        self.rows.statement()
    }

    /// The rows with the columns of `P` only; with those of the model, `select::<Message>()`, a scan that a function
    /// can return.
    pub fn select<P: ProjectionOf<T>>(&self) -> Select<T, P>
    where
        S: Bounded<I>,
    {
        self.rows.clone().read_as()
    }

    /// How many rows there are.
    pub fn count(&self) -> Count<T>
    where
        S: Bounded<I>,
    {
        Count { scan: self.rows.clone() }
    }

    /// Whether there is any row.
    pub fn exists(&self) -> Exists<T>
    where
        S: Bounded<I>,
    {
        self.rows.clone().exists()
    }

    /// One page of rows: the first one, or the one after the page that returned the token. A token takes precedence
    /// over [`after`](Self::after), which says where the first page begins.
    pub fn page(&self, size: u64, token: Option<&PageToken>) -> PageQuery<T>
    where
        S: Bounded<I>,
    {
        PageQuery::new(self.rows.clone(), size, token)
    }
}

// Without bounds that nothing here needs: the compiler would prove them again for each model.
impl<T: YdbTable, I, S> Scan<T, I, S> {
    pub(super) fn new(rows: Select<T>) -> Self {
        Scan { rows, state: PhantomData }
    }

    /// The next column, in the order of the key or index.
    #[doc(hidden)]
    pub fn column<V, N>(mut self, arg: impl KeyArg<V>, as_dyn: fn(&V) -> &dyn Encode) -> Scan<T, I, N> {
        let bound = arg.bound().map(|value| self.rows.query.encode(as_dyn(&value)));
        self.bound(bound)
    }

    /// The next column, a field with `#[ydb(with = module)]`.
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

    /// The same scan, changed, as the model's own type: so a column that follows is judged.
    fn with<N>(&self, change: impl FnOnce(Select<T>) -> Select<T>) -> T::Scan<I, N> {
        T::wrap_scan(Scan::new(change(self.rows.clone())))
    }

    /// Greatest key first.
    pub fn descending(&self) -> T::Scan<I, S> {
        self.with(Select::descending)
    }

    /// At most this many rows.
    pub fn limit(&self, rows: u64) -> T::Scan<I, S> {
        self.with(|scan| scan.limit(rows))
    }

    /// Only rows of the range for which the condition is true; a second condition must be true too. The conditions are
    /// those of [`when`](super::Update::when), on columns of any kind.
    ///
    /// YDB filters after it has read the range: what the condition leaves out is read all the same, and with a
    /// [`limit`](Self::limit) all rows until there are enough. So give the columns of the key or of an index their values
    /// first, and filter what few rows have. A page token is one of the range: it goes on with another filter as well.
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

    /// All rows, on purpose: YDB reads every partition of the table.
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
    /// Only rows after this key, in the order of the scan: where the page before ended.
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

    /// The values of the scan as parameters of a query of your own, with the hash.
    pub fn params(&self) -> KeyParams<T>
    where
        S: Bounded<T>,
    {
        KeyParams::scan(self.rows.query.clone())
    }

    /// Deletes the rows in one transaction; of a large table, [`batch_delete`](Self::batch_delete) does it in many.
    pub fn delete(&self) -> DeleteRange<T>
    where
        S: Bounded<T>,
    {
        DeleteRange { scan: self.rows.clone() }
    }
}

impl<T: YdbTable> Scan<T, T, Whole> {
    /// The whole table as `parts` scans of about as many rows each.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) for 0 parts, for a scan with a limit, and for a table whose key does not say
    /// where its rows are even.
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

/// Rows of a scan to be read, with all columns of the model or with those of `R`; from `scan().select::<R>()`.
///
/// Each model has its own type of scan, which you cannot name. A function that returns a scan returns this:
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

    /// The same rows with the columns of `P` only.
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

    /// Only rows for which the condition is true, as [`filter`](super::Scan::filter) of the scan.
    pub fn filter(mut self, condition: Condition<T>) -> Self {
        self.query.filter(condition.parts());
        self
    }

    /// One page of the rows, as that of the scan.
    pub fn page(self, size: u64, token: Option<&PageToken>) -> PageQuery<T, R>
    where
        R: ProjectionOf<T>,
    {
        PageQuery::new(self, size, token)
    }

    /// How many rows there are.
    pub fn count(self) -> Count<T> {
        Count { scan: self.read_as() }
    }

    /// Whether there is any row.
    pub fn exists(self) -> Exists<T> {
        Exists::of_scan(self.read_as())
    }

    /// Continues after the position at which a stream of the same scan, or a page of it, ended. A token of another scan
    /// is an error of the statement.
    pub fn resume(mut self, token: &PageToken) -> Self {
        self.query.resume(token);
        self
    }

    /// The `SELECT`, in key order, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'static>> {
        statement::<T, R>(&self.location, &self.query, Purpose::Rows)
    }

    pub(crate) fn first_statement(&self) -> Result<Statement<'static>> {
        let mut query = self.query.clone();
        query.limit = Some(query.limit.map_or(1, |limit| limit.min(1)));
        statement::<T, R>(&self.location, &query, Purpose::Rows)
    }

    /// The same rows of each bucket that is read, each in the order of the scan; all rows if that is one range.
    pub(crate) fn runs(&self) -> Vec<Self> {
        self.query.runs().into_iter().map(|query| self.with(query)).collect()
    }

    /// The limit of the scan.
    #[doc(hidden)]
    pub fn most(&self) -> Option<u64> {
        self.query.limit
    }

    /// The statement for this many rows of the scan, after the position `after` if it is given, otherwise from the
    /// beginning.
    ///
    /// It also reads the columns of [`position_columns`](Self::position_columns).
    #[doc(hidden)]
    pub fn batch(&self, rows: u64, after: Option<Vec<Value<'static>>>) -> Result<Statement<'static>> {
        let mut query = self.query.clone();
        query.limit = Some(rows);
        query.after = after.or(query.after);
        statement::<T, R>(&self.location, &query, Purpose::Batch)
    }

    /// The columns of a row's position in the order of the scan.
    #[doc(hidden)]
    pub fn position_columns(&self) -> Vec<&'static ColumnDef> {
        self.query.sorting.position_columns()
    }

    /// The position of the row with these values of [`position_columns`](Self::position_columns).
    #[doc(hidden)]
    pub fn position(&self, values: Vec<Value<'static>>) -> Result<Vec<Value<'static>>> {
        self.query.sorting.position(values)
    }
}

/// How many rows a scan has; from `scan().count()`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Count<T: YdbTable> {
    pub(crate) scan: Select<T>,
}

impl<T: YdbTable> Count<T> {
    /// The statement, which gives one row with the column `count`, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        statement::<T, T>(&self.scan.location, &self.scan.query, |_| Purpose::Count)
    }
}

/// Rows of a scan to be deleted; from `scan().delete()`.
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct DeleteRange<T: YdbTable> {
    pub(crate) scan: Select<T>,
}

impl<T: YdbTable> DeleteRange<T> {
    /// The `DELETE`, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold; [`Usage`](crate::ErrorKind::Usage) with a limit, which YDB's `DELETE` does
    /// not have.
    pub fn statement(&self) -> Result<Statement<'_>> {
        if self.scan.query.limit.is_some() {
            return Err(Detail::LimitedDelete { table: T::TABLE.name }.into());
        }
        statement::<T, T>(&self.scan.location, &self.scan.query, |_| Purpose::Delete)
    }
}

/// The statement of a query for the purpose that `purpose` makes of the row type.
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

/// One page of a scan, with all columns of the model or with those of `R`; from `scan().page(size, token)`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct PageQuery<T: YdbTable, R = T> {
    pub(crate) scan: Select<T, R>,
    pub(crate) size: u64,
}

/// The rows of a page, and the token of the next page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Page<T> {
    /// The rows: as many as the page's size, fewer on the last page.
    pub rows: Vec<T>,
    /// Where the next page begins; `None` when there are no more rows.
    pub next: Option<PageToken>,
}

// It reads one row more than the page holds: if that row exists, there is a next page, and the token of the last row that
// is returned says where it begins. The next page is the same scan with the condition that rows come after the key in the
// token (`order`). So no rows are skipped and counted, and page 1000 costs what page 1 costs.
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
    /// The same page with the columns of `P` only. The tokens are the same, whatever is selected.
    pub fn select<P: ProjectionOf<T>>(self) -> PageQuery<T, P> {
        PageQuery { scan: self.scan.select(), size: self.size }
    }
}

impl<T: YdbTable, R: YdbRow> PageQuery<T, R> {
    /// The statement, with the hash column computed. It reads one row more than the page holds, which shows whether
    /// there is another page, and the columns of the order, from which the token is made.
    ///
    /// # Errors
    /// A key value its column cannot hold; [`PageToken`](crate::ErrorKind::PageToken) for a token of another scan;
    /// [`Usage`](crate::ErrorKind::Usage) for a scan with a limit, and for a page of 0 rows.
    pub fn statement(&self) -> Result<Statement<'static>> {
        statement::<T, R>(&self.scan.location, &self.scan.query, Purpose::Page)
    }

    /// The page of the rows of the statement; `last` is the position of the last row that fits in the page.
    pub(crate) fn page(&self, mut rows: Vec<R>, last: Option<&[Value<'static>]>) -> Result<Page<R>> {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = last.filter(|_| more).map(|position| self.scan.query.token(position)).transpose()?;
        Ok(Page { rows, next })
    }
}
