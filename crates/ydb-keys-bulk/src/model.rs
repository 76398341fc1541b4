//! Loads and exports of a model, by its trait and by its table at another path.

use ydb_keys::__internal::{BulkUpsertable, WithoutVersion};
use ydb_keys::statements::Select;
use ydb_keys::{TableAt, YdbRow, YdbTable};

use super::connection::Connection;
use super::export::Export;
use super::loader::Loader;

/// Loads and exports of every model: bring it into scope with [`YdbTable`].
pub trait Bulk: YdbTable {
    /// A loader, which writes any number of rows. See [`Loader`].
    ///
    /// Only for tables that [`bulk_upsert`](YdbTable::bulk_upsert) takes: those without a sync or unique index, and
    /// without a version.
    fn loader(connection: &Connection) -> Loader<Self>
    where
        Self: BulkUpsertable<Self::SyncIndexes> + WithoutVersion<Self::Version>,
    {
        Loader::new(connection, Self::TABLE.name)
    }

    /// All rows of the table, read as parallel streams. See [`Export`].
    ///
    /// For a part of the rows, or some of the columns: `scan().select::<R>().export(&connection)`, with [`BulkSelect`].
    fn export(connection: &Connection) -> Export<Self> {
        Export::new(connection, Select::own())
    }
}

impl<T: YdbTable> Bulk for T {}

/// Loads and exports of a table at another path, as methods of [`TableAt`].
pub trait BulkAt {
    /// The model of the table.
    type Model: YdbTable;

    /// As [`Bulk::loader`].
    fn loader(&self, connection: &Connection) -> Loader<Self::Model>
    where
        Self::Model:
            BulkUpsertable<<Self::Model as YdbTable>::SyncIndexes> + WithoutVersion<<Self::Model as YdbTable>::Version>;

    /// As [`Bulk::export`].
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

/// Exports of the rows of a scan, as a method of [`Select`].
pub trait BulkSelect<T: YdbTable, R: YdbRow> {
    /// Exports the rows in parallel: the fast way to read many of them.
    ///
    /// The rows of a stream are in the order of the primary key, or of the index; if the table or the index has
    /// buckets, the bucket is the first column of that order.
    fn export(self, connection: &Connection) -> Export<T, R>;
}

impl<T: YdbTable, R: YdbRow> BulkSelect<T, R> for Select<T, R> {
    fn export(self, connection: &Connection) -> Export<T, R> {
        Export::new(connection, self)
    }
}
