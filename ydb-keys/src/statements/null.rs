//! What a NULL that was read means: a row that is older than the column of its version, or a key with NULL.

use crate::error::{Detail, Error, ValueError};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::Table;

/// The error of a row, or of a key, of a table.
#[cold]
pub(crate) fn explain(table: &'static Table, error: Error) -> Error {
    let Detail::Value { column, decoded: true, error: ValueError::Null, .. } = *error.detail() else { return error };
    if table.version.is_some_and(|at| table.columns[at].name == column) {
        return Detail::NoVersion { table: table.name, column }.into();
    }
    match table.key.iter().any(|&at| table.columns[at].name == column && table.may_be_null(at)) {
        true => Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into(),
        false => error,
    }
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
