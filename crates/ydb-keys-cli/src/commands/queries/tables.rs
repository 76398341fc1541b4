//! The tables that queries are judged by, from a directory of DDL or from a database.

use ydb_keys_migrate::__internal::KeyFinding;

use crate::commands::database::{Connection, Database};
use crate::commands::failure::Failure;
use crate::commands::lint::survey;
use crate::commands::streams::Streams;
use crate::lint::{Models, Seen, Shape, Survey};
use crate::queries::{Tables, other_indexes};
use crate::run::Range;

/// Judges something by the tables of a database.
pub(in crate::commands) fn by_database<T>(
    connection: &Connection,
    streams: &mut Streams<'_>,
    judged: impl FnOnce(&Database, &Tables<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let database = Database::connect(connection)?;
    let below = database.below().unwrap_or_default();
    let (range, models) = (Range { below, tables: &[] }, Models { tables: &[], below });
    let survey = survey(&database, range, models, streams)?;
    by_seen(&survey, |tables| judged(&database, tables))
}

/// Judges something by tables that were read.
pub(in crate::commands) fn by_seen<T>(
    Survey { seen, others, unread, .. }: &Survey,
    judged: impl FnOnce(&Tables<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let shapes: Vec<Shape<'_>> = seen.iter().map(|seen| seen.shape().with_defaults()).collect();
    let is_guessed = |(shape, seen): &(&Shape<'_>, &Seen)| shape.declared.is_none() && !is_shown(seen);
    let guessed: Vec<&str> = shapes.iter().zip(seen).filter(is_guessed).map(|(shape, _)| shape.path()).collect();
    let indexes = seen.iter().flat_map(|seen| other_indexes(&seen.live));
    let is_sampled = |(shape, seen): &(&Shape<'_>, &Seen)| shape.declared.is_none() && is_shown(seen);
    let sampled: Vec<&str> = shapes.iter().zip(seen).filter(is_sampled).map(|(shape, _)| shape.path()).collect();
    let paths = others.iter().chain(unread.iter().map(|unread| &unread.path)).cloned();
    let others: Vec<String> = paths.chain(indexes).collect();
    by_shapes(&shapes, (&guessed, &sampled), &others, judged)
}

/// Whether the rows of a table show how the column is computed that leads its key.
fn is_shown(seen: &Seen) -> bool {
    matches!(&seen.key, Some(KeyFinding::Sampled { rows: 1.., fits }) if fits.len() == 1)
}

/// Judges something by tables of which the first have a hash by its name only, and the second by their rows.
pub(super) fn by_shapes<T>(
    shapes: &[Shape<'_>],
    (guessed, sampled): (&[&str], &[&str]),
    others: &[String],
    judged: impl FnOnce(&Tables<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let indexes: Vec<_> = shapes.iter().map(|shape| shape.indexes()).collect();
    let tables: Vec<_> = shapes.iter().zip(&indexes).map(|(shape, indexes)| shape.table(indexes)).collect();
    judged(&Tables { all: &tables, guessed, sampled, others })
}
