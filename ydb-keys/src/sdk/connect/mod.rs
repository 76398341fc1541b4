//! Connects a client by a connection string and the environment, or returns an error that says what is wrong with
//! these.

mod address;
mod credentials;

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;
use std::{env, fs, thread};

use futures_util::future::BoxFuture;
use ydb::{
    AccessTokenCredentials, AnonymousCredentials, Client, ClientBuilder, Credentials, Executor, HasGrpcOptions as _,
    MetadataUrlCredentials, ServiceAccountCredentials, StaticCredentials, YdbError,
};

use crate::error::failure::Reason;
use address::{check, check_endpoint, database, endpoint, parameter, shown, with_parameter};
use credentials::{Chosen, KEY_FILE, choose};
pub use credentials::{CommandLine, ConnectError, Login};

/// Time that the database may take to answer the first request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Variables that name a file with the certificate of the server's authority: the variable of YDB's SDKs, and that of
/// its CLI.
const CA_FILE: [&str; 2] = ["YDB_SSL_ROOT_CERTIFICATES_FILE", "YDB_CA_FILE"];

/// Parameters that name files, and the contents of the files.
const FILES: [(&str, &str); 3] = [
    ("ca_certificate", "the CA certificate"),
    ("token_file", "the token"),
    ("sa_key_file", "the service account's key"),
];

/// Connects to the database of a connection string, `grpc://localhost:2136/local`. The credentials come from the string
/// or from the environment. One request is sent, so that a wrong address or wrong credentials are reported here.
///
/// The parameters of the string give the credentials: `token`, `token_file`, `token_static_username` and
/// `token_static_password`, `sa_key_file`, `token_metadata`, `token_cmd`. Without these, YDB's variables do:
/// `YDB_SERVICE_ACCOUNT_KEY_FILE_CREDENTIALS`, `YDB_ANONYMOUS_CREDENTIALS`, `YDB_METADATA_CREDENTIALS`,
/// `YDB_ACCESS_TOKEN_CREDENTIALS`, and `YDB_STATIC_CREDENTIALS_USER` with `_PASSWORD` and `_ENDPOINT`. Without any
/// credentials the connection is anonymous. With `grpcs://` the connection is encrypted. The parameter
/// `ca_certificate`, or the variable `YDB_SSL_ROOT_CERTIFICATES_FILE` or `YDB_CA_FILE`, names a file with the
/// certificate of an authority that the system does not know. [The guide](crate::guide::production#credentials) has a
/// table of all of these.
///
/// You can also build a client of the crate `ydb` without this function. Such a client waits forever for a database
/// that does not answer.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let client = ydb_keys::connect(&std::env::var("YDB_CONNECTION_STRING")?).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`ConnectError`], whose message names the cure; [`ConnectError::Silent`] after ten seconds.
pub async fn connect(connection_string: &str) -> Result<Client, ConnectError> {
    Target::of(connection_string)?.connect().await
}

/// Database that a client can connect to: a checked connection string, and its credentials.
pub struct Target {
    connection: String,
    origin: Origin,
    is_anonymous: bool,
    builder: ClientBuilder,
}

/// Description of a connection for errors.
#[derive(Clone)]
pub struct Origin {
    address: String,
    /// Source of the credentials.
    credentials: String,
}

impl Target {
    #[doc(hidden)]
    pub fn of(connection_string: &str) -> Result<Self, ConnectError> {
        Self::with_options(connection_string, CommandLine::default())
    }

    /// Makes a target from a connection string and the options of a command line.
    #[doc(hidden)]
    pub fn with_options(connection_string: &str, options: CommandLine) -> Result<Self, ConnectError> {
        let (address, connection, builder) = checked(connection_string, options.ca_file.as_deref())?;
        let chosen = options.login.map_or_else(|| choose(&connection, variable), Chosen::CommandLine);
        let credentials = chosen.described();
        let is_anonymous = matches!(chosen, Chosen::Anonymous | Chosen::None);
        let builder = authenticated(builder, chosen, &address, &connection)?;
        Ok(Self { connection, origin: Origin { address, credentials }, is_anonymous, builder })
    }

    /// Returns a client that has reached the database.
    #[doc(hidden)]
    pub async fn connect(self) -> Result<Client, ConnectError> {
        let Self { origin, builder, .. } = self;
        let asked = Box::pin(async move {
            let client = builder.build().await?;
            client.query_client().query_row("SELECT 1").idempotent(true).await?;
            Ok(client)
        });
        origin.answered(asked).await
    }
}

