//! A server: an engine of its own behind a port of its own, until it is dropped.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{fmt, io};

use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};

use crate::error::Error;
use crate::session::{Auth, Behavior, Config, Engine};
use crate::storage::{PartitionStats, Thresholds};
use crate::wire::{Faults, Gate, OnRefused, Refusal, serve};

/// Threads that serve; statements are short, and a test has few clients.
const WORKERS: usize = 2;

/// How long a drop waits for connections to close; they do so at their next pause, within microseconds.
const FAREWELL: Duration = Duration::from_secs(2);

/// How often the partitions' load is looked at; what is done about it, and how seldom, [`Thresholds`] say.
const MAINTENANCE: Duration = Duration::from_millis(100);

/// An in-process YDB that listens on a port until it is dropped. Every one has data of its own, and many may live side by side.
///
/// It runs on threads of its own, so it can be started and dropped anywhere: within any async runtime, or without one.
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
    /// Its drop ends the server, so nothing may follow it.
    _running: Running,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address is taken, or not this machine's.
    #[error("cannot listen on {host}:{port}: {source}")]
    Listen {
        /// The host that was asked for.
        host: String,
        /// The port that was asked for; 0 is any.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// No threads to run on.
    #[error("cannot start the server's threads: {0}")]
    Threads(io::Error),
}

impl Server {
    /// Starts a server on a free port of the loopback interface, with an empty database `/local` that everyone may use.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ydb_embedded::StartError> {
    /// let server = ydb_embedded::Server::start().await?;
    /// assert!(server.connection_string().starts_with("grpc://127.0.0.1:"));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// When the system has no port or no thread left.
    pub async fn start() -> Result<Self, StartError> {
        Self::builder().start().await
    }

    /// [`Server::start`] where nothing is async; there is nothing to wait for either way.
    ///
    /// ```
    /// let server = ydb_embedded::Server::start_blocking()?;
    /// assert_eq!(server.database(), "/local");
    /// # Ok::<(), ydb_embedded::StartError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the system has no port or no thread left.
    pub fn start_blocking() -> Result<Self, StartError> {
        Self::builder().start_blocking()
    }

    /// A server with settings.
    pub fn builder() -> ServerBuilder {
        ServerBuilder::default()
    }

    /// What an SDK connects with: `grpc://127.0.0.1:45678/local`.
    #[must_use]
    pub fn connection_string(&self) -> &str {
        &self.connection_string
    }

    /// The address without the database: `grpc://127.0.0.1:45678`.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// The database's path.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.engine.config().database
    }

    /// Where to order faults.
    #[must_use]
    pub const fn faults(&self) -> &Faults {
        &self.faults
    }

    /// The counters of a table's partitions, in the order of the key; the path may leave the database out.
    ///
    /// # Errors
    ///
    /// When there is no such table.
    pub fn partition_stats(&self, path: &str) -> Result<Vec<PartitionStats>, Error> {
        self.engine.partition_stats(path)
    }

    /// Deletes the rows whose time is up, which YDB does in the background, and says how many there were.
    pub fn sweep_ttl(&self) -> u64 {
        self.engine.sweep_ttl()
    }

    /// Closes all connections and the port, as a drop does.
    pub fn stop(self) {}
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("connection_string", &self.connection_string).finish_non_exhaustive()
    }
}

/// The settings of a [`Server`].
///
/// ```
/// use ydb_embedded::Server;
///
/// let server = Server::builder()
///     .database("/Root/test")
///     .user("root", "1234")
///     .on_refused(|refusal| eprintln!("{}", refusal.error))
///     .start_blocking()?;
/// assert_eq!(server.database(), "/Root/test");
/// # Ok::<(), ydb_embedded::StartError>(())
/// ```
#[derive(Clone)]
#[must_use = "a builder does nothing until it is started"]
pub struct ServerBuilder {
    host: String,
    port: u16,
    database: String,
    users: Vec<(String, String)>,
    token: Option<String>,
    thresholds: Thresholds,
    index_build_time: Duration,
    behavior: Behavior,
    faults: Faults,
    on_refused: Option<OnRefused>,
}

