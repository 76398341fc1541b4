//! The database of a test, reached by YDB's bare client: an embedded server of its own, or the one database that all
//! tests take turns with.
//!
//! Futures are boxed here, where the recursion limit is raised as the bare client demands. The tests raise none: that
//! users of `ydb-keys` need not either is a part of what they prove.
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

/// A real YDB is shared, and each test makes its tables anew, so there only one test runs at a time.
static TURN: Mutex<()> = Mutex::const_new(());

/// What a partition counts: rows looked up, ranges read, rows written, rows deleted.
pub type PartitionCounters = [u64; 4];

/// A database with a client. The tables of all models are below `ydb_keys_e2e`, so nothing else in a database is
/// touched.
pub struct Database {
    client: Client,
    server: Option<Server>,
    _directory: Option<Directory>,
    _turn: Option<MutexGuard<'static, ()>>,
    /// By how much [`late`](Self::late) calls have moved the client's timers.
    jumped: std::sync::Mutex<Duration>,
}

impl Database {
    /// The database in `YDB_CONNECTION_STRING`, otherwise an embedded one.
    pub fn start() -> BoxFuture<'static, Self> {
        Box::pin(async {
            let Some(connection) = real() else { return Self::embedded().await };
            let turn = TURN.lock().await;
            let client = ydb_keys::connect(&connection).await.unwrap_or_else(|error| panic!("{error}"));
            Self { client, server: None, _directory: None, _turn: Some(turn), jumped: Default::default() }
        })
    }

    /// An empty database, for tests that compare all of its tables with models: an embedded one, or a directory in the
    /// database in `YDB_CONNECTION_STRING`, which is removed at the end.
    pub fn own() -> BoxFuture<'static, Self> {
        Box::pin(async {
            if real().is_none() {
                return Self::embedded().await;
            }
            let (directory, client) = Directory::open().await;
            Self { client, server: None, _directory: Some(directory), _turn: None, jumped: Default::default() }
        })
    }

    /// An embedded database in any case, for what only it can do. It forgives nothing that a real YDB does not.
    pub fn embedded() -> BoxFuture<'static, Self> {
        Box::pin(async { Self::on(Server::builder().behavior(Behavior::strict()).start().await.unwrap()).await })
    }

    /// An embedded database whose clock stands still until the test moves it: delayed calls wait for that.
    pub fn timed() -> BoxFuture<'static, Self> {
        let server = Server::builder().behavior(Behavior::strict()).clock(Clock::manual());
        Box::pin(async { Self::on(server.start().await.unwrap()).await })
    }

    /// Such a database with the table of one model.
    pub async fn timed_with<T: YdbTable>() -> Self {
        let database = Self::timed().await;
        database.create::<T>().await;
        database
    }

    /// Moves the clock of such a database.
    pub fn advance(&self, step: Duration) {
        self.server.as_ref().unwrap().advance(step).unwrap();
    }

    /// An embedded database on a server with settings of its own.
    pub fn on(server: Server) -> BoxFuture<'static, Self> {
        Box::pin(async {
            let client = connect(server.connection_string()).await;
            Self { client, server: Some(server), _directory: None, _turn: None, jumped: Default::default() }
        })
    }

    /// A client of an embedded server, as one of its users.
    pub fn client_of(server: &Server, user: &str, password: &str) -> BoxFuture<'static, Client> {
        let connection =
            format!("{}?token_static_username={user}&token_static_password={password}", server.connection_string());
        Box::pin(async move { connect(&connection).await })
    }

    /// A database with the table of one model.
    pub async fn with<T: YdbTable>() -> Self {
        let database = Self::start().await;
        database.create::<T>().await;
        database
    }

    /// An empty database but for the table of one model.
    pub async fn own_with<T: YdbTable>() -> Self {
        let database = Self::own().await;
        database.create::<T>().await;
        database
    }

    /// An embedded database with the table of one model.
    pub async fn embedded_with<T: YdbTable>() -> Self {
        let database = Self::embedded().await;
        database.create::<T>().await;
        database
    }

    /// Makes the table of a model.
    pub fn create<T: YdbTable>(&self) -> BoxFuture<'_, ()> {
        self.create_at(T::TABLE.name, T::TABLE.create_table().to_string())
    }

    /// Runs the DDL of one table, which on a real YDB may be there from the run before.
    pub fn create_at<'a>(&'a self, path: &'a str, ddl: String) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if self.server.is_none() {
                self.run(&format!("DROP TABLE IF EXISTS `{path}`")).await;
            }
            self.run(&ddl).await;
        })
    }

    /// Says in the control table how far the change of a key is.
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

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Connections for loads and exports.
    pub fn bulk(&self) -> BoxFuture<'_, Connection> {
        Box::pin(async {
            let connection = match &self.server {
                Some(server) => server.connection_string().to_owned(),
                None => env::var("YDB_CONNECTION_STRING").unwrap(),
            };
            Connection::open(&connection).await.unwrap_or_else(|error| panic!("{error}"))
        })
    }

    /// A client that does not retry, so that a test sees every error.
    pub fn no_retry(&self) -> Client {
        self.client.clone_with_retry_settings(RetrySettings::dont_retry())
    }

    /// A client for tasks of their own.
    pub fn shared(&self) -> Arc<Client> {
        Arc::new(self.client.clone_with_retry_settings(RetrySettings::with_default_backoff()))
    }

    /// What operations run on.
    pub fn q(&self) -> QueryClient {
        self.client.query_client()
    }

    /// Whether the database is an embedded one.
    pub fn is_embedded(&self) -> bool {
        self.server.is_some()
    }

    /// Where the server is; of embedded databases only.
    pub fn connection_string(&self) -> &str {
        self.server.as_ref().unwrap().connection_string()
    }

    /// Faults to order; of embedded databases only.
    pub fn faults(&self) -> &Faults {
        self.server.as_ref().unwrap().faults()
    }

    /// Until the ordered faults have happened.
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

    /// A call whose time is over when the server has begun the delay that is ordered for it; `call` takes its timeout.
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

    /// A request that the server answers whatever the clocks say.
    pub async fn answers(&self) {
        let mut scheme = self.client.scheme_client();
        let asked: BoxFuture<'_, _> = Box::pin(scheme.list_directory(self.client.database()));
        asked.await.unwrap();
    }

    /// Runs a statement that must pass.
    pub fn run<'a>(&'a self, text: &'a str) -> BoxFuture<'a, ()> {
        Box::pin(async move { self.q().exec(text).await.unwrap_or_else(|error| panic!("{text}: {error:?}")) })
    }

    /// The rows of a query written by hand.
    pub fn rows<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Vec<Row>> {
        Box::pin(async move {
            let set = self.q().query_result_set(text).idempotent(true).await;
            set.unwrap_or_else(|error| panic!("{text}: {error:?}")).rows().collect()
        })
    }

    /// The first column of all rows.
    pub async fn column<V: TryFrom<Value, Error = YdbError>>(&self, text: &str) -> Vec<V> {
        let rows = self.rows(text).await.into_iter();
        let value = |mut row: Row| row.remove_field(0).unwrap().try_into();
        rows.map(|row| value(row).unwrap_or_else(|error| panic!("{text}: {error:?}"))).collect()
    }

    /// The first column of the only row.
    pub async fn one<V: TryFrom<Value, Error = YdbError>>(&self, text: &str) -> V {
        let mut values = self.column(text).await;
        assert_eq!(values.len(), 1, "{text}");
        values.remove(0)
    }

    /// The counters of a table's partitions, in the order of the key.
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

    /// How many rows of a table, or of an index's table, its partitions have read so far; of embedded databases, whose
    /// counters are never late.
    pub async fn rows_read(&self, path: &str) -> u64 {
        self.one(&format!(
            "SELECT COALESCE(SUM(RowReads + RangeReadRows), 0ul) FROM `.sys/partition_stats` WHERE Path = '{}/{path}'",
            self.client.database()
        ))
        .await
    }

    /// How many rows a table has.
    pub async fn count(&self, table: &Table) -> u64 {
        self.one(&format!("SELECT COUNT(*) FROM `{}`", table.name)).await
    }
}

/// The connection string of the real YDB, if there is one. A test that asks says so in its output, and `.ci/ydb-table`
/// counts those tests.
fn real() -> Option<String> {
    let connection = env::var("YDB_CONNECTION_STRING").ok().filter(|connection| !connection.is_empty())?;
    println!("runs on the YDB in YDB_CONNECTION_STRING");
    Some(connection)
}

/// A client of an embedded server, which needs no credentials, whatever the environment has for a real one. It waits
/// for its sessions: on a busy machine one may take longer than the half second of the default.
pub async fn connect(connection: &str) -> Client {
    let client = ClientBuilder::new_from_connection_string(connection).unwrap().build().await.unwrap();
    let sessions = SessionPoolSettings::default().with_session_create_timeout(Duration::from_secs(60));
    client.with_session_pool(sessions).await.unwrap()
}
