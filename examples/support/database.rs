//! The database an example runs on: an engine of its own, or the one that the environment names.

use std::env::var;
use std::time::Duration;

use tokio::time::timeout;
use ydb::{Client, ClientBuilder};
use ydb_embedded::Server;
use ydb_keys::Table;

use crate::{BoxFuture, Failure, Result};

const VARIABLE: &str = "YDB_CONNECTION_STRING";

const CLEAN_UP: Duration = Duration::from_secs(30);

/// A database with a client, and the tables that an example makes in it.
pub struct Database {
    /// What to run operations with.
    pub client: Client,
    address: String,
    tables: Vec<&'static Table>,
    _engine: Option<Server>,
}

impl Database {
    /// Connects to the database that `YDB_CONNECTION_STRING` names, or else to an engine within this process, and
    /// says which.
    ///
    /// The example's tables lie in a directory of their own; what an interrupted run left of them is dropped.
    ///
    /// # Errors
    /// No database answers within ten seconds, or it refuses to drop a table.
    pub fn open(tables: &[&'static Table]) -> BoxFuture<'static, Result<Self>> {
        let tables = tables.to_vec();
        Box::pin(async move {
            let database = match var(VARIABLE).ok().filter(|address| !address.is_empty()) {
                None => {
                    let engine = Server::start().await?;
                    let client = ClientBuilder::new_from_connection_string(engine.connection_string())?.build().await?;
                    println!("Running on the in-process engine; set {VARIABLE} to run on a YDB.\n");
                    let address = engine.connection_string().to_owned();
                    Database { client, address, tables, _engine: Some(engine) }
                }
                Some(address) => {
                    let client = ydb_keys::connect(&address).await?;
                    println!("Running on {},", public(&address));
                    println!("in the directory `{}`, which is removed at the end.\n", directory(&tables));
                    Database { client, address, tables, _engine: None }
                }
            };
            database.drop_tables().await?;
            Ok(database)
        })
    }

    /// The connection string, for what connects by itself: `ydb_keys::connect` adds the credentials of the environment.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Drops the example's tables and their directory.
    ///
    /// # Errors
    /// The database refuses, or does not answer within half a minute.
    pub fn close(self) -> BoxFuture<'static, Result> {
        Box::pin(async move {
            let clean = async {
                self.drop_tables().await?;
                self.drop_directories().await;
                Ok(())
            };
            match timeout(CLEAN_UP, clean).await {
                Ok(result) => result,
                Err(_) => Err(Failure::new("the database does not answer: the example's tables are not dropped")),
            }
        })
    }

    async fn drop_tables(&self) -> Result {
        for table in &self.tables {
            self.client.query_client().exec(format!("DROP TABLE IF EXISTS `{}`", table.name)).await?;
        }
        Ok(())
    }

    /// A directory that holds something else stays.
    async fn drop_directories(&self) {
        let mut path = directory(&self.tables);
        while !path.is_empty() {
            let absolute = format!("{}/{path}", self.client.database());
            if self.client.scheme_client().remove_directory(absolute).await.is_err() {
                return;
            }
            path = parent(path);
        }
    }
}

/// The address without its options, among which there may be a password.
fn public(address: &str) -> &str {
    address.split_once('?').map_or(address, |(address, _)| address)
}

fn directory(tables: &[&'static Table]) -> &'static str {
    tables.first().map_or("", |table| parent(table.name))
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}
