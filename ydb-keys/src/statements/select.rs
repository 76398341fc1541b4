//! What can be done with the rows of a scan: read, count, look for one, delete.

use std::any::TypeId;
use std::marker::PhantomData;

use super::cache::{Location, Shape};
use super::change::Condition;
use super::model::YdbTable;
use super::page::PageQuery;
use super::query::{Purpose, Query};
use super::read::Exists;
use super::row::{ProjectionOf, YdbRow};
use super::statement::Statement;
use crate::error::{Detail, Result};
use crate::keys::PageToken;
use ydb_keys_core::schema::{ColumnDef, IndexDef};
use ydb_keys_core::types::Value;

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

impl<T: YdbTable, R> Clone for Select<T, R> {
    fn clone(&self) -> Self {
        Select { location: self.location.clone(), query: self.query.clone(), row: PhantomData }
    }
}

impl<T: YdbTable, R> Select<T, R> {
    /// The same rows as another type.
    pub(super) fn read_as<P>(self) -> Select<T, P> {
        Select { location: self.location, query: self.query, row: PhantomData }
    }
}

impl<T: YdbTable, R: YdbRow> Select<T, R> {
    /// Other rows of the same table.
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
        Count::new(self.read_as())
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

    /// The statement of the first row.
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
        self.query.position_columns()
    }

    /// The position of the row with these values of [`position_columns`](Self::position_columns).
    #[doc(hidden)]
    pub fn position(&self, values: Vec<Value<'static>>) -> Result<Vec<Value<'static>>> {
        self.query.position(values)
    }
}

/// How many rows a scan has; from `scan().count()`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct Count<T: YdbTable> {
    pub(crate) scan: Select<T>,
}

impl<T: YdbTable> Count<T> {
    pub(super) fn new(scan: Select<T>) -> Self {
        Count { scan }
    }

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
    pub(super) fn new(scan: Select<T>) -> Self {
        DeleteRange { scan }
    }

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
    let template = location.template::<T>(shape, |path| query.template(path, purpose, R::FIELDS))?;
    Ok(Statement::new(template, values))
}
