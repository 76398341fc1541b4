//! How a server is set up and started.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use super::{Server, ServerThreads, StartError};
use crate::clock::Clock;
use crate::session::{Behavior, Config, Engine};
use crate::storage::Thresholds;
use crate::wire::{Faults, Gate, OnRefused, Protocol, Refusal};
#[cfg(feature = "simulation")]
use crate::wire::{Lines, Turns};

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
    config: Config,
    faults: Faults,
    on_refused: Option<OnRefused>,
    /// The certificate and its key.
    identity: Option<(Vec<u8>, Vec<u8>)>,
}

impl Default for ServerBuilder {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 0,
            config: Config::default(),
            faults: Faults::default(),
            on_refused: None,
            identity: None,
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
        self.config.database = format!("/{}", path.trim_matches('/'));
        self
    }

    /// Admits only clients that log in with this name and password, or have the [token](Self::token).
    ///
    /// The first user is the administrator, who owns the database and may do everything. Each further call adds a
    /// user, who may do what was granted if [`Behavior::access_rights`] is on:
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
    /// Without users everyone is the administrator `root@builtin`, except clients whose token is a name in YDB's own
    /// domain, for example `ann@builtin`.
    pub fn user(mut self, name: impl Into<String>, password: impl Into<String>) -> Self {
        self.config.auth.get_or_insert_default().users.push((name.into(), password.into()));
        self
    }

    /// Admits only clients that have this token, as the administrator, or log in as a [user](Self::user).
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.config.auth.get_or_insert_default().token = Some(token.into());
        self
    }

    /// Admits clients without a token, too, as the administrator: YDB does so unless its setting
    /// `enforce_user_token_requirement` is on.
    pub fn anonymous(mut self) -> Self {
        self.config.auth.get_or_insert_default().anonymous = true;
        self
    }

    /// Serves TLS with this certificate and its key, both as PEM; the connection string begins with `grpcs://` then.
    ///
    /// Clients must trust the certificate's authority and reach the server by a name that the certificate has.
    #[cfg(feature = "tls")]
    pub fn tls(mut self, certificate: impl Into<Vec<u8>>, key: impl Into<Vec<u8>>) -> Self {
        self.identity = Some((certificate.into(), key.into()));
        self
    }

    /// When partitions split and merge. By default far sooner than YDB's do, so that tests can watch it.
    pub fn thresholds(mut self, thresholds: Thresholds) -> Self {
        self.config.thresholds = thresholds;
        self
    }

    /// The clock that the server asks for the time: the machine's by default.
    ///
    /// A [manual](Clock::manual) clock stands still until [`Server::advance`] moves it. Timers of clients do not follow it.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.config.clock = clock;
        self
    }

    /// How long it takes to build an index that ALTER TABLE adds: no time by default.
    ///
    /// With a time, ALTER is answered at once. Until the time is over, DescribeTable reports the index as building,
    /// and a query with `VIEW` of it is refused with YDB's `Requested index: .. is not ready to use`. Writes reach
    /// the index from the beginning, so it is complete when it is ready.
    ///
    /// YDB builds indexes in the background and reports the same states. It answers ALTER TABLE when the index is
    /// built; a client that loses that answer, or does not wait for it, sees what it sees here. YDB refuses other
    /// changes of the table during the build, and this server accepts them. A failing build cannot be simulated.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let server = ydb_embedded::Server::builder().index_build_time(Duration::from_millis(200)).start_blocking()?;
    /// # Ok::<(), ydb_embedded::StartError>(())
    /// ```
    pub const fn index_build_time(mut self, takes: Duration) -> Self {
        self.config.index_build_time = takes;
        self
    }

    /// How long a session lives that nobody uses: 10 minutes by default, as in YDB.
    ///
    /// The time runs from the end of the session's last request; a keep-alive is one. It does not run while a stream
    /// is attached to the session: such a session ends with the stream. Its open transactions are rolled back, and
    /// its id is answered with BAD_SESSION from then on.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let server = ydb_embedded::Server::builder().session_idle_time(Duration::from_secs(1)).start_blocking()?;
    /// # Ok::<(), ydb_embedded::StartError>(())
    /// ```
    pub const fn session_idle_time(mut self, idle: Duration) -> Self {
        self.config.session_idle_time = idle;
        self
    }

    /// Sets the behavior where releases and configurations of YDB differ. The [default](Behavior::default) is that of
    /// the current release.
    pub const fn behavior(mut self, behavior: Behavior) -> Self {
        self.config.behavior = behavior;
        self
    }

    /// Faults set up before the start, or shared by several servers.
    pub fn faults(mut self, faults: &Faults) -> Self {
        self.faults = faults.clone();
        self
    }

    /// Called with each call that the server refuses, on the server's threads. The library itself prints nothing.
    pub fn on_refused(mut self, report: impl Fn(&Refusal) + Send + Sync + 'static) -> Self {
        self.on_refused = Some(Arc::new(report));
        self
    }

    /// Starts the server. The port is open when this returns.
    ///
    /// # Errors
    ///
    /// If the address cannot be listened on, the system has no thread left, or TLS was set up with what is not a
    /// certificate and its key.
    pub async fn start(self) -> Result<Server, StartError> {
        self.start_blocking()
    }

    /// [`ServerBuilder::start`] for code that is not async.
    ///
    /// # Errors
    ///
    /// If the address cannot be listened on, the system has no thread left, or TLS was set up with what is not a
    /// certificate and its key.
    pub fn start_blocking(self) -> Result<Server, StartError> {
        let protocol = Protocol::new();
        #[cfg(feature = "tls")]
        let protocol = match &self.identity {
            Some((certificate, key)) => protocol.encrypted(certificate, key).map_err(StartError::Tls)?,
            None => protocol,
        };
        let Self { host, port, config, faults, on_refused, identity } = self;
        let is_encrypted = identity.is_some();
        let (listener, address) = listen(&host, port).map_err(|source| StartError::Listen { host, port, source })?;
        let engine = Engine::new(config);
        let gate = Gate {
            engine: engine.clone(),
            faults: faults.clone(),
            on_refused,
            address: parts(address),
            is_encrypted,
            #[cfg(feature = "simulation")]
            turns: None,
        };
        let running = ServerThreads::new(protocol, listener, gate)?;

        let scheme = if is_encrypted { "grpcs" } else { "grpc" };
        let endpoint = format!("{scheme}://{address}");
        let connection_string = format!("{endpoint}{}", engine.config().database);
        Ok(Server { engine, faults, endpoint, connection_string, _running: Some(running) })
    }
}

