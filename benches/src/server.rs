//! The embedded engine in a process of its own, so that the measured process does only the client's work.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ydb::{Client, ClientBuilder, QueryClient, QueryStream, SessionPoolSettings};
use ydb_embedded::Server;

use crate::Outcome;

/// Argument with which a program starts itself as the server.
const ROLE: &str = "serve";

/// Server process that runs until it is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    connection_string: String,
}

impl ServerProcess {
    /// Starts the running program again as the server. Its `main` must begin with [`serve_if_asked`].
    ///
    /// # Errors
    /// The process does not start, or prints no address.
    pub fn start() -> Outcome<Self> {
        let mut child =
            Command::new(std::env::current_exe()?).arg(ROLE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut connection_string = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut connection_string)?;
        }
        connection_string.truncate(connection_string.trim_end().len());
        Ok(ServerProcess { child, connection_string })
    }

    /// Returns the connection string of the server.
    #[must_use]
    pub fn connection_string(&self) -> &str {
        &self.connection_string
    }

    /// Connects a client to this server.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn connect(&self) -> Outcome<Client> {
        Ok(ClientBuilder::new_from_connection_string(&self.connection_string)?.build().await?)
    }
}

/// Returns the client with one session. Calls wait for ever while a stream of [`hold`] has that session.
///
/// # Errors
/// The session pool cannot be created.
pub async fn with_one_session(client: Client) -> Outcome<Client> {
    let pool = SessionPoolSettings { acquire_timeout: Duration::ZERO, ..SessionPoolSettings::new().with_limit(1) };
    Ok(client.with_session_pool(pool).await?)
}

/// Takes a session until the stream is dropped.
///
/// # Errors
/// The query fails.
pub async fn hold(q: &mut QueryClient) -> Outcome<QueryStream<'_>> {
    Ok(q.query("SELECT 1").await?)
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // The server ends when its input is closed. An error means that it has ended already.
        drop(self.child.stdin.take());
        drop(self.child.wait());
    }
}

/// Runs the server if the process was started for that. Returns `true` when the server has ended.
///
/// # Errors
/// The server does not start.
pub fn serve_if_asked() -> Outcome<bool> {
    if std::env::args().nth(1).as_deref() != Some(ROLE) {
        return Ok(false);
    }
    let server = Server::start_blocking()?;
    println!("{}", server.connection_string());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    server.stop();
    Ok(true)
}
