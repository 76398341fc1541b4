//! Traits with the loads and exports of a model, of a table at another path, and of a scan.

use ydb_keys::__internal::{BulkUpsertable, WithoutVersion};
use ydb_keys::statements::Select;
use ydb_keys::{TableAt, YdbRow, YdbTable};

use super::connection::Connection;
use super::export::Export;
use super::loader::Loader;

/// Loads and exports of every model: bring it into scope with [`YdbTable`].
pub trait Bulk: YdbTable {
    /// Returns a loader, which writes any number of rows. See [`Loader`].
    ///
    /// A table must not have a sync index, a unique index or a version. [`bulk_upsert`](YdbTable::bulk_upsert) has the
    /// same restriction.
    fn loader(connection: &Connection) -> Loader<Self>
    where
        Self: BulkUpsertable<Self::SyncIndexes> + WithoutVersion<Self::Version>,
    {
        Loader::new(connection, Self::TABLE.name)
    }

    /// Exports all rows of the table as parallel streams. See [`Export`].
    ///
    /// To export a part of the rows or some columns, use `scan().select::<R>().export(&connection)` with
    /// [`BulkSelect`].
    fn export(connection: &Connection) -> Export<Self> {
        Export::new(connection, Select::own())
    }
}

impl<T: YdbTable> Bulk for T {}

/// Loads and exports of a table at another path, as methods of [`TableAt`].
pub trait BulkAt {
    /// Model of the table.
    type Model: YdbTable;

    /// Returns a loader into this table, like [`Bulk::loader`].
    fn loader(&self, connection: &Connection) -> Loader<Self::Model>
    where
        Self::Model:
            BulkUpsertable<<Self::Model as YdbTable>::SyncIndexes> + WithoutVersion<<Self::Model as YdbTable>::Version>;

    /// Exports all rows of this table, like [`Bulk::export`].
    fn export(&self, connection: &Connection) -> Export<Self::Model>;
}

impl<T: YdbTable> BulkAt for TableAt<T> {
    type Model = T;

    fn loader(&self, connection: &Connection) -> Loader<T>
    where
        T: BulkUpsertable<T::SyncIndexes> + WithoutVersion<T::Version>,
    {
        Loader::new(connection, self.path())
    }

    fn export(&self, connection: &Connection) -> Export<T> {
        Export::new(connection, Select::of(self))
    }
}

/// Export of the rows of a scan, as a method of [`Select`].
pub trait BulkSelect<T: YdbTable, R: YdbRow> {
    /// Exports the rows of the scan in parallel: the fast way to read many rows.
    ///
    /// Each stream has its rows in the order of the primary key, or of the index. If the table or the index has
    /// buckets, the bucket is the first column of that order.
    fn export(self, connection: &Connection) -> Export<T, R>;
}

impl<T: YdbTable, R: YdbRow> BulkSelect<T, R> for Select<T, R> {
    fn export(self, connection: &Connection) -> Export<T, R> {
        Export::new(connection, self)
    }
}
