//! The options that say which database, and who asks.

use std::path::PathBuf;

use clap::Args;

/// The database and the credentials for it. Options come before the connection string, and that before the environment.
#[derive(Args, Debug)]
#[command(next_help_heading = "Connection")]
pub(super) struct Access {
    /// The database, e.g. grpc://localhost:2136/local; the default is the variable YDB_CONNECTION_STRING
    #[arg(long, value_name = "STRING")]
    pub(super) connection: Option<String>,
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
