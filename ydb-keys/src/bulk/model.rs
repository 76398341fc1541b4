//! Loads and exports of a model, by its trait and by its table at another path.

use super::connection::Connection;
use super::export::Export;
use super::loader::Loader;
use crate::statements::bulk::BulkUpsertable;
use crate::statements::version::WithoutVersion;
use crate::statements::{Located, Select, YdbTable};

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
    /// For a part of the rows, or some of the columns: `scan().select::<R>().export(&connection)`.
    fn export(connection: &Connection) -> Export<Self> {
        Export::new(connection, Select::own())
    }
}

impl<T: YdbTable> Bulk for T {}

impl<T: YdbTable> Located<T> {
    /// As [`Bulk::loader`].
    pub fn loader(&self, connection: &Connection) -> Loader<T>
    where
        T: BulkUpsertable<T::SyncIndexes> + WithoutVersion<T::Version>,
    {
        Loader::new(connection, self.path())
    }

    /// As [`Bulk::export`].
    pub fn export(&self, connection: &Connection) -> Export<T> {
        Export::new(connection, Select::of(self))
    }
}
