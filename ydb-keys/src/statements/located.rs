//! A model's table below a directory that is known at run time.

use std::fmt;
use std::marker::PhantomData;

use super::bulk::{BulkUpsert, BulkUpsertable, ReadRows, ReadableRows};
use super::cache::Place;
use super::delete::{Delete, DeleteMany};
use super::index::YdbIndex;
use super::model::YdbTable;
use super::read::{Exists, Get, GetMany};
use super::scan::Scan;
use super::update::{Update, UpdateMany};
use super::write::{Once, Write, WriteMany};
use crate::ddl::CreateTable;
use crate::schema::path;

/// The table of model `T` below a directory; from [`YdbTable::below`]. It has the operations of the model.
///
/// Clones share the texts of statements, which are built once and freed with the last clone: make one for each directory and
/// keep it.
pub struct Located<T> {
    place: Place,
    model: PhantomData<fn() -> T>,
}

impl<T> Clone for Located<T> {
    fn clone(&self) -> Self {
        Located { place: self.place.clone(), model: PhantomData }
    }
}

impl<T: YdbTable> fmt::Debug for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Located").field(&self.path()).finish()
    }
}

impl<T: YdbTable> Located<T> {
    pub(super) fn below(directory: &str) -> Self {
        Located { place: Place::at(path::below(directory, T::TABLE.name)), model: PhantomData }
    }

    /// The path of the table: relative to the database, or absolute where it starts with `/`.
    pub fn path(&self) -> &str {
        self.place.path::<T>()
    }

    /// The table's `CREATE TABLE` statement; see [`Table::create_table`](crate::Table::create_table).
    pub fn create_table(&self) -> CreateTable<'_> {
        T::TABLE.create_table().at(self.path())
    }

    /// As [`YdbTable::insert`].
    pub fn insert<'a>(&self, row: &'a T) -> Write<'a, T, Once> {
        Write::insert(self.place.clone(), row)
    }

    /// As [`YdbTable::upsert`].
    pub fn upsert<'a>(&self, row: &'a T) -> Write<'a, T> {
        Write::upsert(self.place.clone(), row)
    }

    /// As [`YdbTable::replace`].
    pub fn replace<'a>(&self, row: &'a T) -> Write<'a, T> {
        Write::replace(self.place.clone(), row)
    }

    /// As [`YdbTable::insert_many`].
    pub fn insert_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T, Once> {
        WriteMany::insert(self.place.clone(), rows)
    }

    /// As [`YdbTable::upsert_many`].
    pub fn upsert_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T> {
        WriteMany::upsert(self.place.clone(), rows)
    }

    /// As [`YdbTable::replace_many`].
    pub fn replace_many<'a>(&self, rows: &'a [T]) -> WriteMany<'a, T> {
        WriteMany::replace(self.place.clone(), rows)
    }

    /// As [`YdbTable::bulk_upsert`].
    pub fn bulk_upsert<'a>(&self, rows: &'a [T]) -> BulkUpsert<'a, T>
    where
        T: BulkUpsertable<T::SyncIndexes>,
    {
        BulkUpsert::new(self.place.clone(), rows)
    }

    /// As [`YdbTable::update_many`].
    pub fn update_many<'a>(&self, rows: &'a [T]) -> UpdateMany<'a, T> {
        UpdateMany::new(self.place.clone(), rows)
    }

    /// As [`YdbTable::update`].
    pub fn update(&self, key: impl Into<T::Key>) -> T::Update {
        T::wrap_update(Update::new(self.place.clone(), key.into()))
    }

    /// As [`YdbTable::delete`].
    pub fn delete(&self, key: impl Into<T::Key>) -> Delete<T> {
        Delete::new(self.place.clone(), key.into())
    }

    /// As [`YdbTable::delete_many`].
    pub fn delete_many(&self, keys: impl IntoIterator<Item = impl Into<T::Key>>) -> DeleteMany<T> {
        DeleteMany::new(self.place.clone(), keys.into_iter().map(Into::into).collect())
    }

    /// As [`YdbTable::get`].
    pub fn get(&self, key: impl Into<T::Key>) -> Get<T> {
        Get::new(self.place.clone(), key.into())
    }

    /// As [`YdbTable::get_many`].
    pub fn get_many(&self, keys: impl IntoIterator<Item = impl Into<T::Key>>) -> GetMany<T> {
        GetMany::new(self.place.clone(), keys.into_iter().map(Into::into).collect())
    }

    /// As [`YdbTable::read_rows`].
    pub fn read_rows(&self, keys: impl IntoIterator<Item = impl Into<T::Key>>) -> ReadRows<T>
    where
        T: ReadableRows<T::AnyIndexes>,
    {
        ReadRows::new(self.place.clone(), keys.into_iter().map(Into::into).collect())
    }

    /// As [`YdbTable::exists`].
    pub fn exists(&self, key: impl Into<T::Key>) -> Exists<T> {
        Exists::new(self.place.clone(), key.into())
    }

    /// As [`YdbTable::scan`].
    pub fn scan(&self) -> T::Scan {
        T::wrap_scan(Scan::new(self.place.clone()))
    }

    /// As [`YdbTable::index`].
    pub fn index<I: YdbIndex<Table = T>>(&self) -> I::Scan {
        I::wrap_scan(Scan::of_index::<I>(self.place.clone()))
    }
}
