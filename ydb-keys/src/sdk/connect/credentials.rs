//! Credentials from the connection string, or else from the environment. Also the errors of connecting.
//!
//! The order is the one in YDB's documentation (reference/ydb-sdk/auth): a service account's key file, anonymous, the
//! metadata service, an access token; then user and password, like in YDB's SDKs for Go and JavaScript. There are two
//! differences. The connection string takes precedence, like the command line in YDB's CLI. Without any credentials the
//! connection is anonymous, like in the CLI. The documented fallback, the metadata service, exists only in the cloud,
//! and a laptop would wait for it.

use std::path::PathBuf;
use std::{fmt, io};

use ydb::YdbError;

use super::address::parameter;
use crate::error::failure::Reason;
use crate::sdk::status::{UNAUTHORIZED, grpc, has_grpc_code, has_status};

/// Options of a command line about a connection. They take precedence over the connection string and the environment.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct CommandLine {
    pub login: Option<Login>,
    /// File with the certificate of the server's authority.
    pub ca_file: Option<PathBuf>,
}

/// Credentials from a command line. They are never a secret themselves, because other users of the machine can read
/// command lines.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Login {
    KeyFile(PathBuf),
    TokenFile(PathBuf),
    Password { user: String, file: PathBuf },
    Metadata,
}

impl Login {
    pub(super) fn option(&self) -> &'static str {
        match self {
            Login::KeyFile(_) => "--sa-key-file",
            Login::TokenFile(_) => "--token-file",
            Login::Password { .. } => "--password-file",
            Login::Metadata => "--use-metadata",
        }
    }
}

/// Parameters of a connection string that give the client credentials.
const PARAMETERS: [&str; 6] =
    ["token", "token_file", "token_cmd", "token_metadata", "token_static_password", "sa_key_file"];

pub(super) const KEY_FILE: &str = "YDB_SERVICE_ACCOUNT_KEY_FILE_CREDENTIALS";
const ANONYMOUS: &str = "YDB_ANONYMOUS_CREDENTIALS";
const METADATA: &str = "YDB_METADATA_CREDENTIALS";
const TOKEN: &str = "YDB_ACCESS_TOKEN_CREDENTIALS";
const USER: &str = "YDB_STATIC_CREDENTIALS_USER";
const PASSWORD: &str = "YDB_STATIC_CREDENTIALS_PASSWORD";
const ENDPOINT: &str = "YDB_STATIC_CREDENTIALS_ENDPOINT";

#[derive(PartialEq)]
pub(super) enum Chosen {
    /// A parameter of the connection string, which the client reads itself.
    Parameter(&'static str),
    /// Path of a file with the key of a service account.
    KeyFile(String),
    Anonymous,
    Metadata,
    Token(String),
    Password {
        user: String,
        password: String,
        endpoint: Option<String>,
    },
    /// An option of the command line.
    CommandLine(Login),
    None,
}

/// Chooses the credentials by the connection string and the variables. An empty variable counts as unset.
pub(super) fn choose(connection: &str, variable: impl Fn(&str) -> Option<String>) -> Chosen {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    let is_on = |name: &str| variable(name).as_deref() == Some("1");
    if let Some(name) = PARAMETERS.into_iter().find(|name| parameter(connection, name).is_some()) {
        return Chosen::Parameter(name);
    }
    if let Some(path) = variable(KEY_FILE) {
        return Chosen::KeyFile(path);
    }
    if is_on(ANONYMOUS) {
        return Chosen::Anonymous;
    }
    if is_on(METADATA) {
        return Chosen::Metadata;
    }
    if let Some(token) = variable(TOKEN) {
        return Chosen::Token(token);
    }
    match variable(USER) {
        Some(user) => {
            Chosen::Password { user, password: variable(PASSWORD).unwrap_or_default(), endpoint: variable(ENDPOINT) }
        }
        None => Chosen::None,
    }
}

impl Chosen {
    /// Describes the source of the credentials for messages, never the credentials themselves.
    pub(super) fn described(&self) -> String {
        match self {
            Chosen::Parameter(name) => format!("the parameter `{name}` of the connection string"),
            Chosen::KeyFile(_) => format!("the key that {KEY_FILE} names"),
            Chosen::Anonymous => format!("no credentials, as {ANONYMOUS} says"),
            Chosen::Metadata => format!("the metadata service, as {METADATA} says"),
            Chosen::Token(_) => format!("the token in {TOKEN}"),
            Chosen::Password { .. } => format!("the user in {USER} and the password in {PASSWORD}"),
            Chosen::CommandLine(login) => {
                let option = login.option();
                match login {
                    Login::KeyFile(_) => format!("the key that `{option}` names"),
                    Login::TokenFile(_) => format!("the token that `{option}` names"),
                    Login::Password { .. } => format!("the user of `--user` and the password that `{option}` names"),
                    Login::Metadata => format!("the metadata service, as `{option}` says"),
                }
            }
            Chosen::None => "no credentials".to_owned(),
        }
    }
}

/// Reason that [`connect`](super::connect) failed. No message contains a secret: only the host and the database of the
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
        /// Connection string without its parameters.
        address: String,
        /// Fault of the connection string.
        reason: String,
    },
    /// A file with a key, a token or a certificate cannot be read, or is not valid.
    ///
    /// [What to do](crate::guide::errors#connecterrorfile).
    #[error("cannot connect to `{address}`: cannot read {what} in `{}`, which {named_by} names: {reason}", .path.display())]
    File {
        /// Connection string without its parameters.
        address: String,
        /// Contents that the file should have: `the CA certificate`.
        what: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// Variable, parameter or option that names the file.
        named_by: &'static str,
        /// Reason that the file cannot be read.
        reason: String,
    },
    /// The database rejects the credentials, or requires some.
    ///
    /// [What to do](crate::guide::errors#connecterrorunauthorized).
    #[error("cannot connect to `{address}` with {credentials}: {}", Reason(.source))]
    Unauthorized {
        /// Connection string without its parameters.
        address: String,
        /// Source of the credentials: `the token in YDB_ACCESS_TOKEN_CREDENTIALS`.
        credentials: String,
        /// Answer of the database.
        source: Box<YdbError>,
    },
    /// The database refused, or the connection failed.
    ///
    /// [What to do](crate::guide::errors#connecterrorrefused).
    #[error("cannot connect to `{address}`: {}{}", Reason(.source), hint(.source))]
    Refused {
        /// Connection string without its parameters.
        address: String,
        /// Error of the client.
        source: Box<YdbError>,
    },
    /// The database did not answer.
    ///
    /// [What to do](crate::guide::errors#connecterrorsilent).
    #[error("cannot connect to `{address}`: no answer within {seconds} seconds{HINT}")]
    Silent {
        /// Connection string without its parameters.
        address: String,
        /// Time in seconds that the client waited for an answer.
        seconds: u64,
    },
}

