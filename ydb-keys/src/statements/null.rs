//! What a NULL that was read means: a row that is older than the column of its version, or a key with NULL.

use crate::error::{Detail, Error, ValueError};
use ydb_keys_core::ddl::Name;
#[cfg(all(feature = "sdk", feature = "yql"))]
use ydb_keys_core::queries::Query;
use ydb_keys_core::schema::Table;

/// The error of a row, or of a key, of a table.
#[cold]
pub(crate) fn explain(table: &'static Table, error: Error) -> Error {
    let Detail::Value { column, decoded: true, error: ValueError::Null, .. } = *error.detail() else { return error };
    if table.version.is_some_and(|at| table.columns[at].name == column) {
        return Detail::NoVersion { table: table.name, column }.into();
    }
    in_key(table, column).unwrap_or(error)
}

/// The error of a row of a query by hand: where its NULL is in a key without NOT NULL, that of a whole row. The column is known
/// by its place, where a tuple or one value is read, or by its name.
#[cfg(all(feature = "sdk", feature = "yql"))]
#[cold]
pub(crate) fn explain_query(query: &'static Query<'static>, error: Error) -> Error {
    let column = match *error.detail() {
        Detail::Place { at, error: ValueError::Null, .. } => query.column_at(Ok(at)),
        Detail::Value { column, decoded: true, error: ValueError::Null, .. } => query.column_at(Err(column)),
        _ => None,
    };
    column.and_then(|(table, column)| in_key(table, column)).unwrap_or(error)
}

/// The error of a NULL in this column, if it is in a key without NOT NULL: a key column, or the hash.
#[cold]
pub(crate) fn in_key(table: &'static Table, column: &str) -> Option<Error> {
    let key = table.key.iter().filter(|&&at| table.may_be_null(at)).map(|&at| table.columns[at].name);
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let column = key.chain(hash).find(|name| *name == column)?;
    Some(Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into())
}

impl Detail {
    /// The error of a row without its hash.
    #[cold]
    pub fn without_hash(table: &'static Table, column: &'static str) -> Error {
        Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into()
    }
}

/// The query that finds the rows with NULL in a key that lacks NOT NULL.
fn rows_with_null_keys(table: &Table) -> String {
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let columns = table.key.iter().filter(|&&at| table.may_be_null(at)).map(|&at| table.columns[at].name);
    let nulls: Vec<String> = hash.into_iter().chain(columns).map(|name| format!("{} IS NULL", Name(name))).collect();
    format!("SELECT * FROM {} WHERE {}", Name(table.name), nulls.join(" OR "))
}
