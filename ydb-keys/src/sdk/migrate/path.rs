//! Paths of tables: relative to the database in texts, absolute for the Table service.

use ydb::Client;

use crate::schema::Table;

/// The absolute path, which the Table service wants.
pub(super) fn absolute(client: &Client, path: &str) -> String {
    match path.starts_with('/') {
        true => path.to_owned(),
        false => format!("/{}/{path}", client.database().trim_matches('/')),
    }
}

/// The path below the database.
pub(super) fn below(client: &Client, path: &str) -> String {
    let database = client.database();
    let inside = path.strip_prefix('/').and_then(|path| path.strip_prefix(database.trim_matches('/')));
    inside.and_then(|path| path.strip_prefix('/')).unwrap_or(path).to_owned()
}

/// Where the table of a model is, addressed below a directory or not.
pub(super) fn located(table: &Table, directory: Option<&str>) -> String {
    match directory.map(|directory| directory.trim_end_matches('/')) {
        Some(directory) if !directory.is_empty() => format!("{directory}/{}", table.name),
        _ => table.name.to_owned(),
    }
}
