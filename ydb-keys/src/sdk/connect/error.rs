//! Why the connection failed.

use std::path::PathBuf;
use std::{fmt, io};

use ydb::YdbError;

use crate::error::failure::Reason;
use crate::sdk::status::{UNAUTHORIZED, grpc, has_grpc_code, has_status};

/// Why [`connect`](super::connect) failed. No message contains a secret: only the host and the database of the
/// connection string are shown.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The connection string cannot be read.
    ///
    /// [What to do](crate::guide::errors#connecterrorinvalid).
    #[error(
        "cannot connect to `{address}`: not a valid connection string: {reason}; one looks like \
         `grpc://localhost:2136/local`"
    )]
    Invalid {
        /// The connection string without its parameters.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file with a key, a token or a certificate cannot be read, or is not valid.
    ///
    /// [What to do](crate::guide::errors#connecterrorfile).
    #[error("cannot connect to `{address}`: cannot read {what} in `{}`, which {named_by} names: {reason}", .path.display())]
    File {
        /// The connection string without its parameters.
        address: String,
        /// What the file should hold: `the CA certificate`.
        what: &'static str,
        /// Its path.
        path: PathBuf,
        /// The variable, the parameter or the option that names it.
        named_by: &'static str,
        /// Why it cannot be read.
        reason: String,
    },
    /// The database rejects the credentials, or requires some.
    ///
    /// [What to do](crate::guide::errors#connecterrorunauthorized).
    #[error("cannot connect to `{address}` with {credentials}: {}", Reason(.source))]
    Unauthorized {
        /// The connection string without its parameters.
        address: String,
        /// Where the credentials came from: `the token in YDB_ACCESS_TOKEN_CREDENTIALS`.
        credentials: String,
        /// What the database said.
        source: Box<YdbError>,
    },
    /// The database refused, or the connection failed.
    ///
    /// [What to do](crate::guide::errors#connecterrorrefused).
    #[error("cannot connect to `{address}`: {}{}", Reason(.source), hint(.source))]
    Refused {
        /// The connection string without its parameters.
        address: String,
        /// The client's error.
        source: Box<YdbError>,
    },
    /// The database did not answer.
    ///
    /// [What to do](crate::guide::errors#connecterrorsilent).
    #[error("cannot connect to `{address}`: no answer within {seconds} seconds{HINT}")]
    Silent {
        /// The connection string without its parameters.
        address: String,
        /// How long the client waited for an answer.
        seconds: u64,
    },
}

/// What to check.
const HINT: &str = "; is YDB running there, is the path of the database right, and is the scheme `grpcs://` with TLS and \
                    `grpc://` without?";

/// What to check where only the name of the database is wrong.
const UNKNOWN_DATABASE: &str = "; is the path of the database right?";

fn hint(source: &YdbError) -> &'static str {
    if is_unknown_database(source) { UNKNOWN_DATABASE } else { HINT }
}

/// YDB answers it as it answers a wrong token.
fn is_unknown_database(source: &YdbError) -> bool {
    matches!(source, YdbError::TransportGRPCStatus(status) if status.message().contains("Unknown database"))
}

/// The message: what a `main` that returns the error prints.
impl fmt::Debug for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ConnectError {
    /// The error of a client that could not be built, or whose first request failed.
    pub(super) fn of(address: String, credentials: String, source: YdbError) -> Self {
        let is_unauthorized = has_status(&source, &[UNAUTHORIZED]) || has_grpc_code(&source, &[grpc::UNAUTHENTICATED]);
        let is_unauthorized = is_unauthorized && !is_unknown_database(&source);
        let source = Box::new(source);
        match is_unauthorized {
            true => ConnectError::Unauthorized { address, credentials, source },
            false => ConnectError::Refused { address, source },
        }
    }

    pub(super) fn file(
        address: &str,
        what: &'static str,
        path: impl Into<PathBuf>,
        named_by: &'static str,
        reason: &io::Error,
    ) -> Self {
        ConnectError::File {
            address: address.to_owned(),
            what,
            path: path.into(),
            named_by,
            reason: match reason.kind() {
                io::ErrorKind::InvalidData => "it is no text, as it is not UTF-8".to_owned(),
                _ => reason.to_string(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_that_returns_it_prints_the_message() {
        let source = YdbError::Custom("transport error".to_owned());
        let error = ConnectError::of("grpc://ydb:2136/local".to_owned(), "no credentials".to_owned(), source);
        let text = format!("{error:?}");
        assert_eq!(text, error.to_string());
        assert!(
            text.starts_with("cannot connect to `grpc://ydb:2136/local`: transport error; is YDB running"),
            "{text}"
        );
    }
}
