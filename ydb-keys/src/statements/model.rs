//! Traits of a model and of its indexes. A model is a struct that is a row of one table.
//!
//! The trait [`YdbTable`] returns the operations, and every operation is generic over the trait. This is the only
//! import cycle of the room. Only a separate trait for each operation would avoid it.

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

/// A model: a struct that is a row of a YDB table. Derive it with `#[derive(YdbTable)]`.
///
/// The derive checks the primary key while your program compiles. It generates the schema of the table, a key struct
/// `<Model>Key`, and the operations below. The hash column is not a field of the struct: every write and every read by
/// key computes it.
///
/// An operation such as `Order::get(1001)` sends nothing by itself. Its `exec` or `fetch` runs it on a client or in a
/// transaction. For most operations, `statement()` returns the text and the parameters.
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
    /// Schema of the table: its columns, key, hash, indexes and settings, and the rules that it may ignore, with their
    /// reasons.
    const TABLE: &'static Table;

    /// SQL name of the hash column, which is not a field of the struct; `None` if the table has no hash column.
    const HASH_COLUMN: Option<&'static str> = match Self::TABLE.hash {
        Some(hash) => Some(hash.name),
        None => None,
    };

    /// Key struct of the model: a field for each key column, without the hash column.
    type Key: YdbKey;

    /// Scan of this table or of its index `I`. The derive adds to [`Scan`](crate::statements::Scan) a method for each
    /// column that sorts the rows. The type `S` records the columns that already have a value.
    type Scan<I, S>;

    /// Update of a row of this table, with a setter for each column outside the key.
    type Update: Deref<Target = Update<Self>>;

    /// Update of all rows of a scan, from [`batch_update`](crate::statements::Scan::batch_update), with a setter for
    /// each column outside the key.
    type BatchUpdate: Deref<Target = Update<Self, Select<Self>>>;

    /// Struct of [`COLUMNS`](Self::COLUMNS): a [`ColumnOf`](super::ColumnOf) for each field of the model.
    type Columns;

    /// Columns of the model, named like its fields. Use them in conditions and expressions, and to print SQL names.
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

    /// Names of the sync and unique indexes, as a type that the compiler prints in its errors; `()` if the table has
    /// none.
    #[doc(hidden)]
    type SyncIndexes;

    /// Names of all indexes, as a type that the compiler prints in its errors; `()` if the table has none, and
    /// [`column_store`](super::column_store) for a column table.
    #[doc(hidden)]
    type AnyIndexes;

    /// Name of the column with the row's version, as a type that the compiler prints in its errors; `()` if the rows
    /// have no version.
    ///
    /// A generic function that calls `upsert_many`, `replace_many`, `update_many` or `bulk_upsert` takes a
    /// `T: YdbTable<Version = ()>`, because these operations overwrite rows without a look at their versions.
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

    /// Returns the key of this row as YDB stores it: a time that is finer than the unit of its column is rounded down
    /// to the unit.
    ///
    /// # Errors
    /// A value that its column cannot hold.
    fn key(&self) -> Result<Self::Key> {
        let key = key_of_row(Self::TABLE, encode_row(self)?);
        Self::Key::decode(&mut RowDecoder::key(Self::TABLE, key)).map_err(|error| row::explain(Self::TABLE, error))
    }

    /// Returns the values of this row, in the order of [`Table::columns`].
    ///
    /// # Errors
    /// A value that its column cannot hold.
    fn to_values(&self) -> Result<Vec<Value<'_>>> {
        encode_row(self)
    }

    /// Makes a row of its values, which are in the order of [`Table::columns`].
    ///
    /// # Errors
    /// A value that is missing, of another type, or unexpectedly NULL.
    fn from_values(values: Vec<Value<'_>>) -> Result<Self> {
        let row = Self::decode(&mut RowDecoder::row(Self::TABLE.name, Self::TABLE.columns, values));
        row.map_err(|error| row::explain(Self::TABLE, error))
    }

    /// Inserts this row (`INSERT`). YDB refuses it if the key already exists. The sequences of `serial` columns give
    /// these columns their values.
    ///
    /// An insert cannot be `idempotent`: if it were repeated after an unknown outcome, it would fail on its own row.
    fn insert(&self) -> Write<'_, Self, Once> {
        TableAt::<Self>::OWN.insert(self)
    }

    /// Writes this row (`UPSERT`), whether or not its key exists.
    fn upsert(&self) -> Write<'_, Self> {
        TableAt::<Self>::OWN.upsert(self)
    }

    /// Writes this row (`REPLACE`), whether or not its key exists. Columns of the table that the model does not have
    /// are reset to their defaults.
    fn replace(&self) -> Write<'_, Self> {
        TableAt::<Self>::OWN.replace(self)
    }

    /// Inserts many rows (`INSERT` from a list of rows). YDB refuses a row whose key already exists.
    fn insert_many(rows: &[Self]) -> WriteMany<'_, Self, Once> {
        TableAt::<Self>::OWN.insert_many(rows)
    }

    /// Writes many rows (`UPSERT` from a list of rows), whether or not their keys exist.
    fn upsert_many(rows: &[Self]) -> WriteMany<'_, Self>
    where
        Self: WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.upsert_many(rows)
    }

    /// Writes many rows (`REPLACE` from a list of rows), whether or not their keys exist. Columns of the table that the
    /// model does not have are reset to their defaults.
    fn replace_many(rows: &[Self]) -> WriteMany<'_, Self>
    where
        Self: WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.replace_many(rows)
    }

    /// Updates all columns outside the key of many rows (`UPDATE .. ON`). Rows whose key does not exist are ignored.
    fn update_many(rows: &[Self]) -> UpdateMany<'_, Self>
    where
        Self: WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.update_many(rows)
    }

    /// Updates single columns of the row with this key (`UPDATE`). There are no setters for key columns, because YDB
    /// cannot change a key: delete the row and insert another one.
    fn update(key: impl IntoKey<Self>) -> Self::Update {
        TableAt::<Self>::OWN.update(key)
    }

    /// Reads the row with this key, changes it with your closure, and writes it back, all in one transaction. `fetch`
    /// runs it and returns the changed row, or `None` if the key does not exist.
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
    /// `deposit.fetch(client).await?` runs it. If YDB can compute the change, write an [`update`](YdbTable::update)
    /// instead: it is a single statement.
    fn modify<F: FnMut(&mut Self)>(key: impl IntoKey<Self>, change: F) -> Modify<Self, F> {
        TableAt::<Self>::OWN.modify(key, change)
    }

    /// Deletes the row with this key (`DELETE`).
    fn delete(key: impl IntoKey<Self>) -> Delete<Self> {
        TableAt::<Self>::OWN.delete(key)
    }

    /// Deletes the rows with these keys (`DELETE`).
    fn delete_many(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> DeleteMany<Self> {
        TableAt::<Self>::OWN.delete_many(keys)
    }

    /// Reads the row with this key (`SELECT`).
    fn get(key: impl IntoKey<Self>) -> Get<Self> {
        TableAt::<Self>::OWN.get(key)
    }

    /// Reads the rows with these keys (`SELECT`). Keys that do not exist give no row.
    fn get_many(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> GetMany<Self> {
        TableAt::<Self>::OWN.get_many(keys)
    }

    /// Reads whether a row with this key exists.
    fn exists(key: impl IntoKey<Self>) -> Exists<Self> {
        TableAt::<Self>::OWN.exists(key)
    }

    /// Reads rows by a prefix of the primary key (`SELECT`). Call the methods of the key columns in the order of the
    /// key. The last of them may take a range.
    fn scan() -> Self::Scan<Self, Start> {
        TableAt::<Self>::OWN.scan()
    }

    /// Reads rows by a prefix of the columns of an index (`SELECT`). All columns of the rows are read. The rows are
    /// sorted by the index and then by the key.
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

    /// Makes the parameters of a key for a query of your own. For the key of an `Order`: `$order_id`, and the computed
    /// hash `$order_hash`.
    ///
    /// The parameters are named like the columns. A character that a bare name in YQL cannot have becomes `_`. In YQL
    /// `=` is never true for NULL, so compare a nullable column with `=` only if its value is not NULL.
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
    /// Pass them to [`query`](crate::query): `query(text).params(Order::key_params(1001))`. For calls of the client
    /// `ydb` itself, [`values`](KeyParams::values) returns a map of the parameters.
    fn key_params(key: impl IntoKey<Self>) -> KeyParams<Self> {
        KeyParams::one(key.into_key())
    }

    /// Makes the parameters of the first key columns for a query of your own. For a chat: `$chat_id`, and the computed
    /// hash `$chat_hash`.
    ///
    /// Pass the value of the first key column, or a tuple for up to six columns. The columns must include all inputs of
    /// the hash. The last value may be a range; its ends become `$sent_at_from` and `$sent_at_to`. For more than six
    /// columns write the scan of these rows and take its parameters: `Message::scan().chat_id(7).params()`.
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

    /// Makes the parameter `$keys` for a query of your own: a list of keys for `AS_TABLE($keys)`, with the hash column
    /// of each key.
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

    /// Writes many rows that you have in a slice with YDB's BulkUpsert, outside of transactions. It does not compile
    /// for a table for which YDB refuses BulkUpsert. For any number of rows, use the loader of the crate
    /// `ydb-keys-bulk`, `Order::loader(&connection)`, which is several times as fast.
    fn bulk_upsert(rows: &[Self]) -> BulkUpsert<'_, Self>
    where
        Self: BulkUpsertable<Self::SyncIndexes> + WithoutVersion<Self::Version>,
    {
        TableAt::<Self>::OWN.bulk_upsert(rows)
    }

    /// Reads rows by their keys with YDB's ReadRows, outside of transactions: the fastest way to read by key. It does
    /// not compile for a table for which YDB refuses ReadRows.
    fn read_rows(keys: impl IntoIterator<Item = impl IntoKey<Self>>) -> ReadRows<Self>
    where
        Self: ReadableRows<Self::AnyIndexes>,
    {
        TableAt::<Self>::OWN.read_rows(keys)
    }

    /// Returns the table of this model in a directory that is known at run time, such as one for each tenant,
    /// environment or test.
    ///
    /// The directory is relative to the database, like the path of a model. A directory that begins with `/` is
    /// absolute. Slashes at its end are ignored. The empty directory is the database itself, and `/` alone is the root
    /// above all databases.
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

    /// Returns the table of this model at another path, such as a copy, an archive, or the new table while a key is
    /// changed.
    ///
    /// The path replaces the path of the model. It is relative to the database, or absolute if it begins with `/`.
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

/// Tables whose rows have no version, so that rows can be written without a look at the stored ones.
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

/// Appends the values of a row to `values`. `encode` puts them into the encoder, so that this code is compiled once for
/// all models.
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

/// Secondary index of a model, as a type to pass to [`YdbTable::index`].
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
    /// Model that has the index.
    type Table: YdbTable;

    /// Definition of the index in the schema of its table.
    const INDEX: &'static IndexDef = &<Self::Table as YdbTable>::TABLE.indexes[Self::POSITION];

    /// Position of the index in the table's list of indexes.
    #[doc(hidden)]
    const POSITION: usize;
}
