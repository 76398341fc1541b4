//! A scan: rows by a prefix of the key or of an index, with a range on the next column, in key order.
//!
//! The columns have the names of one model, so the derive makes the type with their methods, and a state says which of
//! them may follow. That type dereferences to the one here, which has all methods that models have in common.

use std::marker::PhantomData;

use super::cache::Location;
use super::change::Condition;
use super::into_key::IntoKey;
use super::key_params::KeyParams;
use super::model::YdbTable;
use super::page::PageQuery;
use super::read::{Exists, key_values};
use super::row::ProjectionOf;
use super::select::{Count, DeleteRange, Select};
use super::split::Slice;
use super::statement::Statement;
use crate::error::{Detail, Result, ValueError};
use crate::keys::PageToken;
use ydb_keys_core::keys::prefix::{Bounded, KeyArg, KeyBound, Sorted, Start, Whole};
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
        self.rows.clone().count()
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
    /// A scan of the model's own table, without any value.
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
        DeleteRange::new(self.rows.clone())
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
