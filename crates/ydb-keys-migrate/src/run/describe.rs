//! Description of one table of a database: columns and settings, rights, and a sample of its rows.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use ydb::{
    Client, IndexStatus, IndexType, SchemeEntryType, SchemePermissions, StoreType, TableDescription, YdbError,
    YdbResult,
};
use ydb_keys::__internal::status::{BAD_REQUEST, NOT_FOUND, SCHEME_ERROR, has_status};
use ydb_keys::__internal::{KeyChange, Sampled, from_sdk};
use ydb_keys::schema::{HashDef, Store};
use ydb_keys::{Layout, Table, Value, YdbType};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::ddl::hash_expression::{Nulls, SAMPLE_ROWS};
use ydb_keys_core::schema::any;
use ydb_keys_core::schema::path::TablePath;

use super::error::{Detail, MigrateError};
use super::is_unknown_statement;
use crate::live::{
    Grants, HashSample, IndexSample, LiveColumn, LiveDefault, LiveIndex, LiveIndexKind, LiveRights, LiveTable,
};

/// Describes the table at a path, which is relative to the database or absolute; `None` if nothing is there.
///
/// Columns, key, indexes and attributes come from DescribeTable. The rest is read from the output of `SHOW CREATE
/// TABLE`, and the layout of a column table from `ydb_keys/changes`. On a server without that statement (YDB has it
/// from 26.1), [`LiveTable::settings`] is `None`, and the sequences and defaults of columns are unknown.
///
/// # Errors
/// [`Database`](crate::MigrateErrorKind::Database) when a request fails,
/// [`Obstacle`](crate::MigrateErrorKind::Obstacle) when something else has the path, and
/// [`Unsupported`](crate::MigrateErrorKind::Unsupported) when the server prints something that this version of the
/// library cannot read: a setting that is not understood must not be mistaken for a missing one.
pub async fn describe(client: &Client, path: &str) -> Result<Option<LiveTable>, MigrateError> {
    let path = &TablePath::new(&client.database(), path);
    let failed = |what| move |source| Detail::Read { table: path.to_string(), what, source };
    let tables = client.table_client();
    let mut looked = tables.describe_table(path.absolute()).idempotent(true).await;
    if looked.as_ref().is_err_and(may_be_no_table) {
        if !is_table(client, path).await? {
            return Ok(None);
        }
        // The table was created after the first request.
        looked = tables.describe_table(path.absolute()).idempotent(true).await;
    }
    let description = looked.map_err(failed("the description"))?;
    let mut table = live_table(path.to_string(), description);
    if table.store == Store::Column {
        let stored = KeyChange::stored_layout(client, path, &table.primary_key).await;
        let stored = stored.map_err(|error| failed("the layout in `ydb_keys/changes`")(error.into()))?;
        table.attributes.extend(stored.map(|layout| (Layout::ATTRIBUTE.to_owned(), layout)));
    }
    let shown = show_create(client, path).await;
    // The table was dropped or renamed after the first request.
    let may_be_gone = |error: &YdbError| !is_unknown_statement(error) && may_be_no_table(error);
    if shown.as_ref().is_err_and(may_be_gone) && !is_table(client, path).await? {
        return Ok(None);
    }
    match shown {
        Ok(text) => {
            table.read_show_create(&text).map_err(|reason| Detail::ShowCreate { table: table.path.clone(), reason })?
        }
        Err(error) if is_unknown_statement(&error) => {}
        Err(error) => return Err(failed("SHOW CREATE TABLE")(error).into()),
    }
    Ok(Some(table))
}

/// Reads the text of `SHOW CREATE TABLE`.
fn show_create<'c>(client: &'c Client, path: &'c str) -> BoxFuture<'c, YdbResult<String>> {
    Box::pin(async move {
        let text = format!("SHOW CREATE TABLE {}", Name(path));
        let set = client.query_client().query_result_set(text).idempotent(true).await?;
        let mut row = set.rows().next().ok_or(YdbError::NoRows)?;
        match from_sdk(row.remove_field_by_name("CreateQuery")?) {
            Ok(Value::Utf8(text)) => Ok(text.into_owned()),
            _ => Err(YdbError::Convert("the column CreateQuery does not hold text".to_owned())),
        }
    })
}

/// Returns `true` if the error may mean that there is no table at the path.
fn may_be_no_table(error: &YdbError) -> bool {
    has_status(error, &[SCHEME_ERROR, NOT_FOUND, BAD_REQUEST])
}

/// Returns `true` if there is a table at the path, and `false` if nothing is there. Any other object is an error.
fn is_table<'c>(client: &'c Client, path: &'c TablePath) -> BoxFuture<'c, Result<bool, MigrateError>> {
    Box::pin(async move {
        let entry = match client.scheme_client().describe_path(path.absolute()).await {
            Ok(entry) => entry.r#type,
            Err(error) if has_status(&error, &[SCHEME_ERROR, NOT_FOUND]) => return Ok(false),
            Err(source) => return Err(Detail::Read { table: path.to_string(), what: "the kind", source }.into()),
        };
        let found = match entry {
            SchemeEntryType::Table | SchemeEntryType::ColumnTable => return Ok(true),
            SchemeEntryType::Directory => "a directory",
            SchemeEntryType::Database => "a database",
            SchemeEntryType::ColumnStore => "a column store",
            SchemeEntryType::CoordinationNode => "a coordination node",
            SchemeEntryType::ExternalDataSource => "an external data source",
            SchemeEntryType::ExternalTable => "an external table",
            SchemeEntryType::PersQueueGroup | SchemeEntryType::Topic => "a topic",
            SchemeEntryType::Replication => "a replication",
            SchemeEntryType::Sequence => "a sequence",
            SchemeEntryType::View => "a view",
            _ => "an object of another kind",
        };
        Err(Detail::NotATable { path: path.to_string(), found }.into())
    })
}

