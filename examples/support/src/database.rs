//! Database of an example: an engine within the process, or your own YDB.

use std::env::var;
use std::time::Duration;

use tokio::time::timeout;
use ydb::{Client, ClientBuilder, SessionPoolSettings};
use ydb_embedded::{Call, Fault, Server, Status};
use ydb_keys::Table;

use crate::{BoxFuture, Failure, Result};

const VARIABLE: &str = "YDB_CONNECTION_STRING";

/// Longest time to wait for a session: on a busy machine more than the default of half a second.
const PATIENCE: Duration = Duration::from_secs(60);

const CLEAN_UP: Duration = Duration::from_secs(30);

/// Database with a client and the tables that the example creates.
pub struct Database {
    /// Client that runs the operations.
    pub client: Client,
    address: String,
    tables: Vec<&'static Table>,
    engine: Option<Server>,
}

impl Database {
    /// Connects to the database in `YDB_CONNECTION_STRING`, or to an engine within this process if the variable is not
    /// set. Prints which one it is.
    ///
    /// The example's tables are in a directory of their own. Tables left by an interrupted run are dropped.
    ///
    /// # Errors
    /// The database does not answer within ten seconds, or refuses to drop a table.
    pub fn open(tables: &[&'static Table]) -> BoxFuture<'static, Result<Self>> {
        let tables = tables.to_vec();
        Box::pin(async move {
            let database = match var(VARIABLE).ok().filter(|address| !address.is_empty()) {
                None => {
                    let engine = Server::start().await?;
                    let client = client(engine.connection_string()).await?;
                    println!("Running on the in-process engine. To run on your own YDB, set {VARIABLE}.\n");
                    let address = engine.connection_string().to_owned();
                    Database { client, address, tables, engine: Some(engine) }
                }
                Some(address) => {
                    let client = ydb_keys::connect(&address).await?;
                    println!("Running on {}, in the directory `{}`,", public(&address), directory(&tables));
                    println!("which is removed at the end.\n");
                    Database { client, address, tables, engine: None }
                }
            };
            database.drop_tables().await?;
            Ok(database)
        })
    }

    /// Returns the connection string, for code that connects by itself with `ydb_keys::connect`, which adds the
    /// credentials of the environment.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Begins or ends an overload, which only the engine within this process can simulate. Returns `true` if the
    /// database is that engine.
    pub fn overload(&self, begins: bool) -> bool {
        let Some(engine) = &self.engine else { return false };
        match begins {
            true => engine.faults().fail_next(
                usize::MAX,
                Call::ExecuteQuery,
                Fault::Status(Status::Overloaded, "the shard is overloaded".to_owned()),
            ),
            false => engine.faults().clear(),
        }
        true
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
                Err(_) => Err(Failure::new("the database does not answer, so the example's tables are not dropped")),
            }
        })
    }

    async fn drop_tables(&self) -> Result {
        for table in &self.tables {
            self.client.query_client().exec(format!("DROP TABLE IF EXISTS `{}`", table.name)).await?;
        }
        Ok(())
    }

    /// Removes the directories of the example's tables, unless they have other entries.
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

/// Connects a client to an engine.
///
/// # Errors
/// The engine does not answer.
pub async fn client(address: &str) -> Result<Client> {
    let client = ClientBuilder::new_from_connection_string(address)?.build().await?;
    let sessions = SessionPoolSettings::default().with_session_create_timeout(PATIENCE);
    Ok(client.with_session_pool(sessions).await?)
}

/// Returns the address without its options, which may contain a password.
fn public(address: &str) -> &str {
    address.split_once('?').map_or(address, |(address, _)| address)
}

fn directory(tables: &[&'static Table]) -> &'static str {
    tables.first().map_or("", |table| parent(table.name))
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}
