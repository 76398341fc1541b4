//! Reads what `lint` judges: the tables below a directory, some rows of those with a hash, and the counters.

use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream;
use ydb::{Client, RetrySettings, YdbError};
use ydb_keys::__internal::Reason;
use ydb_keys::__internal::status::is_overload;
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;
use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_migrate::__internal::{Detail, HashSample, LiveTable, describe, leading_hash, release};
use ydb_keys_migrate::MigrateError;

use super::counters::counters;
use super::failure::{LookError, in_one_line};
use super::tree::{AT_ONCE, tree};
use crate::lint::{Models, Seen, Survey, Unread};

/// How long a request is repeated. Without an end it would be for ever: YDB answers with ABORTED, which asks to repeat,
/// to a user who may not read the rows of a table.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Which tables are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range<'a> {
    /// The directory, relative to the database; empty for all of it.
    pub(crate) below: &'a str,
    /// Only these tables, relative to the database; all if it is empty.
    pub(crate) tables: &'a [String],
}

/// One table: as it was read, gone, or not readable.
enum Look {
    Seen(Box<Seen>, Option<String>),
    Gone(String),
    Unread(Unread),
}

/// Reads the tables. `on_read` is called with the number of those that are done, and of all.
pub(crate) fn look<'c>(
    client: &'c Client,
    range: Range<'c>,
    models: Models<'c>,
    on_read: impl Fn(u64, u64) + Send + 'c,
) -> BoxFuture<'c, Result<Survey, LookError>> {
    Box::pin(async move {
        let settings = RetrySettings::with_default_backoff().with_deadline(PATIENCE);
        let client = &client.clone_with_retry_settings(settings);
        let is_whole = range.tables.is_empty() && range.below.is_empty();
        let mut survey = Survey { database: client.database(), is_whole, ..Survey::default() };
        let paths = match range.tables {
            [] => {
                let found = tree(client, range.below).await?;
                (survey.unread, survey.others) = (found.unread, found.others);
                found.tables
            }
            named => named.to_vec(),
        };
        if paths.is_empty() && survey.unread.is_empty() {
            let place = if range.below.is_empty() { "the database".to_owned() } else { format!("`{}`", range.below) };
            return Err(LookError::NoTables(place));
        }
        // Before any row is read: these reads are not the load of the application.
        match counters(client).await {
            Ok(counters) => survey.counters = Some(counters),
            Err(error) => survey.warnings.push(format!(
                "the counters of `.sys/partition_stats` cannot be read, so findings are not ranked by load: {}",
                Reason(&error)
            )),
        }
        let of = paths.len() as u64;
        let looks: Vec<BoxFuture<'_, _>> = paths.into_iter().map(|path| table(client, path, models)).collect();
        let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE);
        let mut done = 0;
        while let Some(look) = looks.next().await {
            match look {
                Ok(Look::Seen(seen, warning)) => {
                    survey.seen.push(*seen);
                    survey.warnings.extend(warning);
                }
                // Somebody dropped it meanwhile.
                Ok(Look::Gone(_)) if range.tables.is_empty() => {}
                Ok(Look::Gone(path)) => return Err(unknown(client, path).await),
                Ok(Look::Unread(unread)) => survey.unread.push(unread),
                Err(error) => return Err(error.into()),
            }
            done += 1;
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

/// The release, and what is missing on an old one.
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

/// Reads one table. What YDB answers about this table alone does not end the others.
fn table<'c>(client: &'c Client, path: String, models: Models<'c>) -> BoxFuture<'c, Result<Look, MigrateError>> {
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
        let mut seen = Seen { key, model: models.of(&live.path), live, sample: None };
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

/// Whether the error is YDB's answer about one table, and not a broken connection or a database that is not available.
fn is_of_table(error: &MigrateError) -> bool {
    match error.detail() {
        Detail::Read { source, .. } => matches!(source, YdbError::YdbStatusError(_)) && !is_overload(source),
        Detail::ShowCreate { .. } => true,
        _ => false,
    }
}

/// A table that was named and is not there, with the name that was probably meant.
pub(crate) async fn unknown(client: &Client, path: String) -> LookError {
    let names = tree(client, "").await.map(|found| found.tables).unwrap_or_default();
    let below = names.iter().find(|name| name.rsplit('/').next() == Some(path.as_str()));
    let nearest = names.iter().fold(Nearest::to(&path), |nearest, name| nearest.or(name)).name();
    let hint = below.map(String::as_str).or(nearest).map(|name| format!("; did you mean `{name}`?"));
    LookError::UnknownTable { hint: hint.unwrap_or_default(), path }
}
