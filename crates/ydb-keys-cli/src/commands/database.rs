//! Options of the connection and of a choice of values, the database with the runtime of its client, and the choice of
//! tables.

use std::convert::Infallible;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::mpsc::channel;
use std::{env, fmt, thread};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tokio::runtime::{Builder, Handle};
use ydb::Client;
use ydb_keys::__internal::{CommandLine, Login, Target};
use ydb_keys::{ConnectError, Table};
use ydb_keys_core::schema::path::TablePath;
use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_migrate::Plan;

use super::failure::Failure;
use super::progress::{Progress, Reporter};
use super::streams::Streams;
use crate::lint::{ModelTables, SeenTable, Survey};
use crate::run::{LookError, LookRange, look};

/// Connection to a database, and the directory of its tables.
#[derive(Args, Clone, Debug)]
pub(super) struct Connection {
    /// The directory of the tables, relative to the database
    #[arg(long, value_name = "DIR")]
    pub(super) below: Option<String>,
    #[command(flatten)]
    pub(super) access: Access,
}

/// Environment variable with the connection string; the documentation of YDB's own tools uses the same name.
const VARIABLE: &str = "YDB_CONNECTION_STRING";

/// Connected database, with the runtime of its client.
pub(super) struct Database {
    pub(super) client: Client,
    pub(super) runtime: Runtime,
    below: Option<String>,
    /// Connection string and options that the client was opened with.
    by: (String, CommandLine),
}

impl Database {
    /// Connects to the database that the arguments or the environment name, limited to the directory of `--below`.
    pub(super) fn connect(args: &Connection) -> Result<Self, Failure> {
        let database = Self::open(&args.access)?;
        let below = args.below.as_deref().map(|below| database.relative(below)).filter(|below| !below.is_empty());
        Ok(Database { below, ..database })
    }

    /// Connects to the database that the arguments or the environment name, with all of its directories.
    pub(super) fn open(args: &Access) -> Result<Self, Failure> {
        let given = args.connection.clone().map(|given| given.0).or_else(|| env::var(VARIABLE).ok());
        let connection = given.filter(|text| !text.trim().is_empty()).ok_or(Failure::NoConnection)?;
        let runtime = Runtime::start()?;
        let by = (connection, args.command_line());
        let target = Target::with_options(&by.0, by.1.clone())?;
        let client = runtime.run(target.connect())?;
        Ok(Database { client, runtime, below: None, by })
    }

    /// Opens a separate connection for requests that the client does not offer, e.g. for the partitions of a table.
    pub(super) async fn channels(&self) -> Result<ydb_keys_bulk::Connection, ConnectError> {
        ydb_keys_bulk::Connection::open_with_options(&self.by.0, self.by.1.clone()).await
    }

    /// Returns a path of the command line relative to the database. Accepts a leading slash, which is easily typed; the
    /// library does not.
    pub(super) fn relative(&self, path: &str) -> String {
        TablePath::new(&self.client.database(), path).trim_start_matches('/').to_owned()
    }

    /// Returns the directory of the tables, relative to the database.
    pub(super) fn below(&self) -> Option<&str> {
        self.below.as_deref()
    }

    /// Reads the description of one table, and the survey of the database that was read with it.
    pub(super) fn look_at(&self, path: &str, models: ModelTables<'_>) -> Result<(SeenTable, Survey), Failure> {
        let tables = [path.to_owned()];
        let range = LookRange { below: "", tables: &tables };
        let mut survey = self.runtime.run(look(&self.client, range, models, |_, _| ()))?;
        // `look` has already failed if the named table could not be read.
        let seen = survey.seen.pop().ok_or_else(|| LookError::NoTables(format!("`{path}`")))?;
        Ok((seen, survey))
    }

