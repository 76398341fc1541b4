//! The table of a model at another path, with all operations of the model.

use std::marker::PhantomData;

use super::bulk::{BulkUpsert, BulkUpsertable, ReadRows, ReadableRows};
use super::delete::{Delete, DeleteMany};
use super::read::Sought;
use super::update::UpdateMany;
use super::write::{ManyRows, Modify, WriteMany};
use super::{
    Exists, Get, GetMany, IntoKey, Location, Once, Scan, Select, Update, Verb, WithoutVersion, Write, YdbIndex,
    YdbTable,
};
use crate::error::OperationName;
use ydb_keys_core::ddl::CreateTable;
use ydb_keys_core::keys::prefix::Start;

/// Table of the model `T` at a path that is known at run time, with all operations of the model; from
/// [`YdbTable::in_directory`] or [`YdbTable::at_path`].
///
/// The texts of its statements are built once, shared by all clones, and freed with the last clone. So make one value
/// for each table and keep it.
pub struct TableAt<T> {
    pub(crate) location: Location,
    model: PhantomData<fn() -> T>,
}

impl_clone!([T] TableAt<T>: location, model);
impl_debug!([T: YdbTable] TableAt<T>, |self, f| f.debug_tuple("TableAt").field(&self.path()).finish());

impl<T: YdbTable> TableAt<T> {
    /// Table at the model's own path. It is a constant, so that the operations of [`YdbTable`] add no code.
    pub(super) const OWN: &'static Self = &TableAt { location: Location::OWN, model: PhantomData };

    pub(super) fn below(directory: &str) -> Self {
        TableAt { location: Location::at(T::TABLE.path_in(directory)), model: PhantomData }
    }

    pub(super) fn at(path: &str) -> Self {
        TableAt { location: Location::at(path.to_owned()), model: PhantomData }
    }

    /// Returns the path of the table: relative to the database, or absolute if it begins with `/`.
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// Returns the `CREATE TABLE` statement of this table; see [`Table::create_table`](crate::Table::create_table).
    pub fn create_table(&self) -> CreateTable<'_> {
        T::TABLE.create_table().at_path(self.path())
    }

    fn write<'a, K>(&self, verb: Verb, row: &'a T) -> Write<'a, T, K> {
        Write { location: self.location.clone(), row, verb, times: PhantomData }
    }

    pub(crate) fn write_many<'a, K>(&self, verb: Verb, rows: &'a [T]) -> WriteMany<'a, T, K> {
        let many = ManyRows::new(self.location.clone(), verb.operation_of_many(), verb, rows);
        WriteMany { many, times: PhantomData }
    }

    /// Inserts a row into this table; see [`YdbTable::insert`].
    pub fn insert<'a>(&self, row: &'a T) -> Write<'a, T, Once> {
        self.write(Verb::Insert, row)
    }

    /// Writes a row to this table (`UPSERT`); see [`YdbTable::upsert`].
    pub fn upsert<'a>(&self, row: &'a T) -> Write<'a, T> {
        self.write(Verb::Upsert, row)
    }

    /// Writes a row to this table (`REPLACE`); see [`YdbTable::replace`].
    pub fn replace<'a>(&self, row: &'a T) -> Write<'a, T> {
        self.write(Verb::Replace, row)
    }

    /// Inserts many rows into this table; see [`YdbTable::insert_many`].
    pub fn insert_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T, Once> {
        self.write_many(Verb::Insert, rows)
    }

    /// Writes many rows to this table (`UPSERT`); see [`YdbTable::upsert_many`].
    pub fn upsert_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T>
    where
        T: WithoutVersion<T::Version>,
    {
        self.write_many(Verb::Upsert, rows)
    }

    /// Writes many rows to this table (`REPLACE`); see [`YdbTable::replace_many`].
    pub fn replace_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T>
    where
        T: WithoutVersion<T::Version>,
    {
        self.write_many(Verb::Replace, rows)
    }

    /// Writes many rows to this table with YDB's BulkUpsert; see [`YdbTable::bulk_upsert`].
    pub fn bulk_upsert<'a>(&self, rows: &'a [T]) -> BulkUpsert<'a, T>
    where
        T: BulkUpsertable<T::SyncIndexes> + WithoutVersion<T::Version>,
    {
        BulkUpsert { location: self.location.clone(), rows, keep_last: false }
    }

    /// Updates many existing rows of this table; see [`YdbTable::update_many`].
    pub fn update_many<'a>(&self, rows: &'a [T]) -> UpdateMany<'a, T>
    where
        T: WithoutVersion<T::Version>,
    {
        UpdateMany { many: ManyRows::new(self.location.clone(), OperationName::UpdateMany, Verb::Upsert, rows) }
    }

    /// Updates single columns of a row of this table; see [`YdbTable::update`].
    pub fn update(&self, key: impl IntoKey<T>) -> T::Update {
        T::wrap_update(Update::new(self.location.clone(), key.into_key()))
    }

    /// Reads a row of this table, changes it, and writes it back; see [`YdbTable::modify`].
    pub fn modify<F: FnMut(&mut T)>(&self, key: impl IntoKey<T>, change: F) -> Modify<T, F> {
        Modify { table: self.clone(), get: self.get(key), change }
    }

    /// Deletes the row with a key from this table; see [`YdbTable::delete`].
    pub fn delete(&self, key: impl IntoKey<T>) -> Delete<T> {
        Delete { location: self.location.clone(), key: key.into_key(), condition: None }
    }

    /// Deletes the rows with these keys from this table; see [`YdbTable::delete_many`].
    pub fn delete_many(&self, keys: impl IntoIterator<Item = impl IntoKey<T>>) -> DeleteMany<T> {
        DeleteMany { location: self.location.clone(), keys: keys.into_iter().map(IntoKey::into_key).collect() }
    }

    /// Reads the row with a key from this table; see [`YdbTable::get`].
    pub fn get(&self, key: impl IntoKey<T>) -> Get<T> {
        Get { location: self.location.clone(), key: key.into_key(), row: PhantomData }
    }

    /// Reads the rows with these keys from this table; see [`YdbTable::get_many`].
    pub fn get_many(&self, keys: impl IntoIterator<Item = impl IntoKey<T>>) -> GetMany<T> {
        let keys = keys.into_iter().map(IntoKey::into_key).collect();
        GetMany { location: self.location.clone(), keys, row: PhantomData }
    }

    /// Reads rows of this table by key with YDB's ReadRows; see [`YdbTable::read_rows`].
    pub fn read_rows(&self, keys: impl IntoIterator<Item = impl IntoKey<T>>) -> ReadRows<T>
    where
        T: ReadableRows<T::AnyIndexes>,
    {
        ReadRows { location: self.location.clone(), keys: keys.into_iter().map(IntoKey::into_key).collect() }
    }

    /// Reads whether this table has a row with the key; see [`YdbTable::exists`].
    pub fn exists(&self, key: impl IntoKey<T>) -> Exists<T> {
        Exists { row: Sought::Key { location: self.location.clone(), key: key.into_key() } }
    }

    /// Reads rows of this table by a prefix of the key; see [`YdbTable::scan`].
    pub fn scan(&self) -> T::Scan<T, Start> {
        T::wrap_scan(Scan::new(Select::new(self.location.clone(), None)))
    }

    /// Reads rows of this table by an index; see [`YdbTable::index`].
    pub fn index<I: YdbIndex<Table = T>>(&self) -> T::Scan<I, Start> {
        T::wrap_scan(Scan::new(Select::new(self.location.clone(), Some(I::INDEX))))
    }
}
