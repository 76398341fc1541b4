//! The control table of key changes: how it is created and read, and the layouts of column tables in it. YDB does not
//! report the attributes of a column table (`rpc_describe_table.cpp`), so nobody could read a layout there.

use futures_util::future::BoxFuture;
use ydb::Client;

use super::transact::transact;
use crate::error::{ErrorKind, Result};
use crate::statements::YdbTable;
use crate::statements::dual_write::KeyChange;
use ydb_keys_core::schema::{Layout, TablePath};

impl KeyChange {
    /// Creates the control table, unless there is one.
    ///
    /// # Errors
    /// An error of YDB.
    pub async fn create(client: &Client) -> Result<()> {
        KeyChange::TABLE.create_table().if_not_exists().exec(client).await
    }

    /// A row of the control table as it was read: `None` too if there is no such table.
    ///
    /// # Errors
    /// Any other error.
    pub fn if_stored(read: Result<Option<KeyChange>>) -> Result<Option<KeyChange>> {
        match read {
            Err(error) if error.kind() == ErrorKind::Schema => Ok(None),
            read => read,
        }
    }

    /// The stored layout of the table at a path with this primary key; `None` if there is none, or if its key is being changed.
    /// A layout with another key is that of a table that was at the path before.
    ///
    /// # Errors
    /// An error of YDB.
    pub fn stored_layout<'c>(
        client: &'c Client,
        path: &'c TablePath,
        key: &'c [String],
    ) -> BoxFuture<'c, Result<Option<String>>> {
        Box::pin(async move {
            let stored = KeyChange::if_stored(KeyChange::get(&**path).fetch(client).await)?;
            let stored = stored.filter(|stored| !stored.is_open() && !stored.live_layout().is_empty());
            let is_of_key = |line: &String| match line.parse::<Layout>().map(Layout::into_parts) {
                Ok((hash, columns)) => {
                    let columns = columns.into_iter().map(|column| column.name);
                    hash.into_iter().map(|hash| hash.name).chain(columns).eq(key.iter().cloned())
                }
                // One of a later release.
                Err(_) => true,
            };
            Ok(stored.map(|stored| stored.live_layout().to_owned()).filter(is_of_key))
        })
    }

    /// Stores the layout of the table at a path, relative to the database, unless its key is being changed.
    ///
    /// # Errors
    /// An error of YDB.
    pub fn store_layout<'c>(client: &'c Client, path: &'c TablePath, layout: &'c str) -> BoxFuture<'c, Result<()>> {
        Box::pin(async move {
            KeyChange::create(client).await?;
            let first = &KeyChange::first(path, "");
            let stored = transact(client, async |tx| {
                let mut change = KeyChange::get(&*first.path).fetch(&tx).await?.unwrap_or_else(|| first.clone());
                if change.is_open() {
                    return Ok(());
                }
                match change.is_swapped() {
                    true => layout.clone_into(&mut change.new_layout),
                    false => layout.clone_into(&mut change.old_layout),
                }
                change.upsert().exec(&tx).await
            });
            stored.idempotent(true).await
        })
    }
}
