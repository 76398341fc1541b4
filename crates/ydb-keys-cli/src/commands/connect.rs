//! The connection that a command uses.

use std::env;

use clap::Args;
use ydb::Client;
use ydb_keys::__internal::{CommandLine, Login, Target};
use ydb_keys::{ConnectError, Table};
use ydb_keys_core::schema::path::TablePath;
use ydb_keys_migrate::Plan;

use super::access::Access;
use super::failure::Failure;
use super::runtime::Runtime;
use crate::lint::{Models, Seen, Survey};
use crate::run::{LookError, Range, look};

/// Which database, and which directory of it.
#[derive(Args, Clone, Debug)]
pub(super) struct Connection {
    /// The directory of the tables, relative to the database
    #[arg(long, value_name = "DIR")]
    pub(super) below: Option<String>,
    #[command(flatten)]
    pub(super) access: Access,
}

/// The variable has the same name as in the documentation of YDB's own tools.
const VARIABLE: &str = "YDB_CONNECTION_STRING";

/// A database, with the runtime of its client.
pub(super) struct Database {
    pub(super) client: Client,
    pub(super) runtime: Runtime,
    below: Option<String>,
    /// What the client was connected by.
    by: (String, CommandLine),
}

impl Database {
    /// Connects to the database that the arguments or the environment name.
    pub(super) fn connect(args: &Connection) -> Result<Self, Failure> {
        let database = Self::open(&args.access)?;
        let below = args.below.as_deref().map(|below| database.relative(below)).filter(|below| !below.is_empty());
        Ok(Database { below, ..database })
    }

    /// Connects to the database that the arguments or the environment name, to all of its directories.
    pub(super) fn open(args: &Access) -> Result<Self, Failure> {
        let given = args.connection.clone().map(|given| given.0).or_else(|| env::var(VARIABLE).ok());
        let connection = given.filter(|text| !text.trim().is_empty()).ok_or(Failure::NoConnection)?;
        let runtime = Runtime::start()?;
        let by = (connection, args.command_line());
        let target = Target::with_options(&by.0, by.1.clone())?;
        let client = runtime.run(|_| target.connect(), |_| ())?;
        Ok(Database { client, runtime, below: None, by })
    }

    /// Connections for what the client does not ask: the partitions of a table.
    pub(super) async fn channels(&self) -> Result<ydb_keys_bulk::Connection, ConnectError> {
        ydb_keys_bulk::Connection::open_with_options(&self.by.0, self.by.1.clone()).await
    }

    /// A path of the command line, relative to the database. A leading slash is accepted here, unlike in the library:
    /// it is easily typed.
    pub(super) fn relative(&self, path: &str) -> String {
        TablePath::new(&self.client.database(), path).trim_start_matches('/').to_owned()
    }

    /// The directory of the tables, relative to the database.
    pub(super) fn below(&self) -> Option<&str> {
        self.below.as_deref()
    }

    /// Reads one table. It is never freed: a run loads or exports one.
    pub(super) fn look_at(&self, path: &str, models: Models<'_>) -> Result<(&'static Survey, &'static Seen), Failure> {
        let tables = [path.to_owned()];
        let range = Range { below: "", tables: &tables };
        let survey: &'static Survey =
            Box::leak(Box::new(self.runtime.run(|_| look(&self.client, range, models, |_, _| ()), |_| ())?));
        // A table that is named and not read is an error of `look`.
        let seen = survey.seen.first().ok_or_else(|| LookError::NoTables(format!("`{path}`")))?;
        Ok((survey, seen))
    }

    /// The plan that makes the database equal to the models.
    pub(super) fn plan(&self, tables: &[&'static Table]) -> Result<Plan, Failure> {
        Ok(self.runtime.run(|_| ydb_keys_migrate::plan(&self.client, tables, self.below()), |_| ())?)
    }
}

impl Access {
    /// What the command line says beside the connection string. Its parser takes one kind of credentials at most.
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
