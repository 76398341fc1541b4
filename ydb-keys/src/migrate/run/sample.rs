//! Compares rows of a live table with the hash of its model.

use ydb::Client;

use super::failure::MigrateError;
use crate::migrate::live::{HashSample, LiveTable};
use crate::schema::{Layout, Table, path};
use crate::sdk::sample::sample;
use crate::types::YdbType;

impl HashSample {
    /// Compares the hash column of about `rows` rows with the model's hash, computed by the server.
    ///
    /// A key that begins with a hash makes the first rows effectively a random sample; of a key that begins with a
    /// bucket, rows of several buckets are read. For a model without a hash, no rows are read. The table must have the
    /// key columns of the model.
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys::migrate::MigrateError> {
    /// use ydb_keys::migrate::HashSample;
    ///
    /// let sample = HashSample::of(client, Order::TABLE, "orders", 1000).await?;
    /// println!("{} of {} rows have another hash", sample.differing, sample.rows);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`MigrateError::Read`] when the database does not answer, or the table lacks a column of the model.
    pub async fn of(client: &Client, table: &Table, path: &str, rows: u64) -> Result<HashSample, MigrateError> {
        let Some(hash) = table.hash else { return Ok(HashSample { rows: 0, differing: 0 }) };
        let table_path = || path::relative(&client.database(), path).to_owned();
        let read = |source| MigrateError::Read { table: table_path(), what: "a sample of the rows", source };
        let (rows, differing) = sample(client, table, &hash, path, rows).await.map_err(read)?;
        Ok(HashSample { rows, differing })
    }
}

/// Whether a sample is possible and needed: the key has the model's columns and types, and the table has no layout
/// attribute.
pub(super) fn wants_sample(table: &Table, live: &LiveTable) -> bool {
    let Some(hash) = table.hash else { return false };
    let has = |name: &str, ty: YdbType| live.column(name).is_some_and(|column| column.ty == Some(ty));
    let mut columns = table.key.iter().chain(hash.inputs).map(|&at| &table.columns[at]);
    !live.attributes.contains_key(Layout::ATTRIBUTE)
        && live.primary_key.iter().map(String::as_str).eq(table.primary_key())
        && has(hash.name, hash.ty())
        && columns.all(|column| has(column.name, column.ty))
}
