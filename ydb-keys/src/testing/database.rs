//! Database of a test: its own embedded engine, or its own directory in a real database.

use std::sync::Arc;
use std::time::Duration;
use std::{env, fmt};

use futures_util::future::BoxFuture;
use ydb::{Client, ClientBuilder, SessionPoolSettings};
use ydb_embedded::{Behavior, Clock, Server};

use super::directory::Directory;
use super::setup::Setup;
use super::{CONNECTION, StartError};
use crate::sdk::Idle;
use ydb_keys_core::schema::Table;

/// Database of a test, with the tables of its models.
///
/// `#[ydb_keys::test]` starts and removes it. In a harness of your own, [`start`](Self::start) it, and
/// [`remove`](Self::remove) it at the end:
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ydb_keys::YdbTable;
/// use ydb_keys::testing::Database;
///
/// #[derive(YdbTable)]
/// #[ydb(table = "customers", primary_key(email))]
/// struct Customer {
///     email: String,
/// }
///
/// let database = Database::start(ydb_keys::schema![Customer]).await?;
/// let mut q = database.client().query_client();
/// Customer { email: "ann@example.com".to_owned() }.insert().exec(&mut q).await?;
/// database.remove().await?;
/// # Ok(()) }
/// ```
///
/// # On a real YDB
///
/// If the variable `YDB_CONNECTION_STRING` names a database, the test gets its own directory in it, below
/// `ydb_keys_tests`. [`connect`](crate::connect) describes the source of the credentials.
///
/// A YDB client has no setting for a directory, and the server does not accept a directory as a database. Therefore the
/// client of the test connects to a port of this process, which passes every request on to the real server, with two
/// changes: the name of the database is the real one, and each query begins with `PRAGMA TablePathPrefix`, like in
/// YDB's SQLAlchemy dialect. So models, queries of your own and DDL all find their tables in the directory, and
/// `client.database()` is the path of the directory. Absolute paths in queries, and the system views `.sys`, belong to
/// the real database.
///
/// A process that is killed leaves its directories behind. Remove `ydb_keys_tests` when no test runs.
pub struct Database {
    client: Client,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Embedded(Server),
    Directory(Directory),
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("place", &self.place).finish_non_exhaustive()
    }
}

impl Database {
    /// Starts a database with the tables of these models: on the real YDB that `YDB_CONNECTION_STRING` names, or else
    /// embedded.
    ///
    /// # Errors
    /// [`StartError`]; what was created so far is removed if possible.
    pub async fn start(tables: &'static [&'static Table]) -> Result<Self, StartError> {
        Self::for_test("database", tables, Setup::default()).await
    }

    /// Starts the database of a test with this name, with the properties in `setup`.
    pub(super) async fn for_test(
        name: &str,
        tables: &'static [&'static Table],
        setup: Setup,
    ) -> Result<Self, StartError> {
        let connection = env::var(CONNECTION).ok().filter(|connection| !setup.needs_engine && !connection.is_empty());
        let database = match connection {
            Some(connection) => {
                let (directory, client) = Directory::open(&connection, name).await?;
                Self { client, place: Place::Directory(directory) }
            }
            None => {
                let clock = if setup.has_clock { Clock::manual() } else { Clock::machine() };
                Self::of(Server::builder().behavior(Behavior::strict()).clock(clock).start().await?).await?
            }
        };
        if let Err(error) = database.create(tables).await {
            // The reason that the tables are missing matters more than an error of the removal.
            let _ = database.remove().await;
            return Err(error);
        }
        Ok(database)
    }

    /// Connects to a server that already runs, and makes it the database of a test.
    pub(super) async fn of(server: Server) -> Result<Self, StartError> {
        Ok(Self::with(Self::connect(&server).await?, server))
    }

    /// Connects to an embedded engine, without credentials, whatever the environment has for a real database.
    pub(super) async fn connect(server: &Server) -> Result<Client, StartError> {
        let refused = |error| StartError::Ydb { what: "cannot connect to the embedded engine".to_owned(), error };
        let builder = ClientBuilder::new_from_connection_string(server.connection_string()).map_err(refused)?;
        let building: BoxFuture<'_, _> = Box::pin(builder.with_executor(Arc::new(Idle)).build());
        let sessions = SessionPoolSettings::default().with_session_create_timeout(SESSION);
        building.await.map_err(refused)?.with_session_pool(sessions).await.map_err(refused)
    }

    pub(super) const fn with(client: Client, server: Server) -> Self {
        Self { client, place: Place::Embedded(server) }
    }

    pub(super) async fn create(&self, tables: &[&'static Table]) -> Result<(), StartError> {
        for table in tables {
            let create = table.create_table().if_not_exists();
            // The client waits only 500 ms for a session, which is too short if many tests begin at once. A repetition
            // is harmless, because the directory belongs to this test.
            create.exec(&self.client).idempotent(true).await?;
            for set in create.index_settings() {
                set.exec(&self.client).idempotent(true).await?;
            }
            for changefeed in create.changefeeds() {
                changefeed.exec(&self.client).await?;
            }
        }
        Ok(())
    }

    /// Returns a client of the database.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the embedded engine, with its faults and snapshots; `None` on a real YDB.
    #[must_use]
    pub const fn server(&self) -> Option<&Server> {
        match &self.place {
            Place::Embedded(server) => Some(server),
            Place::Directory(_) => None,
        }
    }

    /// Returns the absolute path of the test's tables: the database, or on a real YDB the test's directory.
    #[must_use]
    pub fn path(&self) -> &str {
        match &self.place {
            Place::Embedded(server) => server.database(),
            Place::Directory(directory) => directory.path(),
        }
    }

    /// Removes the database, or on a real YDB the directory with all its tables.
    ///
    /// # Errors
    /// [`StartError::Ydb`] if something in the directory cannot be removed.
    pub async fn remove(self) -> Result<(), StartError> {
        drop(self.client);
        match self.place {
            Place::Embedded(server) => {
                server.stop();
                Ok(())
            }
            Place::Directory(directory) => directory.remove().await,
        }
    }
}

/// Time that a test waits for a session. On a busy machine a session may take longer than the default of half a second.
const SESSION: Duration = Duration::from_secs(60);
