//! The connection that a command uses.

use std::env;

use super::args::Connection;
use super::failure::Failure;
use super::runtime::Runtime;
use crate::migrate::{self, Plan};
use crate::schema::{Table, path};
use crate::sdk::{self, Client};

/// The variable has the same name as in the documentation of YDB's own tools.
const VARIABLE: &str = "YDB_CONNECTION_STRING";

/// A database, with the runtime of its client.
pub(super) struct Database {
    pub(super) client: Client,
    pub(super) runtime: Runtime,
    below: Option<String>,
}

impl Database {
    /// Connects to the database that the arguments or the environment name.
    pub(super) fn connect(args: &Connection) -> Result<Self, Failure> {
        let given = args.connection.clone().or_else(|| env::var(VARIABLE).ok());
        let connection = given.filter(|text| !text.trim().is_empty()).ok_or(Failure::NoConnection)?;
        let runtime = Runtime::start()?;
        let client = runtime.run(|_| sdk::connect(&connection), |_| ())?;
        // A leading slash is accepted here, unlike in the library: it is easily typed on a command line.
        let database = client.database();
        let below = args.below.as_deref().map(|below| path::relative(&database, below).trim_matches('/').to_owned());
        Ok(Database { client, runtime, below: below.filter(|below| !below.is_empty()) })
    }

    /// The directory of the tables, relative to the database.
    pub(super) fn below(&self) -> Option<&str> {
        self.below.as_deref()
    }

    /// The plan that makes the database equal to the models.
    pub(super) fn plan(&self, tables: &[&'static Table]) -> Result<Plan, Failure> {
        Ok(self.runtime.run(|_| migrate::plan(&self.client, tables, self.below()), |_| ())?)
    }
}