#[cfg(feature = "simulation")]
impl ServerBuilder {
    /// An engine with these settings, on a manual clock: the machine's would not repeat itself.
    pub(crate) fn engine(&self, time: std::time::SystemTime) -> Arc<Engine> {
        let mut config = self.config.clone();
        if !config.clock.is_manual() {
            config.clock = Clock::manual_at(time);
        }
        Engine::new(config)
    }

    /// Plants a fault, to see that the checkers find it: commits do not look at their locks.
    #[doc(hidden)]
    pub fn ignore_locks(mut self) -> Self {
        self.config.ignores_locks = true;
        self
    }

    /// Takes back the faults that have not happened.
    pub(crate) fn clear_faults(&self) {
        self.faults.clear();
    }

    /// A server of this engine on the current runtime, whose requests take turns.
    pub(crate) fn in_turn(
        &self,
        engine: &Arc<Engine>,
        turns: &Arc<Turns>,
        lines: &Lines,
    ) -> Result<Server, StartError> {
        let failed = |source| StartError::Listen { host: self.host.clone(), port: 0, source };
        let (listener, address) = listen(&self.host, 0).map_err(failed)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        let gate = Gate {
            engine: Arc::clone(engine),
            faults: self.faults.clone(),
            on_refused: self.on_refused.clone(),
            address: parts(address),
            is_encrypted: false,
            turns: Some(Arc::clone(turns)),
        };
        let serving = Protocol::new().serve_in_turn(listener, gate, lines.clone(), turns.moves().clone());
        // It ends with the runtime.
        tokio::spawn(async move { serving.await.ok() });
        let endpoint = format!("grpc://{address}");
        let connection_string = format!("{endpoint}{}", engine.config().database);
        Ok(Server {
            engine: Arc::clone(engine),
            faults: self.faults.clone(),
            endpoint,
            connection_string,
            _running: None,
        })
    }
}

impl fmt::Debug for ServerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ServerBuilder");
        shown
            .field("host", &self.host)
            .field("port", &self.port)
            .field("database", &self.config.database)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Starts a server on a free port of the loopback interface, with an empty database `/local` that is open to
    /// everyone.
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
    /// If the system has no port or no thread left.
    pub async fn start() -> Result<Self, StartError> {
        Self::builder().start().await
    }

    /// [`Server::start`] for code that is not async; neither of them waits for anything.
    ///
    /// ```
    /// let server = ydb_embedded::Server::start_blocking()?;
    /// assert_eq!(server.database(), "/local");
    /// # Ok::<(), ydb_embedded::StartError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the system has no port or no thread left.
    pub fn start_blocking() -> Result<Self, StartError> {
        Self::builder().start_blocking()
    }

    /// Starts to configure a server.
    pub fn builder() -> ServerBuilder {
        ServerBuilder::default()
    }
}

/// A listener, and the address at which clients on this machine reach it.
fn listen(host: &str, port: u16) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind((host, port))?;
    listener.set_nonblocking(true)?;
    let mut address = listener.local_addr()?;
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    Ok((listener, address))
}

/// Host and port as clients receive them, an IPv6 address in brackets.
fn parts(address: SocketAddr) -> (String, u16) {
    let host = match address.ip() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    (host, address.port())
}
