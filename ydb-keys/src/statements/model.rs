//! The traits of a model, which is a row of one table, and of its indexes.
//!
//! The trait returns the operations, and every operation is generic over the trait: this is the one import cycle of the
//! room, and only a trait for each operation would open it.

use std::any::TypeId;
use std::ops::Deref;

use super::bulk::{BulkUpsert, BulkUpsertable, ReadRows, ReadableRows};
use super::delete::{Delete, DeleteMany};
use super::key_prefix::{KeyColumns, KeyPrefix};
use super::update::UpdateMany;
use super::write::{Modify, WriteMany};
use super::{Exists, Get, GetMany, IntoKey, KeyParams, Model, Once, Scan, Select, TableAt, Update, Write, row};
use crate::error::Result;
use crate::keys::{RowDecoder, RowEncoder, ValueEncoder, YdbKey};
use ydb_keys_core::keys::RowSink;
use ydb_keys_core::keys::prefix::{Bounded, Sorted, Start};
use ydb_keys_core::schema::{IndexDef, Table};
use ydb_keys_core::types::Value;

/// A struct that is a row of a YDB table. Derive it: `#[derive(YdbTable)]`.
///
/// The derive checks the key, and generates the schema, a key struct `<Model>Key` and the operations below. A hash
/// column is not a field: every write and every keyed read computes it.
///
/// ```
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
///     amount: Option<f64>,
/// }
///
/// let get = Order::get(1001);
/// let statement = get.statement()?;
/// assert!(statement.text().ends_with("WHERE `order_hash` = $order_hash AND `order_id` = $order_id;"));
/// assert!(statement.to_string().contains("$order_hash = 10138685143802077350"));
/// # Ok::<(), ydb_keys::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "unsupported_item: `{Self}` is not a model of a YDB table",
    label = "not a model",
    note = "write `#[derive(ydb_keys::YdbTable)]` and `#[ydb(primary_key(...))]` on the struct",
    note = "for more, run `ydb-keys explain unsupported_item` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_item"
)]
pub trait YdbTable: Sorted + Sized + 'static {
    /// The schema: columns, key, hash, indexes, settings, and the allowances with their reasons.
    const TABLE: &'static Table;

    /// The SQL name of the hash column, which is not a field; `None` for a table without one.
    const HASH_COLUMN: Option<&'static str> = match Self::TABLE.hash {
        Some(hash) => Some(hash.name),
        None => None,
    };

    /// The key struct: the key columns without the hash.
    type Key: YdbKey;

    /// The scan of this table or of its index `I`, with a method for each column that sorts the rows: a
    /// [`Scan`](crate::statements::Scan). `S` is which of them have a value.
    type Scan<I, S>;

    /// The update of a row of this table, with a setter for each column outside the key.
    type Update: Deref<Target = Update<Self>>;

    /// The same update of the rows of a scan, from [`batch_update`](crate::statements::Scan::batch_update).
    type BatchUpdate: Deref<Target = Update<Self, Select<Self>>>;

    /// The columns as a struct with a [`ColumnOf`](super::ColumnOf) for each field.
    type Columns;

    /// The columns by the names of their fields: for conditions, for expressions, and for their SQL names.
    ///
    /// ```
    /// use ydb_keys::{YdbTable, sub};
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "accounts", primary_key(account_hash = xxh3(account), account))]
    /// struct Account {
    ///     account: String,
    ///     balance: i64,
    /// }
    ///
    /// let enough = Account::COLUMNS.balance.ge(100);
    /// let update = Account::update("alice".to_owned()).balance(sub(100)).when(enough);
    /// assert!(update.statement()?.text().contains("SET `balance` = `balance` - $balance"));
    /// assert_eq!(Account::COLUMNS.balance.to_string(), "`balance`");
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    const COLUMNS: Self::Columns;

    /// The names of the sync and unique indexes, as types that the compiler prints; `()` when there are none.
    #[doc(hidden)]
    type SyncIndexes;

    /// The names of all indexes, in the same way; [`column_store`](super::column_store) for a column table.
    #[doc(hidden)]
    type AnyIndexes;

    /// The name of the column with the row's version, as a type that the compiler prints; `()` when there is none.
    ///
    /// A generic function that calls `upsert_many`, `replace_many`, `update_many` or `bulk_upsert` takes a
    /// `T: YdbTable<Version = ()>`: they would overwrite rows without looking at their versions.
    type Version;

    #[doc(hidden)]
    fn encode<'a, S: RowSink<'a>>(&'a self, row: &mut RowEncoder<S>);

    #[doc(hidden)]
    fn decode(row: &mut RowDecoder<'_>) -> Result<Self>;

    #[doc(hidden)]
    fn wrap_scan<I, S>(scan: Scan<Self, I, S>) -> Self::Scan<I, S>;

    #[doc(hidden)]
    fn wrap_update(update: Update<Self>) -> Self::Update;

    #[doc(hidden)]
    fn wrap_batch_update(update: Update<Self, Select<Self>>) -> Self::BatchUpdate;

    /// The key of this row as YDB stores it: precision finer than a column's unit is floored.
    ///
    /// # Errors
    /// A value its column cannot hold.
    fn key(&self) -> Result<Self::Key> {
        let key = key_of_row(Self::TABLE, encode_row(self)?);
        Self::Key::decode(&mut RowDecoder::key(Self::TABLE, key)).map_err(|error| row::explain(Self::TABLE, error))
    }

    /// The values of this row, in the order of [`Table::columns`].
    ///
    /// # Errors
    /// A value its column cannot hold.
    fn to_values(&self) -> Result<Vec<Value<'_>>> {
        encode_row(self)
    }

    /// The row with these values, in the order of [`Table::columns`].
    ///
    /// # Errors
    /// A value that is missing, of another type, or unexpectedly NULL.
    fn from_values(values: Vec<Value<'_>>) -> Result<Self> {
        let row = Self::decode(&mut RowDecoder::row(Self::TABLE.name, Self::TABLE.columns, values));
        row.map_err(|error| row::explain(Self::TABLE, error))
    }

    /// `INSERT`: refused by YDB when the key exists. `serial` columns are left to their sequences.
    ///
    /// Its call has no `idempotent`: an insert that is repeated after an unknown outcome fails on its own row.
    fn insert(&self) -> Write<'_, Self, Once> {
        TableAt::<Self>::OWN.insert(self)
    }

    /// `UPSERT`: written whether or not the key exists.
    fn upsert(&self) -> Write<'_, Self> {
        TableAt::<Self>::OWN.upsert(self)
    }

    /// `REPLACE`: as `UPSERT`, resetting columns that the model does not have.
    fn replace(&self) -> Write<'_, Self> {
        TableAt::<Self>::OWN.replace(self)
    }

    /// `INSERT` of many rows by one statement.
    fn insert_many(rows: &[Self]) -> WriteMany<'_, Self, Once> {
        TableAt::<Self>::OWN.insert_many(rows)
    }

    /// `UPSERT` of many rows by one statement.
    fn upsert_many(rows: &[Self]) -> WriteMany<'_, Self>
    where
        Self: WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.upsert_many(rows)
    }

    /// `REPLACE` of many rows by one statement.
    fn replace_many(rows: &[Self]) -> WriteMany<'_, Self>
    where
        Self: WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.replace_many(rows)
    }

    /// `UPDATE` of all columns outside the key of many rows, where the key exists.
    fn update_many(rows: &[Self]) -> UpdateMany<'_, Self>
    where
        Self: WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.update_many(rows)
    }

    /// `UPDATE` of single columns of the row with this key. Key columns have no setters: YDB cannot change them, so delete
    /// the row and insert another one.
    fn update(key: impl IntoKey<Self>) -> Self::Update {
        TableAt::<Self>::OWN.update(key)
    }

    /// Reads the row with this key, changes it, and writes it back, in one transaction; its `fetch` returns the row as it
    /// is then, or `None` if the key does not exist.
    ///
    /// ```
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable, Debug)]
    /// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
    /// # struct Account { number: u64, cents: i64, note: Option<String> }
    /// let deposit = Account::modify(7, |account| {
    ///     account.cents += 100;
    ///     account.note = Some(format!("{} after a deposit", account.cents));
    /// });
    /// ```
    ///
    /// `withdrawal.fetch(client).await?` makes it. A change that YDB can compute is one statement without a transaction
    /// of several: [`update`](YdbTable::update).
    fn modify<F: FnMut(&mut Self)>(key: impl IntoKey<Self>, change: F) -> Modify<Self, F> {
        TableAt::<Self>::OWN.modify(key, change)
    }

    /// `DELETE` of the row with this key.
    fn delete(key: impl IntoKey<Self>) -> Delete<Self> {
        TableAt::<Self>::OWN.delete(key)
    }

    /// `DELETE` of the rows with these keys.
    fn delete_many(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> DeleteMany<Self> {
        TableAt::<Self>::OWN.delete_many(keys)
    }

    /// `SELECT` of the row with this key.
    fn get(key: impl IntoKey<Self>) -> Get<Self> {
        TableAt::<Self>::OWN.get(key)
    }

    /// `SELECT` of the rows with these keys.
    fn get_many(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> GetMany<Self> {
        TableAt::<Self>::OWN.get_many(keys)
    }

    /// Whether there is a row with this key.
    fn exists(key: impl IntoKey<Self>) -> Exists<Self> {
        TableAt::<Self>::OWN.exists(key)
    }

    /// `SELECT` by a prefix of the key: call the key columns' methods in key order, the last one with a range if you
    /// like.
    fn scan() -> Self::Scan<Self, Start> {
        TableAt::<Self>::OWN.scan()
    }

    /// `SELECT` by a prefix of the columns of an index, with all columns of the rows, sorted by the index and then by
    /// the key.
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// #[ydb(index(by_customer, on(customer_id)))]
    /// struct Order {
    ///     order_id: u64,
    ///     customer_id: u64,
    /// }
    ///
    /// let scan = Order::index::<OrderByCustomer>().customer_id(42);
    /// assert!(scan.statement()?.text().contains("FROM `order` VIEW `by_customer`\nWHERE `customer_id` = $customer_id"));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    fn index<I: YdbIndex<Table = Self>>() -> Self::Scan<I, Start> {
        TableAt::<Self>::OWN.index::<I>()
    }

    /// A key as parameters of a query of your own: `$order_hash`, which is computed, and `$order_id`.
    ///
    /// The parameters are named like the columns; a character that a bare name cannot have is replaced by `_`. A
    /// nullable column is compared with `=` only if the value is not NULL, as always in YQL.
    ///
    /// ```
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// let key = Order::key_params(1001);
    /// assert_eq!(key.declarations(), "DECLARE $order_hash AS Uint64;\nDECLARE $order_id AS Uint64;\n");
    /// ```
    ///
    /// [`query`](crate::query) takes them as they are: `query(text).params(Order::key_params(1001))`. For the client's own
    /// calls, their [`values`](KeyParams::values) are a map.
    fn key_params(key: impl IntoKey<Self>) -> KeyParams<Self> {
        KeyParams::one(key.into_key())
    }

    /// The first columns of a key as parameters of a query of your own, with the hash: `$chat_hash`, which is computed, and
    /// `$chat_id`.
    ///
    /// The values are those of the first column or, as a tuple, of up to six columns; they must include all that is hashed.
    /// The last one may be a range: its ends are `$sent_at_from` and `$sent_at_to`. The parameters are those of the scan of
    /// these rows, `Message::scan().chat_id(7).params()`, which has any number of columns.
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, sent_at))]
    /// # struct Message { chat_id: u64, sent_at: SystemTime, body: String }
    /// let chat = Message::prefix_params(7);
    /// assert_eq!(chat.declarations(), "DECLARE $chat_hash AS Uint64;\nDECLARE $chat_id AS Uint64;\n");
    ///
    /// let recent = Message::prefix_params((7, SystemTime::UNIX_EPOCH..));
    /// assert!(recent.declarations().ends_with("DECLARE $sent_at_from AS Timestamp;\n"));
    /// ```
    fn prefix_params<P, Kind, Columns>(prefix: P) -> KeyParams<Self>
    where
        Self: KeyColumns<Columns>,
        P: KeyPrefix<Self, Kind, Columns>,
        P::State: Bounded<Self>,
    {
        prefix.scan(Scan::whole()).params()
    }

    /// Keys as the parameter `$keys` of a query of your own: a list for `AS_TABLE($keys)`, with the hash column.
    ///
    /// ```
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// let keys = Order::key_list([1001, 1002]);
    /// assert_eq!(keys.declarations(), "DECLARE $keys AS List<Struct<`order_hash`: Uint64, `order_id`: Uint64>>;\n");
    /// ```
    fn key_list(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> KeyParams<Self> {
        KeyParams::many(keys.into_iter().map(IntoKey::into_key).collect())
    }

    /// Rows for YDB's BulkUpsert: many rows that you have in a slice, outside of transactions. It does not compile for a
    /// table for which YDB refuses it. For any number of rows, and several times as fast, there is the loader of the crate
    /// `ydb-keys-bulk`: `Order::loader(&connection)`.
    fn bulk_upsert(rows: &[Self]) -> BulkUpsert<'_, Self>
    where
        Self: BulkUpsertable<Self::SyncIndexes> + WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.bulk_upsert(rows)
    }

    /// Keys for YDB's ReadRows: the fastest way to read rows by key, outside of transactions. It does not compile for a
    /// table for which YDB refuses it.
    fn read_rows(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> ReadRows<Self>
    where
        Self: ReadableRows<Self::AnyIndexes>,
    {
        TableAt::<Self>::OWN.read_rows(keys)
    }

    /// The table of this model below a directory that is known at run time: one for each tenant, environment or test.
    ///
    /// The directory is relative to the database, as a model's path is; one that begins with `/` is absolute. Slashes
    /// at its end do not count. The empty directory is the database itself; `/` alone is the root above all databases.
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// struct Order {
    ///     order_id: u64,
    ///     amount: Option<f64>,
    /// }
    ///
    /// let orders = Order::in_directory("tenants/acme");
    /// assert_eq!(orders.path(), "tenants/acme/orders");
    /// assert!(orders.get(1001).statement()?.text().contains("FROM `tenants/acme/orders`"));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    fn in_directory(directory: impl AsRef<str>) -> TableAt<Self> {
        TableAt::below(directory.as_ref())
    }

    /// The table of this model at another path: a copy, an archive, or the new table while a key is changed.
    ///
    /// The path replaces the model's own. It is relative to the database, or absolute if it begins with `/`.
    ///
    /// ```
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// let archive = Order::at_path("archive/orders_2025");
    /// assert_eq!(archive.path(), "archive/orders_2025");
    /// assert!(archive.get(1001).statement()?.text().contains("FROM `archive/orders_2025`"));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    fn at_path(path: impl AsRef<str>) -> TableAt<Self> {
        TableAt::at(path.as_ref())
    }
}