/// Advice on what to check.
const HINT: &str = "; is YDB running there, is the path of the database right, and is the scheme `grpcs://` with TLS and \
                    `grpc://` without?";

/// Advice on what to check if only the name of the database is wrong.
const UNKNOWN_DATABASE: &str = "; is the path of the database right?";

fn hint(source: &YdbError) -> &'static str {
    if is_unknown_database(source) { UNKNOWN_DATABASE } else { HINT }
}

/// Returns `true` if the database does not exist. YDB answers with the same code as for a wrong token.
fn is_unknown_database(source: &YdbError) -> bool {
    matches!(source, YdbError::TransportGRPCStatus(status) if status.message().contains("Unknown database"))
}

// A `main` that returns the error prints the message.
impl_debug!([] ConnectError, |self, f| fmt::Display::fmt(self, f));

impl ConnectError {
    pub(super) fn of(address: String, credentials: String, source: YdbError) -> Self {
        let is_unauthorized = has_status(&source, &[UNAUTHORIZED]) || has_grpc_code(&source, &[grpc::UNAUTHENTICATED]);
        let is_unauthorized = is_unauthorized && !is_unknown_database(&source);
        let source = Box::new(source);
        if is_unauthorized {
            ConnectError::Unauthorized { address, credentials, source }
        } else {
            ConnectError::Refused { address, source }
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

    const ALL: [(&str, &str); 7] = [
        (KEY_FILE, "/key.json"),
        (ANONYMOUS, "1"),
        (METADATA, "1"),
        (TOKEN, "t0ken"),
        (USER, "me"),
        (PASSWORD, "secret"),
        (ENDPOINT, "grpc://auth:1"),
    ];

    fn chosen(connection: &str, variables: &[(&str, &str)]) -> Chosen {
        choose(connection, |name| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_order_of_the_variables() {
        let password = |endpoint: Option<&str>| Chosen::Password {
            user: "me".into(),
            password: "secret".into(),
            endpoint: endpoint.map(str::to_owned),
        };
        let expected = [
            Chosen::KeyFile("/key.json".into()),
            Chosen::Anonymous,
            Chosen::Metadata,
            Chosen::Token("t0ken".into()),
            password(Some("grpc://auth:1")),
        ];
        for (at, expected) in expected.into_iter().enumerate() {
            assert!(chosen("grpc://ydb:1/l", &ALL[at..]) == expected, "{at}");
        }
        assert!(chosen("grpc://ydb:1/l", &ALL[4..6]) == password(None));
        assert!(chosen("grpc://ydb:1/l", &ALL[5..]) == Chosen::None);
    }

    #[test]
    fn the_connection_string_comes_first() {
        for name in PARAMETERS {
            let connection = format!("grpc://ydb:1/l?database=/x&{name}=y");
            assert!(chosen(&connection, &ALL) == Chosen::Parameter(name), "{name}");
        }
        assert!(chosen("grpc://ydb:1/l?use_discovery=false", &[]) == Chosen::None);
    }

    #[test]
    fn what_is_empty_or_off_is_not_said() {
        let off = [(KEY_FILE, ""), (ANONYMOUS, "0"), (METADATA, "no"), (TOKEN, ""), (USER, "")];
        assert!(chosen("grpc://ydb:1/l", &off) == Chosen::None);
        assert!(matches!(
            chosen("grpc://ydb:1/l", &[(USER, "root")]),
            Chosen::Password { password, endpoint: None, .. } if password.is_empty()
        ));
    }

    #[test]
    fn no_message_has_a_secret() {
        for at in 0..ALL.len() {
            let text = chosen("grpc://ydb:1/l", &ALL[at..]).described();
            assert!(["t0ken", "secret", "/key.json"].iter().all(|secret| !text.contains(secret)), "{text}");
        }
    }

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
