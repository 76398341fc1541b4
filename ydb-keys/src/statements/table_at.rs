//! A model's table at a path, with its operations. `YdbTable` has the same ones for the model's own path.

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

/// The table of model `T` at a path; from [`YdbTable::in_directory`] or [`YdbTable::at_path`]. It has the operations of the model.
///
/// Clones share the texts of statements, which are built once and freed with the last clone: make one for each table
/// and keep it.
pub struct TableAt<T> {
    pub(crate) location: Location,
    model: PhantomData<fn() -> T>,
}

impl_clone!([T] TableAt<T>: location, model);
impl_debug!([T: YdbTable] TableAt<T>, |self, f| f.debug_tuple("TableAt").field(&self.path()).finish());

impl<T: YdbTable> TableAt<T> {
    /// The table at the model's own path. A constant, so that using it compiles to nothing.
    pub(super) const OWN: &'static Self = &TableAt { location: Location::OWN, model: PhantomData };

    pub(super) fn below(directory: &str) -> Self {
        TableAt { location: Location::at(T::TABLE.path_in(directory)), model: PhantomData }
    }

    pub(super) fn at(path: &str) -> Self {
        TableAt { location: Location::at(path.to_owned()), model: PhantomData }
    }

    /// The path of the table: relative to the database, or absolute where it begins with `/`.
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// The table's `CREATE TABLE` statement; see [`Table::create_table`](crate::Table::create_table).
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

    /// As [`YdbTable::insert`].
    pub fn insert<'a>(&self, row: &'a T) -> Write<'a, T, Once> {
        self.write(Verb::Insert, row)
    }

    /// As [`YdbTable::upsert`].
    pub fn upsert<'a>(&self, row: &'a T) -> Write<'a, T> {
        self.write(Verb::Upsert, row)
    }

    /// As [`YdbTable::replace`].
    pub fn replace<'a>(&self, row: &'a T) -> Write<'a, T> {
        self.write(Verb::Replace, row)
    }

    /// As [`YdbTable::insert_many`].
    pub fn insert_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T, Once> {
        self.write_many(Verb::Insert, rows)
    }

    /// As [`YdbTable::upsert_many`].
    pub fn upsert_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T>
    where
        T: WithoutVersion<T::Version>,
    {
        self.write_many(Verb::Upsert, rows)
    }

    /// As [`YdbTable::replace_many`].
    pub fn replace_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T>
    where
        T: WithoutVersion<T::Version>,
    {
        self.write_many(Verb::Replace, rows)
    }

    /// As [`YdbTable::bulk_upsert`].
    pub fn bulk_upsert<'a>(&self, rows: &'a [T]) -> BulkUpsert<'a, T>
    where
        T: BulkUpsertable<T::SyncIndexes> + WithoutVersion<T::Version>,
    {
        BulkUpsert { location: self.location.clone(), rows, keep_last: false }
    }

    /// As [`YdbTable::update_many`].
    pub fn update_many<'a>(&self, rows: &'a [T]) -> UpdateMany<'a, T>
    where
        T: WithoutVersion<T::Version>,
    {
        UpdateMany { many: ManyRows::new(self.location.clone(), OperationName::UpdateMany, Verb::Upsert, rows) }
    }

    /// As [`YdbTable::update`].
    pub fn update(&self, key: impl IntoKey<T>) -> T::Update {
        T::wrap_update(Update::new(self.location.clone(), key.into_key()))
    }

    /// As [`YdbTable::modify`].
    pub fn modify<F: FnMut(&mut T)>(&self, key: impl IntoKey<T>, change: F) -> Modify<T, F> {
        Modify { table: self.clone(), get: self.get(key), change }
    }

    /// As [`YdbTable::delete`].
    pub fn delete(&self, key: impl IntoKey<T>) -> Delete<T> {
        Delete { location: self.location.clone(), key: key.into_key(), condition: None }
    }

    /// As [`YdbTable::delete_many`].
    pub fn delete_many(&self, keys: impl IntoIterator<Item = impl IntoKey<T>>) -> DeleteMany<T> {
        DeleteMany { location: self.location.clone(), keys: keys.into_iter().map(IntoKey::into_key).collect() }
    }

    /// As [`YdbTable::get`].
    pub fn get(&self, key: impl IntoKey<T>) -> Get<T> {
        Get { location: self.location.clone(), key: key.into_key(), row: PhantomData }
    }

    /// As [`YdbTable::get_many`].
    pub fn get_many(&self, keys: impl IntoIterator<Item = impl IntoKey<T>>) -> GetMany<T> {
        let keys = keys.into_iter().map(IntoKey::into_key).collect();
        GetMany { location: self.location.clone(), keys, row: PhantomData }
    }

    /// As [`YdbTable::read_rows`].
    pub fn read_rows(&self, keys: impl IntoIterator<Item = impl IntoKey<T>>) -> ReadRows<T>
    where
        T: ReadableRows<T::AnyIndexes>,
    {
        ReadRows { location: self.location.clone(), keys: keys.into_iter().map(IntoKey::into_key).collect() }
    }

    /// As [`YdbTable::exists`].
    pub fn exists(&self, key: impl IntoKey<T>) -> Exists<T> {
        Exists { row: Sought::Key { location: self.location.clone(), key: key.into_key() } }
    }

    /// As [`YdbTable::scan`].
    pub fn scan(&self) -> T::Scan<T, Start> {
        T::wrap_scan(Scan::new(Select::new(self.location.clone(), None)))
    }

    /// As [`YdbTable::index`].
    pub fn index<I: YdbIndex<Table = T>>(&self) -> T::Scan<I, Start> {
        T::wrap_scan(Scan::new(Select::new(self.location.clone(), Some(I::INDEX))))
    }
}