impl Default for ServerBuilder {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 0,
            database: "/local".to_owned(),
            users: Vec::new(),
            token: None,
            thresholds: Thresholds::default(),
            index_build_time: Duration::ZERO,
            behavior: Behavior::default(),
            faults: Faults::default(),
            on_refused: None,
        }
    }
}

impl ServerBuilder {
    /// The interface to listen on: `127.0.0.1` by default, `0.0.0.0` for all.
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.host = host.into();
        self
    }

    /// The port to listen on; a free one by default.
    pub const fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// The database's path: `/local` by default.
    pub fn database(mut self, path: &str) -> Self {
        self.database = format!("/{}", path.trim_matches('/'));
        self
    }

    /// Lets in only those who log in with this name and password, or have the [token](Self::token).
    ///
    /// The first user is the administrator, who owns the database and may do everything. Each further call adds one who may do what was granted, once
    /// [`Behavior::access_rights`] is on:
    ///
    /// ```
    /// # #![recursion_limit = "256"]
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ydb_embedded::{Behavior, Server};
    ///
    /// let server = Server::builder().user("root", "1234").user("ann", "5678").behavior(Behavior::strict()).start().await?;
    /// let as_user = |name: &str, password: &str| {
    ///     let text = server.connection_string();
    ///     ydb::ClientBuilder::new_from_connection_string(format!(
    ///         "{text}?token_static_username={name}&token_static_password={password}"
    ///     ))
    /// };
    /// let root = as_user("root", "1234")?.build().await?;
    /// root.query_client().exec("CREATE TABLE t (id Int32 NOT NULL, PRIMARY KEY (id))").await?;
    /// let ann = as_user("ann", "5678")?.build().await?;
    /// assert!(ann.query_client().exec("SELECT id FROM t").await.is_err());
    /// root.query_client().exec("GRANT SELECT ON t TO ann").await?;
    /// ann.query_client().exec("SELECT id FROM t").await?;
    /// # Ok(()) }
    /// ```
    ///
    /// Without any user everyone is the administrator `root@builtin`, except those whose token is a name of YDB's own domain, for example `ann@builtin`.
    pub fn user(mut self, name: impl Into<String>, password: impl Into<String>) -> Self {
        self.users.push((name.into(), password.into()));
        self
    }

    /// Lets in only those who have this token, as the administrator, or log in as a [user](Self::user).
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// When partitions split and merge; far sooner than YDB's by default, so that it can be watched.
    pub fn thresholds(mut self, thresholds: Thresholds) -> Self {
        self.thresholds = thresholds;
        self
    }

    /// How long an index that ALTER TABLE adds to a table is being built: no time by default.
    ///
    /// With a time the ALTER is answered at once, DescribeTable calls the index building until the time is over, and a query with `VIEW` of it is
    /// refused meanwhile with YDB's `Requested index: .. is not ready to use`. Writes reach the index from the beginning, so nothing is missing in it later.
    ///
    /// YDB builds an index in the background and tells the same states. Its ALTER TABLE is answered when the index is built; a client that
    /// loses that answer, or does not wait for it, sees what is seen here. That YDB refuses further changes of the table while it builds
    /// is known but not followed here: a change during the build is taken. A failed build cannot be ordered.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let server = ydb_embedded::Server::builder().index_build_time(Duration::from_millis(200)).start_blocking()?;
    /// # Ok::<(), ydb_embedded::StartError>(())
    /// ```
    pub const fn index_build_time(mut self, takes: Duration) -> Self {
        self.index_build_time = takes;
        self
    }

    /// What the server does where releases and configurations of YDB differ; [lenient](Behavior::lenient) by default.
    pub const fn behavior(mut self, behavior: Behavior) -> Self {
        self.behavior = behavior;
        self
    }

    /// Faults ordered before the start, or shared by several servers.
    pub fn faults(mut self, faults: &Faults) -> Self {
        self.faults = faults.clone();
        self
    }

    /// Is told about each call that the server refuses, on the server's threads. The library itself prints nothing.
    pub fn on_refused(mut self, tell: impl Fn(&Refusal) + Send + Sync + 'static) -> Self {
        self.on_refused = Some(Arc::new(tell));
        self
    }

    /// Starts the server; the port is open when this is done.
    ///
    /// # Errors
    ///
    /// When the address cannot be listened on, or the system has no thread left.
    pub async fn start(self) -> Result<Server, StartError> {
        self.start_blocking()
    }

    /// [`ServerBuilder::start`] where nothing is async.
    ///
    /// # Errors
    ///
    /// When the address cannot be listened on, or the system has no thread left.
    pub fn start_blocking(self) -> Result<Server, StartError> {
        let Self { host, port, database, users, token, thresholds, index_build_time, behavior, faults, on_refused } =
            self;
        let listen = |source| StartError::Listen { host: host.clone(), port, source };
        let listener = StdListener::bind((host.as_str(), port)).map_err(listen)?;
        let address = reachable(listener.local_addr().map_err(listen)?);
        listener.set_nonblocking(true).map_err(listen)?;

        let auth = (!users.is_empty() || token.is_some()).then_some(Auth { users, token });
        let engine = Engine::new(Config { database, auth, thresholds, index_build_time, behavior });
        let gate = Gate { engine: engine.clone(), faults: faults.clone(), on_refused, address: parts(address) };
        let running = Running::new(listener, gate)?;

        let endpoint = format!("grpc://{address}");
        let connection_string = format!("{endpoint}{}", engine.config().database);
        Ok(Server { engine, faults, endpoint, connection_string, _running: running })
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ServerBuilder");
        shown
            .field("host", &self.host)
            .field("port", &self.port)
            .field("database", &self.database)
            .finish_non_exhaustive()
    }
}