impl Origin {
    /// Waits for the first requests, which the database must answer in time. Returns their result.
    #[doc(hidden)]
    pub async fn answered<T>(self, asked: BoxFuture<'_, Result<T, YdbError>>) -> Result<T, ConnectError> {
        let Self { address, credentials } = self;
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(answer) => answer.map_err(|error| ConnectError::of(address, credentials, error)),
            Err(_) => Err(ConnectError::Silent { address, seconds: PATIENCE.as_secs() }),
        }
    }
}

/// Checks a connection string. Returns the string that may be shown, the string to use, and a builder for a client.
fn checked(connection_string: &str, ca_file: Option<&Path>) -> Result<(String, String, ClientBuilder), ConnectError> {
    let connection = connection_string.trim();
    let address = shown(connection);
    let invalid = |reason: String| ConnectError::Invalid { address: address.clone(), reason };
    check(connection).map_err(invalid)?;
    let connection = with_certificate(connection, ca_file);
    readable(&address, &connection, ca_file.is_some())?;
    let builder = ClientBuilder::new_from_connection_string(connection.as_str())
        .map_err(|error| invalid(Reason(&error).to_string()))?;
    Ok((address, connection, builder))
}

/// Methods for a client that reaches the database through a proxy.
impl Target {
    /// Keeps the credentials, but connects to another address and database path.
    #[doc(hidden)]
    pub fn through(mut self, discovery: ydb::StaticDiscovery, database: &str) -> Self {
        self.builder = self.builder.with_discovery(discovery).with_database(database);
        self
    }

    /// Returns the scheme, host and port: `grpcs://ydb:2135`.
    #[doc(hidden)]
    pub fn endpoint(&self) -> &str {
        endpoint(&self.connection)
    }

    /// Returns the connection string without its secrets.
    #[cfg(feature = "testing")]
    pub(crate) fn address(&self) -> &str {
        &self.origin.address
    }

    /// Returns the path of the database.
    #[doc(hidden)]
    pub fn database(&self) -> String {
        database(&self.connection)
    }

    /// Reads the certificate of the server's authority, if one was named.
    #[doc(hidden)]
    pub fn certificate(&self) -> Result<Option<Vec<u8>>, ConnectError> {
        let Some(path) = parameter(&self.connection, FILES[0].0) else { return Ok(None) };
        let failed = |error| ConnectError::file(&self.origin.address, FILES[0].1, &path, FILES[0].0, &error);
        fs::read(&path).map(Some).map_err(failed)
    }
}

/// Methods for connections that other crates of this project make.
impl Target {
    /// Makes a target with credentials that the program has made, whatever the environment says.
    #[doc(hidden)]
    pub fn with_credentials(
        connection_string: &str,
        credentials: impl Credentials + 'static,
    ) -> Result<Self, ConnectError> {
        let (address, connection, builder) = checked(connection_string, None)?;
        let origin = Origin { address, credentials: "the credentials of the program".to_owned() };
        Ok(Self { connection, origin, is_anonymous: false, builder: builder.with_credentials(credentials) })
    }

    #[doc(hidden)]
    pub fn origin(&self) -> Origin {
        self.origin.clone()
    }

    /// Returns `true` if there are no credentials.
    #[doc(hidden)]
    pub fn is_anonymous(&self) -> bool {
        self.is_anonymous
    }

    /// Returns `true` if the nodes of the database are to be discovered. The client has already checked the parameter's
    /// value.
    #[doc(hidden)]
    pub fn uses_discovery(&self) -> bool {
        !matches!(parameter(&self.connection, "use_discovery").as_deref(), Some("false" | "0"))
    }