impl Model {
    #[inline]
    pub(super) fn of<T: YdbTable>() -> Self {
        Model { id: TypeId::of::<T>(), table: T::TABLE }
    }
}

/// Tables that can be written without looking at the rows that are stored: those without a version.
#[diagnostic::on_unimplemented(
    message = "version: rows of `{Self}` have the version `{Version}`, which a write of many rows would not look at",
    label = "this table is written row by row",
    note = "it would silently overwrite other changes",
    note = "write each row with `upsert` in a transaction (`transact`), or change columns with `update(key)`; new rows take `insert_many`",
    note = "for more, run `ydb-keys explain version` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#version"
)]
pub trait WithoutVersion<Version> {}

impl<T: YdbTable> WithoutVersion<()> for T {}

pub(super) fn encode_row<T: YdbTable>(row: &T) -> Result<Vec<Value<'_>>> {
    let mut values = Vec::new();
    put_row(T::TABLE, &mut values, &mut |encoder| row.encode(encoder))?;
    Ok(values)
}

/// The values of any row, which `encode` puts into the encoder, after what is in `values`; compiled once for all
/// models.
pub(super) fn put_row<'a>(
    table: &'static Table,
    values: &mut Vec<Value<'a>>,
    encode: &mut dyn FnMut(&mut ValueEncoder<'a>),
) -> Result<()> {
    values.reserve_exact(table.columns.len());
    let mut encoder = RowEncoder::row(table, std::mem::take(values));
    encode(&mut encoder);
    *values = encoder.finish()?;
    Ok(())
}

pub(super) fn key_of_row<'a>(table: &Table, mut values: Vec<Value<'a>>) -> Vec<Value<'a>> {
    table.key.iter().map(|&i| std::mem::replace(&mut values[i], Value::Null)).collect()
}

/// A secondary index of a model, for [`YdbTable::index`].
///
/// The derive generates a marker type for each `index(...)`, named after the model and the index: `OrderByCustomer` for
/// the index `by_customer` of `Order`.
#[diagnostic::on_unimplemented(
    message = "index: `{Self}` is not a secondary index of a model",
    label = "not an index",
    note = "write `#[ydb(index(by_customer, on(customer_id)))]` on the model `Order`, and name the index `OrderByCustomer`",
    note = "for more, run `ydb-keys explain index` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#index"
)]
pub trait YdbIndex: Sorted + Sized + 'static {
    /// The model that has the index.
    type Table: YdbTable;

    /// The index in the schema.
    const INDEX: &'static IndexDef = &<Self::Table as YdbTable>::TABLE.indexes[Self::POSITION];

    /// Its position in the table's list.
    #[doc(hidden)]
    const POSITION: usize;
}
