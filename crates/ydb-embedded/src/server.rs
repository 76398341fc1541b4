//! Server: an engine that listens on a port until it is dropped.

mod builder;

use std::net::TcpListener as StdListener;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{fmt, io};

use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};

use crate::clock::Clock;
use crate::error::Error;
use crate::session::{Engine, Snapshot};
use crate::storage::PartitionStats;
use crate::wire::{Faults, Gate, Protocol};

pub use builder::ServerBuilder;

/// An in-process YDB that listens on a port until it is dropped. Each server has its own data, and many can run side
/// by side.
///
/// The server runs on its own threads, so you can start and drop it anywhere: inside any async runtime, or without one.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ydb_embedded::Server;
///
/// let server = Server::start().await?;
/// let client = ydb::ClientBuilder::new_from_connection_string(server.connection_string())?.build().await?;
/// # Ok(()) }
/// ```
pub struct Server {
    engine: Arc<Engine>,
    faults: Faults,
    endpoint: String,
    connection_string: String,
    /// Threads of the server, which end when this field is dropped. It is the last field, so it is dropped last. `None`
    /// in a simulation, which runs its server itself.
    _running: Option<ServerThreads>,
}

impl Server {
    /// Returns the connection string for an SDK: `grpc://127.0.0.1:45678/local`.
    #[must_use]
    pub fn connection_string(&self) -> &str {
        &self.connection_string
    }

    /// Returns the address without the database: `grpc://127.0.0.1:45678`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.engine.config().database
    }

    /// Returns the faults of this server, which make its next calls go wrong.
    #[must_use]
    pub const fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Returns the counters of a table's partitions, in the order of the key. The path may be relative to the database.
    ///
    /// # Errors
    ///
    /// An error if there is no such table.
    pub fn partition_stats(&self, path: &str) -> Result<Vec<PartitionStats>, Error> {
        self.engine.partition_stats(path)
    }

    /// Returns the clock that the server asks for the time.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        self.engine.clock()
    }

    /// Moves the server's [manual](Clock::manual) clock forward. Everything that is due by then has happened when this
    /// method returns:
    ///
    /// - Expired rows are deleted once an hour, which is YDB's default.
    /// - Sessions that nobody has used for the [idle time](ServerBuilder::session_idle_time) end.
    /// - Statements end at their deadlines (`operation_timeout`, `cancel_after`).
    /// - Windows of load end, so that partitions split and merge; `.sys` shows them.
    /// - Indexes are built ([`ServerBuilder::index_build_time`]), and delayed calls begin ([`Fault::Delay`](crate::Fault)).
    ///
    /// ```
    /// # #![recursion_limit = "256"]
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use std::time::Duration;
    /// use ydb_embedded::{Clock, Server};
    ///
    /// let server = Server::builder().clock(Clock::manual()).start().await?;
    /// let client = ydb::ClientBuilder::new_from_connection_string(server.connection_string())?.build().await?;
    /// let mut queries = client.query_client();
    /// queries.exec("CREATE TABLE seen (id Uint64 NOT NULL, at Timestamp, PRIMARY KEY (id)) \
    ///     WITH (TTL = Interval(\"P30D\") ON at)").await?;
    /// queries.exec("INSERT INTO seen (id, at) VALUES (1, CurrentUtcTimestamp())").await?;
    /// server.advance(Duration::from_secs(31 * 86_400))?;
    /// let mut row = queries.query_row("SELECT COUNT(*) FROM seen").await?;
    /// assert_eq!(u64::try_from(row.remove_field(0)?)?, 0);
    /// # Ok(()) }
    /// ```
    ///
    /// The clock stops at the end of the year 2105, where YDB's Timestamp ends.
    ///
    /// # Errors
    ///
    /// PRECONDITION_FAILED if the server runs on the machine's clock.
    pub fn advance(&self, step: Duration) -> Result<(), Error> {
        self.engine.advance(step)
    }

    /// Sets a [manual](Clock::manual) clock, forward or back, like an administrator or a time server that corrects a
    /// machine's clock. Past effects stay: rows that have expired are gone, and sessions that have ended do not come
    /// back.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ydb_embedded::{Clock, Server};
    ///
    /// let server = Server::builder().clock(Clock::manual()).start_blocking()?;
    /// let before = server.clock().now() - Duration::from_secs(3600);
    /// server.set_time(before)?;
    /// assert_eq!(server.clock().now(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// PRECONDITION_FAILED if the server runs on the machine's clock.
    pub fn set_time(&self, time: std::time::SystemTime) -> Result<(), Error> {
        self.engine.set_time(time.duration_since(std::time::UNIX_EPOCH).unwrap_or_default())
    }

    /// Returns a snapshot of everything that the server stores: rows, schema, rights, and the positions of sequences.
    /// Waits for the commit that is under way. The cost does not depend on the number of rows.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use ydb_embedded::Server;
    /// let server = Server::start().await?;
    /// // .. create tables, write what all tests need ..
    /// let fixtures = server.snapshot();
    /// // .. a test ..
    /// server.reset(&fixtures)?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.engine.snapshot()
    }

    /// Restores a snapshot of this server, and takes back the [faults](Self::faults) that have not happened yet. The
    /// counters of partitions are restored, too.
    ///
    /// Sessions stay open, so clients go on working. A transaction that began before the reset ends with ABORTED at its
    /// next statement, or at its commit if it has written something. A client that retries repeats the transaction on
    /// the restored data, so wait for your own tasks before you reset. The first write into a partition after a
    /// snapshot copies its rows, and a reset frees the rows of the partitions that were written since. No other cost
    /// depends on the number of rows.
    ///
    /// # Errors
    ///
    /// BAD_REQUEST if the snapshot was taken from another server.
    pub fn reset(&self, to: &Snapshot) -> Result<(), Error> {
        self.engine.reset(to)?;
        self.faults.clear();
        Ok(())
    }

    /// Restarts the tablets of a table's partitions, as after the death of their node. Rows stay. In
    /// `.sys/partition_stats` the counters begin at zero, and `StartTime` is new. A path like
    /// `t/by_name/indexImplTable` names the table of an index.
    ///
    /// # Errors
    ///
    /// SCHEME_ERROR if the table does not exist.
    pub fn restart_tablets(&self, path: &str) -> Result<(), Error> {
        self.engine.restart_tablets(path)
    }

    /// Closes all connections and the port. Dropping the server does the same.
    pub fn stop(self) {}
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("connection_string", &self.connection_string).finish_non_exhaustive()
    }
}

