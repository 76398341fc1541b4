//! Reads of a database for `lint`. Only this part of the crate knows the client.

mod models;
mod sample;
mod statistics;

use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, stream};
use ydb::{Client, RetrySettings, Row, YdbError, YdbResult};
use ydb_keys::__internal::status::is_overload;
use ydb_keys::__internal::{Reason, from_sdk};
use ydb_keys::Value;
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;
use ydb_keys_core::schema::path::TablePath;
use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_migrate::__internal::{Detail, HashSample, LiveTable, describe, leading_hash, release};
use ydb_keys_migrate::MigrateError;

use crate::lint::{AllCounters, ModelTables, SeenTable, Survey, TableCounters, Unread};
use models::{AT_ONCE, of_range, tree};
pub(crate) use models::{layouts, pull_all};
pub(crate) use sample::{OWN, SampleError, table_rows};
pub(crate) use statistics::{SAMPLED_ROWS, statistics};

/// Time after which a request is not repeated any more. Without a limit, it would be repeated for ever: YDB answers
/// ABORTED, which asks for a retry, if a user may not read the rows of a table.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug)]
pub(crate) struct LookRange<'a> {
    /// Directory to read, relative to the database; empty for the whole database.
    pub(crate) below: &'a str,
    /// Paths of tables to read, relative to the database; all tables if empty.
    pub(crate) tables: &'a [String],
}

/// Result for one table: read, gone, or not readable.
enum Look {
    Seen(Box<SeenTable>, Option<String>),
    Gone(String),
    Unread(Unread),
}

/// Reads the tables. `on_read` is called with the number of tables that are done, and the number of all.
pub(crate) fn look<'c>(
    client: &'c Client,
    range: LookRange<'c>,
    models: ModelTables<'c>,
    on_read: impl Fn(u64, u64) + Send + 'c,
) -> BoxFuture<'c, Result<Survey, LookError>> {
    Box::pin(async move {
        let settings = RetrySettings::with_default_backoff().with_deadline(PATIENCE);
        let client = &client.clone_with_retry_settings(settings);
        let is_whole = range.tables.is_empty() && range.below.is_empty();
        let found = of_range(client, range).await?;
        let (database, others, unread) = (client.database(), found.others, found.unread);
        let mut survey = Survey { database, is_whole, others, unread, ..Survey::default() };
        // The counters are read before any row, because later reads are not the load of the application.
        match counters(client).await {
            Ok(counters) => survey.counters = Some(counters),
            Err(error) => survey.warnings.push(format!(
                "the counters of `.sys/partition_stats` cannot be read, so findings are not ranked by load: {}",
                Reason(&error)
            )),
        }
        let of = found.tables.len() as u64;
        let looks: Vec<BoxFuture<'_, _>> = found.tables.into_iter().map(|path| table(client, path, models)).collect();
        let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE).zip(stream::iter(1..));
        while let Some((look, done)) = looks.next().await {
            match look {
                Ok(Look::Seen(seen, warning)) => {
                    survey.seen.push(*seen);
                    survey.warnings.extend(warning);
                }
                // The table was dropped meanwhile.
                Ok(Look::Gone(_)) if range.tables.is_empty() => {}
                Ok(Look::Gone(path)) => return Err(unknown(client, path).await),
                Ok(Look::Unread(unread)) => survey.unread.push(unread),
                Err(error) => return Err(error.into()),
            }
            on_read(done, of);
        }
        if let ([], [Unread { path, why }, ..]) = (survey.seen.as_slice(), survey.unread.as_slice()) {
            return Err(LookError::NothingRead { path: path.clone(), why: why.clone() });
        }
        survey.seen.sort_by(|a, b| a.live.path.cmp(&b.live.path));
        survey.unread.sort_by(|a, b| a.path.cmp(&b.path));
        of_database(client, &mut survey).await;
        Ok(survey)
    })
}

/// Reads the release, and warns of features that an old release lacks.
async fn of_database(client: &Client, survey: &mut Survey) {
    survey.release = release(client).await;
    if survey.seen.iter().any(|seen| seen.live.settings.is_none()) {
        survey.warnings.push(
            "the server does not have SHOW CREATE TABLE, which YDB has since 26.1: partitioning, TTL, serial columns \
             and settings were not looked at"
                .to_owned(),
        );
    }
    survey.warnings.sort();
}

/// Reads one table. An error that concerns only this table does not stop the reads of other tables.
fn table<'c>(client: &'c Client, path: String, models: ModelTables<'c>) -> BoxFuture<'c, Result<Look, MigrateError>> {
    Box::pin(async move {
        let live = match describe(client, &path).await {
            Ok(Some(live)) => live,
            Ok(None) => return Ok(Look::Gone(path)),
            Err(error) if is_of_table(&error) => return Ok(Look::Unread(Unread { path, why: in_one_line(&error) })),
            Err(error) => return Err(error),
        };
        let (key, mut warning) = match leading_hash(client, &live).await {
            Ok(key) => (Some(key), None),
            Err(error) if is_of_table(&error) => (None, Some(unsampled(&live, &error))),
            Err(error) => return Err(error),
        };
        let mut seen = SeenTable { key, model: models.of(&live.path), live, sample: None };
        let shape = seen.shape();
        if shape.declared.is_some() {
            let sample = HashSample::of(client, &shape.table(&[]), &seen.live.path, SAMPLE_ROWS).await;
            match sample {
                Ok(found) => seen.sample = Some(found),
                Err(error) if is_of_table(&error) => warning = Some(unsampled(&seen.live, &error)),
                Err(error) => return Err(error),
            }
        }
        Ok(Look::Seen(Box::new(seen), warning))
    })
}

