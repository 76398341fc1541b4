//! Directory of a real database that a test uses like its own database.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use ydb::{Client, RetrySettings, SchemeEntryType, StaticDiscovery, YdbError};

use super::StartError;
use super::forward::Forward;
use crate::sdk::Target;

/// Parent directory of the directories of all tests.
const PARENT: &str = "ydb_keys_tests";

/// Number of letters of a test's name in the name of its directory. YDB's limit for a part of a path is 255.
const NAME: usize = 150;

/// Directory of a test, and the port that makes it look like a database.
pub(super) struct Directory {
    path: String,
    client: Client,
    _forward: Forward,
}

impl std::fmt::Debug for Directory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Directory").field(&self.path).finish()
    }
}

impl Directory {
    /// Makes the directory of a test, and a client for which the directory is the database.
    pub(super) async fn open(connection: &str, test: &str) -> Result<(Self, Client), StartError> {
        let target = Target::of(connection)?;
        let database = target.database();
        let path = format!("{database}/{PARENT}/{}", unique(test));
        let address = target.address().to_owned();
        let failed = |reason| StartError::Forward { address: address.clone(), directory: path.clone(), reason };
        let forward = Forward::start(target.endpoint(), target.certificate()?, &database, &path).await;
        let forward = forward.map_err(failed)?;
        let discovery = StaticDiscovery::new_from_str(forward.endpoint()).map_err(|error| failed(error.to_string()))?;
        let client = target.through(discovery, &path).connect().await?;
        let made: BoxFuture<'_, _> = Box::pin(async { client.scheme_client().make_directory(path.clone()).await });
        made.await.map_err(|error| refused("make the directory", &path, error))?;
        let own = clone_client(&client);
        Ok((Self { path, client: own, _forward: forward }, client))
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Drops everything in the directory, and the directory itself.
    pub(super) async fn remove(self) -> Result<(), StartError> {
        let (mut found, mut seen) = (vec![self.path.clone()], 0);
        while let Some(directory) = found.get(seen).cloned() {
            seen += 1;
            let mut scheme = self.client.scheme_client();
            let listing: BoxFuture<'_, _> = Box::pin(scheme.list_directory(directory.clone()));
            for entry in listing.await.map_err(|error| refused("list the directory", &directory, error))? {
                let path = format!("{directory}/{}", entry.name);
                match entry.r#type {
                    SchemeEntryType::Directory => found.push(path),
                    SchemeEntryType::Table | SchemeEntryType::ColumnTable => self.drop("TABLE", &path).await?,
                    SchemeEntryType::Topic => self.drop("TOPIC", &path).await?,
                    SchemeEntryType::View => self.drop("VIEW", &path).await?,
                    // The removal of the directory reports such an entry.
                    _ => {}
                }
            }
        }
        // Directories within others come later in the list.
        for directory in found.into_iter().rev() {
            let mut scheme = self.client.scheme_client();
            let removing: BoxFuture<'_, _> = Box::pin(scheme.remove_directory(directory.clone()));
            removing.await.map_err(|error| refused("remove the directory", &directory, error))?;
        }
        Ok(())
    }

    async fn drop(&self, kind: &str, path: &str) -> Result<(), StartError> {
        let mut queries = self.client.query_client();
        let dropping: BoxFuture<'_, _> = Box::pin(async { queries.exec(format!("DROP {kind} `{path}`")).await });
        dropping.await.map_err(|error| refused("drop", path, error))
    }
}

fn refused(what: &str, path: &str, error: YdbError) -> StartError {
    StartError::Ydb { what: format!("cannot {what} `{path}`"), error }
}

/// Makes a name that no other test has, in this process or in another one.
fn unique(test: &str) -> String {
    let readable = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = test.chars().map(readable).take(NAME).collect();
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // `RandomState` is the standard library's only source of random numbers.
    format!("{name}-{since}-{:016x}", RandomState::new().hash_one(since))
}

/// Makes another client with the same sessions and connections.
pub(super) fn clone_client(client: &Client) -> Client {
    client.clone_with_retry_settings(RetrySettings::with_default_backoff())
}