    /// Builds a client that has sent nothing yet, except perhaps a request for its token.
    #[doc(hidden)]
    pub async fn build(self) -> Result<Client, YdbError> {
        let building: BoxFuture<'_, _> = Box::pin(self.builder.with_executor(std::sync::Arc::new(Idle)).build());
        building.await
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// Returns the connection string with the certificate that the command line names. Without one, an encrypted connection
/// that names no certificate gets the certificate that the environment names.
fn with_certificate(connection: &str, ca_file: Option<&Path>) -> String {
    if let Some(path) = ca_file {
        return with_parameter(connection, "ca_certificate", &path.to_string_lossy());
    }
    let file = || CA_FILE.into_iter().find_map(|name| variable(name).filter(|path| !path.is_empty()));
    match file().filter(|_| connection.starts_with("grpcs://") && parameter(connection, "ca_certificate").is_none()) {
        Some(path) => with_parameter(connection, "ca_certificate", &path),
        None => connection.to_owned(),
    }
}

/// Checks that the files that the parameters name can be read. The client's own error does not say what the file is
/// for.
fn readable(address: &str, connection: &str, is_of_command_line: bool) -> Result<(), ConnectError> {
    for (name, what) in FILES {
        let Some(path) = parameter(connection, name) else { continue };
        let of_environment =
            CA_FILE.into_iter().find(|own| name == "ca_certificate" && variable(own).as_deref() == Some(path.as_str()));
        let named_by = match of_environment {
            _ if name == "ca_certificate" && is_of_command_line => "--ca-file",
            Some(variable) => variable,
            None => name,
        };
        if let Err(error) = fs::read(&path) {
            return Err(ConnectError::file(address, what, &path, named_by, &error));
        }
    }
    Ok(())
}

fn authenticated(
    builder: ClientBuilder,
    chosen: Chosen,
    address: &str,
    connection: &str,
) -> Result<ClientBuilder, ConnectError> {
    Ok(match chosen {
        // The client has read them, or needs none.
        Chosen::Parameter(_) | Chosen::None => builder,
        Chosen::Anonymous => builder.with_credentials(AnonymousCredentials::new()),
        Chosen::Metadata => builder.with_credentials(MetadataUrlCredentials::new()),
        Chosen::Token(token) => builder.with_credentials(AccessTokenCredentials::from(token)),
        Chosen::KeyFile(path) => builder.with_credentials(service_account(address, Path::new(&path), KEY_FILE)?),
        Chosen::Password { user, password, endpoint: of_login } => {
            let login = of_login.as_deref().unwrap_or(endpoint(connection));
            let invalid = || ConnectError::Invalid {
                address: address.to_owned(),
                reason: "YDB_STATIC_CREDENTIALS_ENDPOINT is not `grpc://HOST:PORT` or `grpcs://HOST:PORT`".to_owned(),
            };
            check_endpoint(login).map_err(|_| invalid())?;
            builder.with_credentials(password_of(user, password, endpoint(login), address, connection)?)
        }
        Chosen::CommandLine(login) => {
            let option = login.option();
            let secret = |path: &Path, what| {
                let text = fs::read_to_string(path);
                let text = text.map_err(|error| ConnectError::file(address, what, path, option, &error))?;
                Ok(text.trim_end_matches(['\r', '\n']).to_owned())
            };
            match login {
                Login::KeyFile(path) => builder.with_credentials(service_account(address, &path, option)?),
                Login::TokenFile(path) => {
                    builder.with_credentials(AccessTokenCredentials::from(secret(&path, "the token")?))
                }
                Login::Password { user, file } => {
                    let password = secret(&file, "the password")?;
                    builder.with_credentials(password_of(user, password, endpoint(connection), address, connection)?)
                }
                Login::Metadata => builder.with_credentials(MetadataUrlCredentials::new()),
            }
        }
    })
}

fn service_account(
    address: &str,
    path: &Path,
    named_by: &'static str,
) -> Result<ServiceAccountCredentials, ConnectError> {
    let what = "the service account's key";
    let key = fs::read_to_string(path).map_err(|error| ConnectError::file(address, what, path, named_by, &error))?;
    ServiceAccountCredentials::from_json(&key).map_err(|error| ConnectError::File {
        address: address.to_owned(),
        what,
        path: path.to_owned(),
        named_by,
        reason: Reason(&error).to_string(),
    })
}

/// Makes credentials of a user and a password, which are exchanged for a token at an endpoint.
fn password_of(
    user: String,
    password: String,
    at: &str,
    address: &str,
    connection: &str,
) -> Result<StaticCredentials, ConnectError> {
    let invalid = |_| ConnectError::Invalid {
        address: address.to_owned(),
        reason: format!("`{at}` is not an address to log in at"),
    };
    let login = StaticCredentials::new(user, password, at.parse().map_err(invalid)?, database(connection));
    let Some(path) = parameter(connection, "ca_certificate") else { return Ok(login) };
    login.load_certificate(&path).map_err(|error| ConnectError::file(address, FILES[0].1, path, FILES[0].0, &error))
}

/// Executor that the client uses to compress messages of topics. This library sends none.
pub(crate) struct Idle;

impl Executor for Idle {
    fn available_parallelism(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    fn spawn(&self, task: Box<dyn FnOnce() + Send + 'static>) {
        thread::spawn(task);
    }
}
