//! The connection: it is opened, shared and refreshed here, and closes with its last clone.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use ydb::YdbError;
use ydb_grpc::ydb_proto::query::{
    CreateSessionRequest, CreateSessionResponse, DeleteSessionRequest, DeleteSessionResponse,
};
use ydb_keys::__internal::Target;
use ydb_keys::ConnectError;

use super::nodes::Nodes;
use super::send::Sender;
use super::ticket::Ticket;
use crate::retry::{Backoff, retried};

/// Interval between discoveries of nodes; the crate `ydb` uses the same interval.
const DISCOVERY: Duration = Duration::from_secs(60);

/// Shortest time between two discoveries.
const PAUSE: Duration = Duration::from_secs(1);

/// Connections to all nodes of a database, for loads and exports.
///
/// A clone shares them; they close with the last clone. Nodes are discovered when the connection is opened, every
/// minute, and after a node fails. Each node has one connection, and a request goes to the node with the fewest
/// requests. A node whose connection fails is set aside for half a second, and for up to 30 seconds if it keeps
/// failing.
///
/// The credentials are those of the crate `ydb`, which also renews them. Loads and exports need only this connection.
/// All other calls need a [`ydb::Client`], which [`connect`](ydb_keys::connect) makes from the same string.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use ydb_keys_bulk::Connection;
///
/// let connection = Connection::open(&std::env::var("YDB_CONNECTION_STRING")?).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Connection(Arc<Shared>);

struct Shared {
    database: String,
    links: Arc<Links>,
    discovery: Option<AbortHandle>,
}

/// State that requests share with the background task.
pub(super) struct Links {
    pub(super) nodes: Nodes,
    pub(super) sender: Sender,
    /// Signal that a node failed: wakes the discovery of nodes.
    pub(super) failed: Notify,
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(discovery) = &self.discovery {
            discovery.abort();
        }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("database", &self.0.database).finish_non_exhaustive()
    }
}

impl Connection {
    /// Connects to the database of a connection string such as `grpc://localhost:2136/local`. The credentials come from
    /// the string or from the environment. [`connect`](ydb_keys::connect) reads the same string, parameters and
    /// environment variables.
    ///
    /// Needs a `tokio` runtime, and is bound to it: in another runtime, open another connection.
    ///
    /// # Errors
    /// Returns a [`ConnectError`] for an invalid string, for credentials that YDB rejects, and if there is no answer
    /// within ten seconds. [`connect`](ydb_keys::connect) returns the same errors.
    pub async fn open(connection_string: &str) -> Result<Self, ConnectError> {
        let target = Target::of(connection_string)?;
        Self::of(target).await
    }

    /// Connects to the database of a connection string, with any credentials of the crate `ydb`. Credentials in the
    /// string and in the environment are not used.
    ///
    /// # Errors
    /// Returns a [`ConnectError`] in the same cases as [`open`](Self::open).
    pub async fn open_with(
        connection_string: &str,
        credentials: impl ydb::Credentials + 'static,
    ) -> Result<Self, ConnectError> {
        let target = Target::with_credentials(connection_string, credentials)?;
        Self::of(target).await
    }

    /// Connects to the database of a connection string, with the options of a command line.
    #[doc(hidden)]
    pub async fn open_with_options(
        connection_string: &str,
        options: ydb_keys::__internal::CommandLine,
    ) -> Result<Self, ConnectError> {
        let target = Target::with_options(connection_string, options)?;
        Self::of(target).await
    }

    /// Returns the path of the database, such as `/local`.
    pub fn database(&self) -> &str {
        &self.0.database
    }

    pub(super) fn links(&self) -> &Arc<Links> {
        &self.0.links
    }

    async fn of(target: Target) -> Result<Self, ConnectError> {
        let certificate = target.certificate()?;
        target.origin().answered(Box::pin(Self::connected(target, certificate))).await
    }

    /// Gets a ticket, discovers the nodes, and makes a session on one of them. A wrong address or wrong credentials
    /// fail here. Errors that may pass are retried, as the crate `ydb` does.
    async fn connected(target: Target, certificate: Option<Vec<u8>>) -> Result<Self, YdbError> {
        let database = target.database();
        let nodes = Nodes::new(target.endpoint(), &database, certificate)?;
        let discovers = target.uses_discovery();
        let ticket = match target.is_anonymous() {
            true => None,
            false => Some(Ticket::open(target).await?),
        };
        let sender = Sender::new(&database, ticket)?;
        let links = Arc::new(Links { nodes, sender, failed: Notify::new() });
        retried(None, || links.first(discovers)).await?;
        let discovery = discovers.then(|| tokio::spawn(Arc::clone(&links).keep()).abort_handle());
        Ok(Self(Arc::new(Shared { database, links, discovery })))
    }
}

impl Links {
    async fn first(&self, discovers: bool) -> Result<(), YdbError> {
        if discovers {
            self.nodes.discover(&self.sender).await?;
        }
        let node = self.nodes.next();
        let path = "/Ydb.Query.V1.QueryService/CreateSession";
        let session: CreateSessionResponse = self.sender.unary(&node, path, || CreateSessionRequest {}, None).await?;
        let path = "/Ydb.Query.V1.QueryService/DeleteSession";
        let delete = || DeleteSessionRequest { session_id: session.session_id.clone() };
        let _: DeleteSessionResponse = self.sender.unary(&node, path, delete, None).await?;
        Ok(())
    }

    /// Discovers nodes every minute, and soon after failures. The requests also keep the ticket fresh.
    async fn keep(self: Arc<Self>) {
        let mut backoff = None;
        loop {
            let wait = backoff.as_mut().map_or(DISCOVERY, Backoff::pause);
            let _ = timeout(wait.max(PAUSE), self.failed.notified()).await;
            sleep(PAUSE).await;
            backoff = match self.nodes.discover(&self.sender).await {
                Ok(()) => None,
                Err(_) => Some(backoff.take().unwrap_or_else(|| Backoff::new(None))),
            };
        }
    }
}
