//! The options that say which database, and who asks.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// The database and the credentials for it. Options come before the connection string, and that before the environment.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connection")]
pub(super) struct Access {
    /// The database, e.g. grpc://localhost:2136/local; the default is the variable YDB_CONNECTION_STRING
    #[arg(long, value_name = "STRING")]
    pub(super) connection: Option<ConnectionString>,
    /// A file with the key of a service account
    #[arg(long, value_name = "FILE", group = "credentials")]
    pub(super) sa_key_file: Option<PathBuf>,
    /// A file with an access token
    #[arg(long, value_name = "FILE", group = "credentials")]
    pub(super) token_file: Option<PathBuf>,
    /// The name of a user, with --password-file
    #[arg(long, value_name = "NAME", group = "credentials", requires = "password_file")]
    pub(super) user: Option<String>,
    /// A file with the user's password
    #[arg(long, value_name = "FILE", requires = "user")]
    pub(super) password_file: Option<PathBuf>,
    /// Ask the metadata service of this machine for a token
    #[arg(long, group = "credentials", alias = "use-metadata-credentials")]
    pub(super) use_metadata: bool,
    /// A file with the certificate of the server's authority, for grpcs://
    #[arg(long, value_name = "FILE")]
    pub(super) ca_file: Option<PathBuf>,
}

/// A connection string, which may contain a secret.
#[derive(Clone)]
pub(super) struct ConnectionString(pub(super) String);

impl FromStr for ConnectionString {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(ConnectionString(text.to_owned()))
    }
}

impl fmt::Debug for ConnectionString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConnectionString(..)")
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::super::args::Tool;

    #[test]
    fn debug_shows_no_secret() {
        let args = ["ydb-keys", "lint", "--connection", "grpc://h:1/db?token=secret"];
        let shown = format!("{:?}", Tool::try_parse_from(args).unwrap());
        assert!(shown.contains("ConnectionString(..)") && !shown.contains("secret"), "{shown}");
    }
}
