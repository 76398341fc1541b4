//! Ways to write rows, by name.

use e2e_tests::Database;
use ydb_keys::__private::tests::BulkUpsertable;

use crate::models::Sample;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Insert,
    Upsert,
    Replace,
    InsertMany,
    UpsertMany,
    ReplaceMany,
}

pub(crate) const ALL: &[Way] =
    &[Way::Insert, Way::Upsert, Way::Replace, Way::InsertMany, Way::UpsertMany, Way::ReplaceMany];

/// Ways that take a `serial` column's value from the row; an insert leaves it to the sequence.
pub(crate) const GIVEN: &[Way] = &[Way::Upsert, Way::Replace, Way::UpsertMany, Way::ReplaceMany];

/// Writes rows that must be accepted.
pub(crate) async fn write<T: Sample>(database: &Database, way: Way, rows: &[T]) {
    let mut q = database.q();
    let written = match way {
        Way::Insert | Way::Upsert | Way::Replace => {
            for row in rows {
                let written = match way {
                    Way::Insert => row.insert().exec(&mut q).await,
                    Way::Upsert => row.upsert().exec(&mut q).await,
                    _ => row.replace().exec(&mut q).await,
                };
                written.unwrap_or_else(|error| panic!("{way:?} of {row:?}: {error}"));
            }
            return;
        }
        Way::InsertMany => T::insert_many(rows).exec(&mut q).await,
        Way::UpsertMany => T::upsert_many(rows).exec(&mut q).await,
        Way::ReplaceMany => T::replace_many(rows).exec(&mut q).await,
    };
    written.unwrap_or_else(|error| panic!("{way:?} of {rows:?}: {error}"));
}

/// Writes rows by BulkUpsert.
pub(crate) async fn write_bulk<T: Sample + BulkUpsertable<T::SyncIndexes>>(database: &Database, rows: &[T]) {
    T::bulk_upsert(rows).exec(database.client()).await.unwrap_or_else(|error| panic!("{rows:?}: {error}"));
}
