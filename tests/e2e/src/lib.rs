//! Database of a test, reached by YDB's bare client: its own embedded server, or the one database that all tests use in
//! turn.
//!
//! Futures are boxed here, where the recursion limit is raised for the bare client. The tests raise none: they prove
//! that users of `ydb-keys` need not either.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod directory;
mod nodes;
mod order;
mod queries;
mod refusal;
mod waiting;

use std::env;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, MutexGuard};
use ydb::{Client, ClientBuilder, QueryClient, RetrySettings, Row, SessionPoolSettings, Value, YdbError};
use ydb_embedded::{Behavior, Clock, Faults, Server};
use ydb_keys::__internal::{KeyChange, Phase};
use ydb_keys::{Layout, Table, YdbTable};
use ydb_keys_bulk::Connection;

use directory::Directory;
pub use nodes::Nodes;
pub use order::{explore, explore_on, explore_or_run, explore_seeds, interrupt};
pub use refusal::{Fallible, is};
pub use waiting::{jump, polled, soon, until, wait_until};

/// Lock for a real YDB, which all tests share: only one test runs at a time, since each creates its tables anew.
static TURN: Mutex<()> = Mutex::const_new(());

/// Counters of a partition: rows looked up, ranges read, rows written, rows deleted.
pub type PartitionCounters = [u64; 4];

/// Database with a client. The tables of all models are below `ydb_keys_e2e`, so the rest of a real database is not
/// touched.
pub struct Database {
    client: Client,
    server: Option<Server>,
    _directory: Option<Directory>,
    _turn: Option<MutexGuard<'static, ()>>,
    /// Time by which [`late`](Self::late) calls have moved the client's timers.
    jumped: std::sync::Mutex<Duration>,
}

