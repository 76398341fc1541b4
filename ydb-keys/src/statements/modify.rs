//! A row that is read, changed and written back.

use std::fmt;

use super::cache::Location;
use super::model::YdbTable;
use super::read::Get;
use super::table_at::TableAt;
use super::write::Write;
use crate::error::{Detail, Result};
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::types::Value;

/// A change of the row with a key, in one transaction; from [`YdbTable::modify`].
#[must_use = "nothing is changed until `.fetch(client).await`"]
pub struct Modify<T: YdbTable, F> {
    table: TableAt<T>,
    get: Get<T>,
    pub(crate) change: F,
}

impl<T: YdbTable, F: FnMut(&mut T)> Modify<T, F> {
    pub(super) fn new(table: TableAt<T>, key: T::Key, change: F) -> Self {
        Modify { get: table.get(key), table, change }
    }
}

impl<T: YdbTable, F> Modify<T, F> {
    pub(crate) fn location(&self) -> &Location {
        &self.get.location
    }

    /// The statement's parts: where it writes, the read, and the change.
    pub(crate) fn into_parts(self) -> (TableAt<T>, Get<T>, F) {
        (self.table, self.get, self.change)
    }
}

/// Changes a row, but not its key.
pub(crate) fn modified<T: YdbTable>(row: &mut T, change: impl FnOnce(&mut T)) -> Result<()> {
    let before = key_values(row)?;
    change(row);
    let after = key_values(row)?;
    match before == after {
        true => Ok(()),
        false => {
            Err(Detail::KeyChanged { table: T::TABLE.name, key: show_values(&before), changed: show_values(&after) }
                .into())
        }
    }
}

/// The write of a changed row, which keeps columns that the model does not have.
pub(crate) fn write_back<'a, T: YdbTable>(table: &TableAt<T>, row: &'a T) -> Write<'a, T> {
    table.upsert(row)
}

/// The values of the key columns, in key order.
pub(crate) fn key_values<T: YdbTable>(row: &T) -> Result<Vec<Value<'static>>> {
    let mut values = row.to_values()?;
    let take = |&column: &usize| std::mem::replace(&mut values[column], Value::Null).into_owned();
    Ok(T::TABLE.key.iter().map(take).collect())
}

impl<T: YdbTable, F> fmt::Debug for Modify<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Modify").field("table", &self.table).finish_non_exhaustive()
    }
}