/// Number of threads. Few are enough, because statements are short and a test has few clients.
const WORKERS: usize = 2;

/// Stack size in bytes of every thread that parses, plans or runs a query. The limit on nesting is chosen so that the
/// deepest statement fits, in a debug build too (`tests/chains.rs`). Only the touched part of a stack takes memory.
const STACK: usize = 8 << 20;

/// Maximum time that a drop waits for connections to close. Connections close at their next pause, within microseconds.
const FAREWELL: Duration = Duration::from_secs(2);

/// Interval at which the engine looks for due work. [`Thresholds`](crate::Thresholds) say when partitions split and
/// merge.
const MAINTENANCE: Duration = Duration::from_millis(100);

/// Reason why a server did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address is in use, or is not an address of this machine.
    #[error("cannot listen on {host}:{port}: {source}")]
    Listen {
        /// Host that was requested.
        host: String,
        /// Port that was requested; 0 means any port.
        port: u16,
        /// Error of the system.
        source: io::Error,
    },
    /// The system has no thread left.
    #[error("cannot start the server's threads: {0}")]
    Threads(io::Error),
    /// The data for TLS is not a certificate with its key.
    #[cfg(feature = "tls")]
    #[error("cannot serve TLS with this certificate and key, which must both be PEM: {0}")]
    Tls(String),
}

/// Running threads of a server. They end when this value is dropped.
struct ServerThreads {
    runtime: Option<Runtime>,
    /// Channel that is disconnected when the listener is closed. The lock only makes this struct `Sync`.
    closed: Mutex<Receiver<()>>,
}

impl ServerThreads {
    fn new(protocol: Protocol, listener: StdListener, gate: Gate) -> Result<Self, StartError> {
        let mut builder = RuntimeBuilder::new_multi_thread();
        builder.worker_threads(WORKERS).thread_stack_size(STACK).thread_name("ydb-embedded").enable_all();
        let runtime = builder.build();
        let runtime = runtime.map_err(StartError::Threads)?;
        let (open, closed) = channel::<()>();
        let running = Self { runtime: Some(runtime), closed: Mutex::new(closed) };
        running.serve(protocol, listener, gate, open).map_err(StartError::Threads)?;
        Ok(running)
    }

    fn serve(&self, protocol: Protocol, listener: StdListener, gate: Gate, open: Sender<()>) -> io::Result<()> {
        if let Some(runtime) = &self.runtime {
            let engine = Arc::clone(&gate.engine);
            if !engine.clock().is_manual() {
                runtime.spawn(maintain(engine));
            }
            let entered = runtime.enter();
            let listener = TcpListener::from_std(listener)?;
            drop(entered);
            runtime.spawn(async move {
                // Serving ends before the runtime only if the listener fails. Clients then see closed connections.
                protocol.serve(listener, gate).await.ok();
                drop(open);
            });
        }
        Ok(())
    }
}

/// Does due work at regular intervals. The work runs on another thread, because to delete many rows takes a while.
async fn maintain(engine: Arc<Engine>) {
    let mut ticks = tokio::time::interval(MAINTENANCE);
    loop {
        ticks.tick().await;
        let engine = Arc::clone(&engine);
        if tokio::task::spawn_blocking(move || engine.maintain()).await.is_err() {
            return;
        }
    }
}

impl Drop for ServerThreads {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A plain drop would wait for the threads, and async code must not block.
            runtime.shutdown_background();
            self.closed.get_mut().recv_timeout(FAREWELL).ok();
        }
    }
}
