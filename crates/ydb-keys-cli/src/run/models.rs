//! Pulls the models of all tables below a directory.

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream;
use ydb::{Client, YdbError};
use ydb_keys_migrate::__internal::Detail;
use ydb_keys_migrate::{MigrateErrorKind, pull};

use super::failure::{LookError, in_one_line};
use super::tree::{AT_ONCE, Tree, tree};

/// The models of tables, and the tables without one, each with its path.
#[derive(Debug, Default)]
pub(crate) struct Models {
    /// The sources of the models.
    pub(crate) sources: Vec<(String, String)>,
    /// Why there is no model.
    pub(crate) without: Vec<(String, String)>,
}

/// Pulls the models. `on_read` is called with the number of the tables that are done, and of all.
pub(crate) fn pull_all<'c>(
    client: &'c Client,
    below: &'c str,
    on_read: impl Fn(u64, u64) + Send + 'c,
) -> BoxFuture<'c, Result<Models, LookError>> {
    Box::pin(async move {
        let Tree { tables: paths, unread, .. } = tree(client, below).await?;
        let mut models = Models::default();
        models.without.extend(unread.into_iter().map(|unread| (unread.path, unread.why)));
        let all = paths.len() as u64;
        let pulled: Vec<BoxFuture<'_, _>> = paths
            .into_iter()
            .map(|path| -> BoxFuture<'_, _> {
                Box::pin(async move {
                    let source = pull(client, &path).await;
                    (path, source)
                })
            })
            .collect();
        // In the order of the paths, so that two runs write the same files.
        let mut pulled = stream::iter(pulled).buffered(AT_ONCE);
        let mut done = 0;
        while let Some((path, source)) = pulled.next().await {
            match source {
                Ok(source) => models.sources.push((path, source)),
                // It was dropped after its directory was listed.
                Err(error) if error.kind() == MigrateErrorKind::NotFound => {}
                Err(error) => match error.detail() {
                    Detail::NoModel { why, .. } => models.without.push((path, why.clone())),
                    // The database answered that this table cannot be read, for example without the right to.
                    Detail::Read { source: YdbError::YdbStatusError(_), .. } => {
                        models.without.push((path, in_one_line(&error)));
                    }
                    _ => return Err(error.into()),
                },
            }
            done += 1;
            on_read(done, all);
        }
        if models.sources.is_empty() && models.without.is_empty() {
            let place = if below.is_empty() { "the database".to_owned() } else { format!("`{below}`") };
            return Err(LookError::NoTables(place));
        }
        Ok(models)
    })
}
