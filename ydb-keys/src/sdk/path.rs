//! Paths of tables: relative to the database in texts, absolute for the Table service.

use crate::schema::Table;

/// The absolute path of a table of a database.
pub(crate) fn absolute(database: &str, path: &str) -> String {
    match path.starts_with('/') {
        true => path.to_owned(),
        false => format!("/{}/{path}", database.trim_matches('/')),
    }
}

/// Where the table of a model is, addressed below a directory or not.
pub(crate) fn located(table: &Table, directory: Option<&str>) -> String {
    match directory.map(|directory| directory.trim_end_matches('/')) {
        Some(directory) if !directory.is_empty() => format!("{directory}/{}", table.name),
        _ => table.name.to_owned(),
    }
}