    /// Returns the plan that makes the database equal to the models.
    pub(super) fn plan(&self, tables: &[&'static Table]) -> Result<Plan, Failure> {
        Ok(self.runtime.run(ydb_keys_migrate::plan(&self.client, tables, self.below()))?)
    }
}

impl Access {
    /// Collects the credentials and the CA file of the command line. The parser accepts at most one kind of
    /// credentials.
    fn command_line(&self) -> CommandLine {
        let user = self.user.clone().zip(self.password_file.clone());
        let login = None
            .or_else(|| self.sa_key_file.clone().map(Login::KeyFile))
            .or_else(|| self.token_file.clone().map(Login::TokenFile))
            .or_else(|| user.map(|(user, file)| Login::Password { user, file }))
            .or_else(|| self.use_metadata.then_some(Login::Metadata));
        CommandLine { login, ca_file: self.ca_file.clone() }
    }
}

/// The database and the credentials for it. Options come before the connection string, and that before the environment.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connection")]
pub(super) struct Access {
    /// The database, e.g. grpc://localhost:2136/local; the default is the variable YDB_CONNECTION_STRING
    #[arg(long, value_name = "STRING")]
    pub(super) connection: Option<ConnectionString>,
    /// A file with the key of a service account
    #[arg(long, value_name = "FILE", group = "credentials")]
    sa_key_file: Option<PathBuf>,
    /// A file with an access token
    #[arg(long, value_name = "FILE", group = "credentials")]
    token_file: Option<PathBuf>,
    /// The name of a user, with --password-file
    #[arg(long, value_name = "NAME", group = "credentials", requires = "password_file")]
    pub(super) user: Option<String>,
    /// A file with the user's password
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
    /// Ask the metadata service of this machine for a token
    #[arg(long, group = "credentials", alias = "use-metadata-credentials")]
    use_metadata: bool,
    /// A file with the certificate of the server's authority, for grpcs://
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
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

pub(super) struct Runtime {
    handle: Handle,
    // `Some` until drop, where it is shut down in the background: a runtime must not be dropped within another one.
    runtime: Option<tokio::runtime::Runtime>,
}

impl Runtime {
    pub(super) fn start() -> Result<Self, Failure> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Failure::Runtime)?;
        Ok(Runtime { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    pub(super) fn run<T: Send>(&self, future: impl Future<Output = T> + Send) -> T {
        let run = || self.handle.block_on(future);
        thread::scope(|scope| scope.spawn(run).join().unwrap_or_else(|panic| resume_unwind(panic)))
    }

    /// Runs a future to its end. Shows its progress on the calling thread, which owns the output streams.
    pub(super) fn shown<T, F>(&self, streams: &mut Streams<'_>, work: impl FnOnce(Reporter) -> F) -> T
    where
        T: Send,
        F: Future<Output = T> + Send,
    {
        let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
        let (sender, updates) = channel();
        let future = work(Reporter(sender));
        thread::scope(|scope| {
            let running = scope.spawn(move || self.handle.block_on(future));
            // The loop ends when the future is dropped: that drops the sender, too.
            updates.into_iter().for_each(|update| progress.show(update));
            running.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Blocks the current thread until a future is done. Must not be called on a thread of a runtime.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    /// Spawns a future on the runtime, beside the calling thread.
    #[cfg(feature = "serve")]
    pub(super) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(future);
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Those that the command line names.
#[derive(Args, Clone, Debug)]
pub(super) struct TableNames {
    /// Only the table with this path; can be repeated
    #[arg(long = "table", value_name = "PATH")]
    pub(super) paths: Vec<String>,
}

/// Returns all tables, or those with the given paths, in the order of the schema. Fails if a path is unknown.
pub(super) fn choose(tables: &[&'static Table], paths: &[String]) -> Result<Vec<&'static Table>, Failure> {
    if tables.is_empty() {
        return Err(Failure::NoTables);
    }
    for (i, table) in tables.iter().enumerate() {
        if tables[..i].iter().any(|earlier| earlier.name == table.name) {
            return Err(Failure::SameTable(table.name));
        }
    }
    for path in paths {
        if !tables.iter().any(|table| table.name == path) {
            return Err(Failure::UnknownTable { path: path.clone(), hint: hint(tables, path) });
        }
    }
    let chosen = |table: &&&Table| paths.is_empty() || paths.iter().any(|path| path == table.name);
    Ok(tables.iter().filter(chosen).copied().collect())
}

fn hint(tables: &[&'static Table], path: &str) -> String {
    let names = || tables.iter().map(|table| table.name);
    let mut below = names().filter(|name| name.rsplit_once('/').is_some_and(|(_, last)| last == path));
    let nearest = || names().fold(Nearest::to(path), Nearest::or).name();
    match below.next().or_else(nearest) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are: {}", names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
    }
}

/// Names of an option's values, with their help and what they stand for.
pub(super) type Choices<T, const N: usize> = [(&'static str, &'static str, T); N];

/// Returns the parser of an option that has one of these values. Their help may be empty.
pub(super) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    choices: Choices<T, N>,
) -> impl TypedValueParser<Value = T> {
    let possible = choices.map(|(name, help, _)| match help {
        "" => PossibleValue::new(name),
        help => PossibleValue::new(name).help(help),
    });
    // Only the names of choices come here.
    PossibleValuesParser::new(possible)
        .map(move |name| choices.iter().find(|choice| choice.0 == name).unwrap_or(&choices[0]).2)
}

/// Keeps a value for the rest of the program. The loader and the export of `ydb-keys-bulk` need tables that live as long
/// as those of models. A run handles one table, so only a few kilobytes are never freed.
pub(super) fn lasting<T: ?Sized>(value: impl Into<Box<T>>) -> &'static T {
    Box::leak(value.into())
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