impl Database {
    /// Opens the database in `YDB_CONNECTION_STRING`, or else an embedded one.
    pub fn start() -> BoxFuture<'static, Self> {
        Box::pin(async {
            let Some(connection) = real() else { return Self::embedded().await };
            let turn = TURN.lock().await;
            let client = ydb_keys::connect(&connection).await.unwrap_or_else(|error| panic!("{error}"));
            Self { client, server: None, _directory: None, _turn: Some(turn), jumped: Default::default() }
        })
    }

    /// Opens an empty database, for tests that compare all of its tables with models: an embedded one, or a directory
    /// in the database in `YDB_CONNECTION_STRING`, which is removed at the end.
    pub fn own() -> BoxFuture<'static, Self> {
        Box::pin(async {
            if real().is_none() {
                return Self::embedded().await;
            }
            let (directory, client) = Directory::open().await;
            Self { client, server: None, _directory: Some(directory), _turn: None, jumped: Default::default() }
        })
    }

    /// Starts an embedded database in any case, for behavior that only it has. It is as strict as a real YDB.
    pub fn embedded() -> BoxFuture<'static, Self> {
        Box::pin(async { Self::on(Server::builder().behavior(Behavior::strict()).start().await.unwrap()).await })
    }

    /// Starts an embedded database whose clock stands still until the test moves it: delayed calls wait for that.
    pub fn timed() -> BoxFuture<'static, Self> {
        let server = Server::builder().behavior(Behavior::strict()).clock(Clock::manual());
        Box::pin(async { Self::on(server.start().await.unwrap()).await })
    }

    /// Starts an embedded database with a manual clock, and with the table of one model.
    pub async fn timed_with<T: YdbTable>() -> Self {
        let database = Self::timed().await;
        database.create::<T>().await;
        database
    }

    /// Moves the manual clock of an embedded database.
    pub fn advance(&self, step: Duration) {
        self.server.as_ref().unwrap().advance(step).unwrap();
    }

    /// Opens the embedded database of a server with its own settings.
    pub fn on(server: Server) -> BoxFuture<'static, Self> {
        Box::pin(async {
            let client = connect(server.connection_string()).await;
            Self { client, server: Some(server), _directory: None, _turn: None, jumped: Default::default() }
        })
    }

    /// Returns a client of an embedded server, logged in as a user.
    pub fn client_of(server: &Server, user: &str, password: &str) -> BoxFuture<'static, Client> {
        let connection =
            format!("{}?token_static_username={user}&token_static_password={password}", server.connection_string());
        Box::pin(async move { connect(&connection).await })
    }

    /// Opens a database with the table of one model.
    pub async fn with<T: YdbTable>() -> Self {
        let database = Self::start().await;
        database.create::<T>().await;
        database
    }

    /// Opens an otherwise empty database with the table of one model.
    pub async fn own_with<T: YdbTable>() -> Self {
        let database = Self::own().await;
        database.create::<T>().await;
        database
    }

    /// Starts an embedded database with the table of one model.
    pub async fn embedded_with<T: YdbTable>() -> Self {
        let database = Self::embedded().await;
        database.create::<T>().await;
        database
    }

    /// Creates the table of a model.
    pub fn create<T: YdbTable>(&self) -> BoxFuture<'_, ()> {
        self.create_at(T::TABLE.name, T::TABLE.create_table().to_string())
    }

    /// Runs the DDL of one table. Drops a table that an earlier run has left on a real YDB.
    pub fn create_at<'a>(&'a self, path: &'a str, ddl: String) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if self.server.is_none() {
                self.run(&format!("DROP TABLE IF EXISTS `{path}`")).await;
            }
            self.run(&ddl).await;
        })
    }

    /// Records in the control table the phase of a change of a key.
    pub async fn enter<Old: YdbTable, New: YdbTable>(&self, path: &str, phase: Phase) {
        let change = KeyChange {
            epoch: 1,
            phase,
            new_layout: Layout::of(New::TABLE).to_string(),
            runner: "a test".to_owned(),
            ..KeyChange::first(path, &Layout::of(Old::TABLE).to_string())
        };
        KeyChange::create(&self.client).await.unwrap();
        change.upsert().exec(&self.client).await.unwrap();
    }

    /// Returns the client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Opens connections for loads and exports.
    pub fn bulk(&self) -> BoxFuture<'_, Connection> {
        Box::pin(async {
            let connection = match &self.server {
                Some(server) => server.connection_string().to_owned(),
                None => env::var("YDB_CONNECTION_STRING").unwrap(),
            };
            Connection::open(&connection).await.unwrap_or_else(|error| panic!("{error}"))
        })
    }

    /// Returns a client that does not retry, so that a test sees every error.
    pub fn no_retry(&self) -> Client {
        self.client.clone_with_retry_settings(RetrySettings::dont_retry())
    }

    /// Returns a client that several tasks can share.
    pub fn shared(&self) -> Arc<Client> {
        Arc::new(self.client.clone_with_retry_settings(RetrySettings::with_default_backoff()))
    }

    /// Returns a query client, which operations run on.
    pub fn q(&self) -> QueryClient {
        self.client.query_client()
    }

    /// Returns `true` if the database is an embedded one.
    pub fn is_embedded(&self) -> bool {
        self.server.is_some()
    }

    /// Returns the connection string of an embedded database; panics for another one.
    pub fn connection_string(&self) -> &str {
        self.server.as_ref().unwrap().connection_string()
    }

    /// Returns the fault injection of an embedded database; panics for another one.
    pub fn faults(&self) -> &Faults {
        self.server.as_ref().unwrap().faults()
    }

    /// Waits until the ordered faults have happened.
    pub async fn faulty(&self) {
        until(|| self.faults().pending() == 0).await;
    }

    /// Drops a call when the server has begun the delay that is ordered for it.
    pub async fn give_up<C: IntoFuture>(&self, call: C) {
        tokio::select! {
            _ = call.into_future() => panic!("the call was answered"),
            () = self.faulty() => {}
        }
    }

    /// Runs a call whose timeout ends when the server has begun the delay that is ordered for it; `call` takes its
    /// timeout.
    pub async fn late<C: IntoFuture>(&self, call: impl FnOnce(Duration) -> C) -> C::Output {
        // The client measures some deadlines from the machine's time, which has not jumped.
        let jumped = self.jumped.lock().unwrap().saturating_add(Duration::from_secs(60));
        let passing = async {
            self.faulty().await;
            // The client takes a connection for broken that is silent between two jumps.
            self.answers().await;
            *self.jumped.lock().unwrap() += jumped;
            jump(jumped).await;
            std::future::pending().await
        };
        tokio::select! {
            output = call(jumped).into_future() => output,
            () = passing => unreachable!(),
        }
    }

    /// Sends a request that the server answers whatever the clocks say.
    pub async fn answers(&self) {
        let mut scheme = self.client.scheme_client();
        let asked: BoxFuture<'_, _> = Box::pin(scheme.list_directory(self.client.database()));
        asked.await.unwrap();
    }

    /// Runs a statement that must succeed.
    pub fn run<'a>(&'a self, text: &'a str) -> BoxFuture<'a, ()> {
        Box::pin(async move { self.q().exec(text).await.unwrap_or_else(|error| panic!("{text}: {error:?}")) })
    }

    /// Returns the rows of a handwritten query.
    pub fn rows<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Vec<Row>> {
        Box::pin(async move {
            let set = self.q().query_result_set(text).idempotent(true).await;
            set.unwrap_or_else(|error| panic!("{text}: {error:?}")).rows().collect()
        })
    }

    /// Returns the first column of all rows.
    pub async fn column<V: TryFrom<Value, Error = YdbError>>(&self, text: &str) -> Vec<V> {
        let rows = self.rows(text).await.into_iter();
        let value = |mut row: Row| row.remove_field(0).unwrap().try_into();
        rows.map(|row| value(row).unwrap_or_else(|error| panic!("{text}: {error:?}"))).collect()
    }

    /// Returns the first column of the only row.
    pub async fn one<V: TryFrom<Value, Error = YdbError>>(&self, text: &str) -> V {
        let mut values = self.column(text).await;
        assert_eq!(values.len(), 1, "{text}");
        values.remove(0)
    }

    /// Returns the counters of a table's partitions, in the order of the key.
    pub fn partitions<'a>(&'a self, table: &'a Table) -> BoxFuture<'a, Vec<PartitionCounters>> {
        Box::pin(async move {
            let text = format!(
                "SELECT RowReads, RangeReads, RowUpdates, RowDeletes FROM `.sys/partition_stats` \
                 WHERE Path = '{}/{}' ORDER BY PartIdx",
                self.client.database(),
                table.name
            );
            let mut partitions = Vec::new();
            for mut row in self.rows(&text).await {
                let mut counter = |position| Option::<u64>::try_from(row.remove_field(position).unwrap()).unwrap();
                partitions.push([0, 1, 2, 3].map(|position| counter(position).unwrap_or_default()));
            }
            partitions
        })
    }

    /// Returns the number of rows that the partitions of a table, or of an index's table, have read so far. For
    /// embedded databases only, whose counters are never late.
    pub async fn rows_read(&self, path: &str) -> u64 {
        self.one(&format!(
            "SELECT COALESCE(SUM(RowReads + RangeReadRows), 0ul) FROM `.sys/partition_stats` WHERE Path = '{}/{path}'",
            self.client.database()
        ))
        .await
    }

    /// Returns the number of rows in a table.
    pub async fn count(&self, table: &Table) -> u64 {
        self.one(&format!("SELECT COUNT(*) FROM `{}`", table.name)).await
    }
}

/// Returns the connection string of the real YDB, if there is one. The test that asks says so in its output, and
/// `.ci/ydb-table` counts those tests.
fn real() -> Option<String> {
    let connection = env::var("YDB_CONNECTION_STRING").ok().filter(|connection| !connection.is_empty())?;
    println!("runs on the YDB in YDB_CONNECTION_STRING");
    Some(connection)
}

/// Connects a client to an embedded server without credentials, whatever the environment has for a real one. It waits
/// long for sessions: on a busy machine one may take longer than the default of half a second.
pub async fn connect(connection: &str) -> Client {
    let client = ClientBuilder::new_from_connection_string(connection).unwrap().build().await.unwrap();
    let sessions = SessionPoolSettings::default().with_session_create_timeout(Duration::from_secs(60));
    client.with_session_pool(sessions).await.unwrap()
}
