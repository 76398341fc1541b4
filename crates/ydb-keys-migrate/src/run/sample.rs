//! Compares rows of a live table with the hash of its model.

use std::collections::BTreeMap;

use ydb::{Client, YdbResult};
use ydb_keys::__internal::Sampled;
use ydb_keys::schema::HashDef;
use ydb_keys::{Layout, Table, YdbType};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::ddl::hash_expression::{Nulls, SAMPLE_ROWS};
use ydb_keys_core::schema::any;
use ydb_keys_core::schema::path::TablePath;

use super::error::{Detail, MigrateError};
use crate::live::{HashSample, IndexSample, LiveIndex, LiveTable};

/// What an error says that it could not read.
pub(super) const SAMPLE: &str = "a sample of the rows";

impl HashSample {
    /// Compares the hash column of about `rows` rows with the model's hash, computed by the server.
    ///
    /// A key that begins with a hash makes the first rows effectively a random sample; of a key that begins with a
    /// bucket, rows of several buckets are read. For a model without a hash, no rows are read. The table must have the
    /// key columns of the model.
    ///
    /// # Errors
    /// [`Database`](crate::MigrateErrorKind::Database) when the database does not answer, or the table lacks a column
    /// of the model.
    pub async fn of(
        client: &Client,
        table: &any::Table<'_>,
        path: &str,
        rows: u64,
    ) -> Result<HashSample, MigrateError> {
        let Some(hash) = table.hash else { return Ok(HashSample::default()) };
        let table_path = TablePath::new(&client.database(), path);
        let read = |source| Detail::Read { table: table_path.to_string(), what: SAMPLE, source };
        let Sampled { rows, differing, first } =
            Sampled::of(client, table, &hash, Nulls::Differ, path, rows).await.map_err(read)?;
        Ok(HashSample { rows, differing, first })
    }
}

/// Whether a sample is possible and needed: the key has the model's columns and types, and the table has no layout
/// attribute; or the hash is of other programs, whose function may change under one name and version.
pub(super) fn wants_sample(table: &Table, live: &LiveTable) -> bool {
    let is_unknown = |hash: HashDef| hash.foreign().is_some() || !live.attributes.contains_key(Layout::ATTRIBUTE);
    table.hash.is_some_and(is_unknown) && has_key(table, live)
}

/// Whether the table has the key of the model, with its types. What is computed, is computed from columns of the key.
fn has_key(table: &Table, live: &LiveTable) -> bool {
    let mut columns = table.key.iter().map(|&at| (table.columns[at].name, table.columns[at].ty));
    live.primary_key.iter().map(String::as_str).eq(table.primary_key())
        && table.hash.is_none_or(|hash| has(live, hash.name, hash.ty()))
        && columns.all(|(name, ty)| has(live, name, ty))
}

fn has(live: &LiveTable, name: &str, ty: YdbType) -> bool {
    live.column(name).is_some_and(|column| column.ty == Some(ty))
}

/// What rows have in the computed columns of indexes that the table has.
pub(super) async fn index_samples(
    client: &Client,
    table: &Table,
    path: &str,
    live: &LiveTable,
) -> Result<BTreeMap<String, IndexSample>, MigrateError> {
    let mut samples = BTreeMap::new();
    if !has_key(table, live) {
        return Ok(samples);
    }
    let layout: Option<Layout> = live.attributes.get(Layout::ATTRIBUTE).and_then(|line| line.parse().ok());
    let read = |source| Detail::Read { table: path.to_owned(), what: SAMPLE, source };
    for hash in table.indexes.iter().filter_map(|index| index.hash) {
        if !has(live, hash.name, hash.ty()) {
            continue;
        }
        let mut found = IndexSample::default();
        if layout.as_ref().and_then(|layout| layout.indexed(hash.name)).is_none() {
            let sampled = Sampled::of(client, table, &hash, Nulls::Missing, path, SAMPLE_ROWS).await;
            Sampled { rows: found.rows, differing: found.differing, .. } = sampled.map_err(read)?;
        }
        let nullable = live.column(hash.name).is_some_and(|column| column.nullable);
        let leads = |index: &&LiveIndex| {
            index.ready && !index.is_foreign() && index.on.first().is_some_and(|on| on == hash.name)
        };
        if let (true, Some(index)) = (nullable, live.indexes.iter().find(leads)) {
            found.is_incomplete = has_null(client, path, &index.name, hash.name).await.map_err(read)?;
        }
        samples.insert(hash.name.to_owned(), found);
    }
    Ok(samples)
}

/// Whether rows have NULL in the first column of an index: they are at its beginning.
async fn has_null(client: &Client, path: &str, index: &str, column: &str) -> YdbResult<bool> {
    let (path, index, column) = (Name(path), Name(index), Name(column));
    let text = format!("SELECT {column} FROM {path} VIEW {index} WHERE {column} IS NULL LIMIT 1");
    let set = client.query_client().query_result_set(text).idempotent(true).await?;
    Ok(set.rows().next().is_some())
}
