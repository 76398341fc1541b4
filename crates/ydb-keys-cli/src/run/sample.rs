//! Reads the first rows of a table, in the order of its key, for `advise`.
//!
//! YDB cannot sample rows at random without reading the whole table. With a hash in front of the key, the first rows
//! are as good as random. With any other key, the page mentions that the rows are the beginning of the table.

use futures_util::future::BoxFuture;
use ydb::{Client, RetrySettings, YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::{Value, YdbType};
use ydb_keys_core::ddl::Name;
use ydb_keys_migrate::__internal::{
    Detail, KeyFinding, LiveColumn, LiveTable, describe, indexed_by_layout, leading_hash,
};
use ydb_keys_migrate::MigrateError;

use super::{LookError, PATIENCE, unknown};
use crate::advise::{TableColumn, TableRows};

/// First line of a query by which it is known as one of ydb-keys, and not of an application.
pub(crate) const OWN: &str = "-- ydb-keys: a sample of the rows";

/// Number of rows that are read first; their size determines the number of all rows to read.
const FIRST_ROWS: u64 = 1000;
/// Greatest size of all values in bytes. YDB's answers have at most 50 MB.
const MOST_BYTES: u64 = 32 << 20;

/// Error that prevents reading the rows of a table.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SampleError {
    #[error(transparent)]
    Unknown(LookError),
    #[error("`{path}` is {found}, not a table")]
    NotATable { path: String, found: &'static str },
    #[error("the table `{path}` has no rows: `advise` compares keys by them. Pass a file with rows that it will have")]
    Empty { path: String },
    #[error("no column of the table `{path}` can be read")]
    NoColumns { path: String },
    #[error(transparent)]
    Read(MigrateError),
}

impl From<MigrateError> for SampleError {
    fn from(error: MigrateError) -> Self {
        match error.detail() {
            // The original message speaks of a model.
            &Detail::NotATable { ref path, found } => SampleError::NotATable { path: path.clone(), found },
            _ => SampleError::Read(error),
        }
    }
}

/// Reads at most this many rows of a table. The path is relative to the database.
pub(crate) fn table_rows<'c>(
    client: &'c Client,
    path: &'c str,
    most: u64,
) -> BoxFuture<'c, Result<TableRows, SampleError>> {
    Box::pin(async move {
        let settings = RetrySettings::with_default_backoff().with_deadline(PATIENCE);
        let client = &client.clone_with_retry_settings(settings);
        let Some(live) = describe(client, path).await? else {
            return Err(SampleError::Unknown(unknown(client, path.to_owned()).await));
        };
        let finding = leading_hash(client, &live).await?;
        let (columns, mut remarks) = readable(&live, &finding);
        if columns.is_empty() {
            return Err(SampleError::NoColumns { path: live.path });
        }
        let read = |source| MigrateError::from(Detail::Read { table: live.path.clone(), what: "the rows", source });
        // A row more than wanted is read, to see if there are more.
        let first = FIRST_ROWS.min(most + 1);
        let mut rows = select(client, &live, &columns, first).await.map_err(read)?;
        let mut wanted = most;
        if rows.len() as u64 == first && first <= most {
            let size: usize = rows.iter().flatten().map(|value| value.size() + 1).sum();
            wanted = most.min(MOST_BYTES * first / (size as u64).max(1)).max(first - 1);
            if wanted >= first {
                rows = select(client, &live, &columns, wanted + 1).await.map_err(read)?;
            }
        }
        if rows.is_empty() {
            return Err(SampleError::Empty { path: live.path });
        }
        let is_all = rows.len() as u64 <= wanted;
        rows.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
        remarks.insert(0, extent(&live, &finding, rows.len(), is_all));
        let own = live.primary_key.iter().skip(usize::from(finding.hash().is_some()));
        let key = own.map(|name| columns.iter().position(|column| column.name == *name)).collect();
        let is_random = finding.hash().is_some_and(|hash| hash.buckets.is_none());
        Ok(TableRows { columns, key, rows, is_random, remarks })
    })
}

/// Returns the columns to read, and a remark for each column that is left out.
fn readable(live: &LiveTable, finding: &KeyFinding) -> (Vec<TableColumn>, Vec<String>) {
    let hash = finding.hash().and(live.primary_key.first());
    let indexed = indexed_by_layout(live);
    let is_computed =
        |column: &LiveColumn| Some(&column.name) == hash || indexed.iter().any(|(name, _)| *name == column.name);
    let (mut columns, mut remarks) = (Vec::new(), Vec::new());
    for column in live.columns.iter().filter(|column| !is_computed(column)) {
        match column.ty {
            // The client cannot read the type.
            None | Some(YdbType::DyNumber) => remarks
                .push(format!("`{}` is left out: a column of type {} cannot be read.", column.name, column.type_text)),
            Some(ty) => {
                let is_serial = column.serial == Some(true);
                columns.push(TableColumn { name: column.name.clone(), ty, is_serial });
            }
        }
    }
    (columns, remarks)
}

/// Describes the part of the table that was read.
fn extent(live: &LiveTable, finding: &KeyFinding, rows: usize, is_all: bool) -> String {
    let name = |input: usize| live.columns.get(input).map_or("", |column| column.name.as_str());
    let mut key = live.primary_key.join(", ");
    let hash = finding.hash();
    if let (Some(hash), [lead, own @ ..]) = (hash, live.primary_key.as_slice()) {
        key = format!("{lead} = {}, {}", hash.call(name), own.join(", "));
    }
    let read = match (is_all, hash.is_some_and(|hash| hash.buckets.is_none())) {
        (true, _) => "All its rows were read.".to_owned(),
        (false, true) => format!("Its first {rows} rows were read, which the hash makes a random sample."),
        (false, false) => format!(
            "Its first {rows} rows in the order of that key were read: the beginning of the table, and not rows from all \
             over it."
        ),
    };
    format!("The table has the key ({key}). {read}")
}

/// Reads the first rows in the order of the key.
async fn select(
    client: &Client,
    live: &LiveTable,
    columns: &[TableColumn],
    rows: u64,
) -> YdbResult<Vec<Vec<Value<'static>>>> {
    let names: Vec<String> = columns.iter().map(|column| Name(&column.name).to_string()).collect();
    let key: Vec<String> = live.primary_key.iter().map(|name| Name(name).to_string()).collect();
    let (names, table, key) = (names.join(", "), Name(&live.path), key.join(", "));
    let text = format!("{OWN}\nSELECT {names} FROM {table} ORDER BY {key} LIMIT {rows}");
    let set = client.query_client().query_result_set(text).idempotent(true).await?;
    set.rows()
        .map(|mut row| {
            let value = |column: &TableColumn| {
                let unknown = |ty| YdbError::Convert(format!("the column {} holds a {ty}", column.name));
                from_sdk(row.remove_field_by_name(&column.name)?).map_err(unknown)
            };
            columns.iter().map(value).collect()
        })
        .collect()
}
