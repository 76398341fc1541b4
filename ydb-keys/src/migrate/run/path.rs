//! Paths as errors name them.

use ydb::Client;

/// The path below the database.
pub(super) fn below(client: &Client, path: &str) -> String {
    let database = client.database();
    let inside = path.strip_prefix('/').and_then(|path| path.strip_prefix(database.trim_matches('/')));
    inside.and_then(|path| path.strip_prefix('/')).unwrap_or(path).to_owned()
}