fn live_table(path: String, description: TableDescription) -> LiveTable {
    let store = match description.store_type {
        StoreType::Column => Store::Column,
        _ => Store::Row,
    };
    let columns = description.columns.into_iter().map(|column| {
        let (ty, type_text, nullable) = column_type(column.type_value.map_err(|unknown| unknown.error));
        LiveColumn {
            name: column.name,
            ty,
            type_text,
            nullable,
            family: Some(column.family).filter(|name| !name.is_empty() && name != "default"),
            serial: None,
            default: LiveDefault::Unreported,
        }
    });
    let indexes = description.indexes.into_iter().map(|index| LiveIndex {
        name: index.name,
        kind: match index.index_type {
            IndexType::Global => LiveIndexKind::Sync,
            IndexType::GlobalAsync => LiveIndexKind::Async,
            IndexType::GlobalUnique => LiveIndexKind::Unique,
            _ => LiveIndexKind::Other,
        },
        on: index.index_columns,
        cover: index.data_columns,
        ready: index.status != IndexStatus::Building,
    });
    LiveTable {
        path,
        columns: columns.collect(),
        primary_key: description.primary_key,
        store,
        indexes: indexes.collect(),
        attributes: description.attributes.into_iter().collect(),
        settings: None,
        hash_sample: None,
        index_samples: BTreeMap::new(),
        rights: None,
    }
}

/// Returns the type of an example value, the type's name, and `true` if it is optional.
///
/// The client has no example of a DyNumber. Such a column counts as optional, because that is unknown.
fn column_type(example: Result<ydb::Value, String>) -> (Option<YdbType>, String, bool) {
    let example = match example {
        Ok(example) => example,
        Err(unknown) => {
            // The client's message ends with the name of the type, possibly followed by punctuation.
            let name = unknown.rsplit(' ').next().unwrap_or_default();
            return (None, name.trim_matches(|c: char| !c.is_alphanumeric()).to_owned(), true);
        }
    };
    let nullable = matches!(example, ydb::Value::Optional(_));
    match from_sdk(example).map(|value| value.ydb_type()) {
        Ok(Some(ty)) => (Some(ty), ty.to_string(), nullable),
        Ok(None) => (None, "Null".to_owned(), true),
        Err(name) => (None, name.to_owned(), nullable),
    }
}

/// Name of a sample of rows in an error about a read.
pub(super) const SAMPLE: &str = "a sample of the rows";

impl HashSample {
    /// Compares the hash column of about `rows` rows with the model's hash, computed by the server.
    ///
    /// A key that begins with a hash makes the first rows effectively a random sample; if the key begins with a bucket,
    /// rows of several buckets are read. For a model without a hash, no rows are read. The table must have the key
    /// columns of the model.
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

/// Returns `true` if a sample is possible and needed. It is possible if the key has the model's columns and types. It
/// is needed if the table has no layout attribute, or if another program's function computes the hash: such a function
/// may change without a change of name and version.
pub(super) fn wants_sample(table: &Table, live: &LiveTable) -> bool {
    let is_unknown = |hash: HashDef| hash.foreign().is_some() || !live.attributes.contains_key(Layout::ATTRIBUTE);
    table.hash.is_some_and(is_unknown) && has_key(table, live)
}

/// Returns `true` if the table has the key of the model, with its types. Computed columns are computed from columns of
/// the key.
fn has_key(table: &Table, live: &LiveTable) -> bool {
    let mut columns = table.key.iter().map(|&at| (table.columns[at].name, table.columns[at].ty));
    live.primary_key.iter().map(String::as_str).eq(table.primary_key())
        && table.hash.is_none_or(|hash| has(live, hash.name, hash.ty()))
        && columns.all(|(name, ty)| has(live, name, ty))
}

fn has(live: &LiveTable, name: &str, ty: YdbType) -> bool {
    live.column(name).is_some_and(|column| column.ty == Some(ty))
}

/// Samples the computed columns of indexes that the table has.
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

/// Returns `true` if rows have NULL in the first column of an index. NULL sorts first, so one read of the first row
/// shows it.
async fn has_null(client: &Client, path: &str, index: &str, column: &str) -> YdbResult<bool> {
    let (path, index, column) = (Name(path), Name(index), Name(column));
    let text = format!("SELECT {column} FROM {path} VIEW {index} WHERE {column} IS NULL LIMIT 1");
    let set = client.query_client().query_result_set(text).idempotent(true).await?;
    Ok(set.rows().next().is_some())
}

/// Reads the rights on a table from the Scheme service.
pub(super) fn rights<'c>(client: &'c Client, path: &'c str) -> BoxFuture<'c, Result<LiveRights, MigrateError>> {
    Box::pin(async move {
        let path = TablePath::new(&client.database(), path);
        let read = |source| Detail::Read { table: path.to_string(), what: "the access rights", source };
        let entry = client.scheme_client().describe_path(path.absolute()).await.map_err(read)?;
        Ok(LiveRights {
            owner: entry.owner,
            grants: grants(entry.permissions),
            effective: grants(entry.effective_permissions),
        })
    })
}

fn grants(permissions: Vec<SchemePermissions>) -> Grants {
    let mut grants = Grants::new();
    for SchemePermissions { subject, permission_names } in permissions {
        grants.entry(subject).or_default().extend(permission_names);
    }
    grants.retain(|_, names| !names.is_empty());
    grants
}