fn unsampled(live: &LiveTable, error: &MigrateError) -> String {
    format!("what leads the key of `{}` was not compared with its rows: {}", live.path, in_one_line(error))
}

/// Returns `true` if the error is YDB's answer about one table. A broken connection or an unavailable database is no
/// such error.
fn is_of_table(error: &MigrateError) -> bool {
    match error.detail() {
        Detail::Read { source, .. } => matches!(source, YdbError::YdbStatusError(_)) && !is_overload(source),
        Detail::ShowCreate { .. } => true,
        _ => false,
    }
}

/// Makes the error for a named table that does not exist, with the name that was probably meant.
pub(crate) async fn unknown(client: &Client, path: String) -> LookError {
    let names = tree(client, "").await.map(|found| found.tables).unwrap_or_default();
    let below = names.iter().find(|name| name.rsplit('/').next() == Some(path.as_str()));
    let nearest = names.iter().fold(Nearest::to(&path), |nearest, name| nearest.or(name)).name();
    let hint = below.map(String::as_str).or(nearest).map(|name| format!("; did you mean `{name}`?"));
    LookError::UnknownTable { hint: hint.unwrap_or_default(), path }
}

/// Statement that sums the counters of each table's leaders. Followers are left out: they have the same rows, and reads
/// that the leader did not do.
const QUERY: &str = "SELECT Path, COUNT(*) AS partitions, SUM(RowCount) AS row_count, SUM(DataSize) AS bytes, \
    SUM(RowUpdates) AS row_updates, SUM(RowDeletes) AS row_deletes, SUM(RowReads) AS row_reads, \
    SUM(RangeReadRows) AS range_read_rows, SUM(CPUCores) AS cpu_cores \
    FROM `.sys/partition_stats` WHERE FollowerId = 0u GROUP BY Path";

pub(crate) fn counters(client: &Client) -> BoxFuture<'_, YdbResult<AllCounters>> {
    Box::pin(async move {
        let set = client.query_client().query_result_set(QUERY).idempotent(true).await?;
        let mut all = AllCounters::default();
        for mut row in set.rows() {
            if let Ok(Value::Utf8(path)) = from_sdk(row.remove_field_by_name("Path")?) {
                all.0.insert(TablePath::new(&client.database(), &path).to_string(), one(&mut row)?);
            }
        }
        Ok(all)
    })
}

fn one(row: &mut Row) -> YdbResult<TableCounters> {
    let mut number = |name| -> YdbResult<u64> {
        Ok(match from_sdk(row.remove_field_by_name(name)?) {
            Ok(Value::Uint64(number)) => number,
            _ => 0,
        })
    };
    Ok(TableCounters {
        partitions: number("partitions")?,
        rows: number("row_count")?,
        bytes: number("bytes")?,
        row_updates: number("row_updates")?,
        row_deletes: number("row_deletes")?,
        row_reads: number("row_reads")?,
        range_read_rows: number("range_read_rows")?,
        cpu_cores: match from_sdk(row.remove_field_by_name("cpu_cores")?) {
            Ok(Value::Double(cores)) => cores,
            _ => 0.0,
        },
    })
}

/// Error that prevents a look at a database. A single unreadable table is no such error.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LookError {
    #[error("there is no directory `{0}` in the database")]
    NoDirectory(String),
    #[error("`{0}` is a table, not a directory; name it by `--table {0}`")]
    TableAsDirectory(String),
    #[error("there are no tables in {0}")]
    NoTables(String),
    #[error("none of the tables can be read; `{path}`: {why}")]
    NothingRead { path: String, why: String },
    #[error("there is no table `{path}` in the database{hint}")]
    UnknownTable { path: String, hint: String },
    #[error("cannot list the directory `{path}`: {}", Reason(.source))]
    List { path: String, source: YdbError },
    #[error("cannot list the directory `{path}`: {why}")]
    Unlisted { path: String, why: String },
    #[error("`{path}` is {found}, not a table; `--below {path}` looks at the tables in a directory")]
    NotATable { path: String, found: &'static str },
    #[error(transparent)]
    Read(MigrateError),
}

impl LookError {
    fn no_tables(below: &str) -> Self {
        LookError::NoTables(if below.is_empty() { "the database".to_owned() } else { format!("`{below}`") })
    }
}

impl From<MigrateError> for LookError {
    fn from(error: MigrateError) -> Self {
        match error.detail() {
            // The original message speaks of a model.
            &Detail::NotATable { ref path, found } => LookError::NotATable { path: path.clone(), found },
            _ => LookError::Read(error),
        }
    }
}

fn in_one_line(error: &MigrateError) -> String {
    let text = error.to_string();
    text.lines().take_while(|line| !line.starts_with("help: ")).collect::<Vec<_>>().join(": ")
}
