//! Command line of the engine: its options, and the lines that it prints for refused calls.

use std::future::poll_fn;
use std::path::PathBuf;
use std::pin::pin;
use std::{fs, io};

use chrono::{DateTime, SecondsFormat, Utc};

use crate::server::{Server, StartError};
use crate::session::Behavior;
use crate::wire::Refusal;

/// The options of a command that serves the engine.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// Port to listen on; 0 picks a free one
    #[arg(long, default_value_t = 2136)]
    port: u16,

    /// Interface to listen on; 0.0.0.0 for all
    #[arg(long, default_value = "127.0.0.1")]
    host: String,

    /// Path of the database
    #[arg(long, default_value = "/local")]
    database: String,

    /// Name of the only user who may connect; without it, everyone may
    #[arg(long, requires = "password")]
    user: Option<String>,

    /// Password of the user
    #[arg(long, requires = "user")]
    password: Option<String>,

    /// Let clients without a token connect, too, although there is a user
    #[arg(long, requires = "user")]
    anonymous: bool,

    /// Accept only what every real server accepts, whatever its configuration: no parameters without DECLARE, no
    /// queries above 10 KB. Without this option it behaves like a server of today with the default configuration
    #[arg(long)]
    strict: bool,

    /// File with the server's certificate, as PEM, for TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,

    /// File with the key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
}

impl Serve {
    /// Starts the server. Passes each refused call as a line to `on_refused`.
    ///
    /// # Errors
    ///
    /// A sentence, if the server does not start, or if a file cannot be read.
    pub fn start(&self, on_refused: impl Fn(String) + Send + Sync + 'static) -> Result<Server, String> {
        let behavior = if self.strict { Behavior::strict() } else { Behavior::default() };
        let mut builder =
            Server::builder().host(&self.host).port(self.port).database(&self.database).behavior(behavior);
        if let Some((user, password)) = self.user.as_ref().zip(self.password.as_ref()) {
            builder = builder.user(user, password);
        }
        if self.anonymous {
            builder = builder.anonymous();
        }
        if let Some((certificate, key)) = self.tls_certificate.as_ref().zip(self.tls_key.as_ref()) {
            builder = builder.tls(read(certificate)?, read(key)?);
        }
        let server = builder.on_refused(move |refusal| on_refused(line(refusal))).start_blocking();
        server.map_err(|error: StartError| error.to_string())
    }

    /// Waits for Ctrl-C, and calls `ready` as soon as it listens for the signal. `ready` prints the server's address: a
    /// program that has read the address may already send Ctrl-C.
    ///
    /// # Errors
    ///
    /// An error if the system has no such signal.
    pub async fn until_interrupted(ready: impl FnOnce()) -> io::Result<()> {
        let mut ready = Some(ready);
        let mut interrupted = pin!(tokio::signal::ctrl_c());
        poll_fn(|context| {
            let polled = interrupted.as_mut().poll(context);
            if let Some(ready) = ready.take() {
                ready();
            }
            polled
        })
        .await
    }
}

fn read(path: &PathBuf) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

/// Returns a refusal as one line: time, call, error, and the first line of the statement.
fn line(refusal: &Refusal) -> String {
    let at = DateTime::<Utc>::from(refusal.at).to_rfc3339_opts(SecondsFormat::Millis, true);
    let first = |text: &str| escaped(text.trim_start().lines().next().unwrap_or_default().trim_end());
    let error = first(&refusal.error.to_string());
    match refusal.statement.as_deref() {
        Some(statement) => format!("{at} {:?} {error} | {}", refusal.call, first(statement)),
        None => format!("{at} {:?} {error}", refusal.call),
    }
}

/// Escapes the control characters of a line. They come from a client, and a terminal would obey them.
fn escaped(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    for symbol in line.chars() {
        if symbol.is_control() { safe.extend(symbol.escape_default()) } else { safe.push(symbol) }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_line_has_no_control_characters() {
        assert_eq!(escaped("SELECT\t'\u{1b}[2J\u{9b}ü\r\u{7f}'"), r"SELECT\t'\u{1b}[2J\u{9b}ü\r\u{7f}'");
    }
}