/// An address by which clients on this machine reach a listener.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    address
}

/// Host and port as endpoints are told, an IPv6 address in brackets.
fn parts(address: SocketAddr) -> (String, u16) {
    let host = match address.ip() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    (host, address.port())
}

/// The threads that serve; a drop ends them.
struct Running {
    runtime: Option<Runtime>,
    /// Disconnected once the listener is closed. Locked for the sake of `Sync` only.
    closed: Mutex<Receiver<()>>,
}

impl Running {
    fn new(listener: StdListener, gate: Gate) -> Result<Self, StartError> {
        let mut builder = RuntimeBuilder::new_multi_thread();
        let runtime = builder.worker_threads(WORKERS).thread_name("ydb-embedded").enable_all().build();
        let runtime = runtime.map_err(StartError::Threads)?;
        let (open, closed) = channel::<()>();
        let running = Self { runtime: Some(runtime), closed: Mutex::new(closed) };
        running.serve(listener, gate, open).map_err(StartError::Threads)?;
        Ok(running)
    }

    fn serve(&self, listener: StdListener, gate: Gate, open: Sender<()>) -> io::Result<()> {
        if let Some(runtime) = &self.runtime {
            let engine = Arc::clone(&gate.engine);
            runtime.spawn(async move {
                let mut ticks = tokio::time::interval(MAINTENANCE);
                loop {
                    ticks.tick().await;
                    engine.maintain();
                }
            });
            let entered = runtime.enter();
            let listener = TcpListener::from_std(listener)?;
            drop(entered);
            runtime.spawn(async move {
                // Only a listener that fails ends this before the runtime does, and then clients see closed connections.
                serve(listener, gate).await.ok();
                drop(open);
            });
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A plain drop would wait for the threads, which async code must not.
            runtime.shutdown_background();
            self.closed.get_mut().recv_timeout(FAREWELL).ok();
        }
    }
}
