//! The connection that a command works on.

use std::env;

use super::args::Connection;
use super::failure::Failure;
use super::runtime::Runtime;
use crate::migrate::{self, Plan};
use crate::schema::{Table, path};
use crate::sdk::{self, Client};

/// The variable that the documentation of YDB's own tools uses too.
const VARIABLE: &str = "YDB_CONNECTION_STRING";

/// A database, and what its client runs on.
pub(super) struct Database {
    pub(super) client: Client,
    pub(super) runtime: Runtime,
    below: Option<String>,
}

impl Database {
    /// Connects as the arguments or the environment say.
    pub(super) fn connect(args: &Connection) -> Result<Self, Failure> {
        let given = args.connection.clone().or_else(|| env::var(VARIABLE).ok());
        let connection = given.filter(|text| !text.trim().is_empty()).ok_or(Failure::NoConnection)?;
        let runtime = Runtime::start()?;
        let client = runtime.run(|_| sdk::connect(&connection), |_| ())?;
        // A slash at the beginning is forgiven here, unlike in a program: on a command line it is easily typed.
        let database = client.database();
        let below = args.below.as_deref().map(|below| path::relative(&database, below).trim_matches('/').to_owned());
        Ok(Database { client, runtime, below: below.filter(|below| !below.is_empty()) })
    }

    /// The directory that the tables are in, below the database.
    pub(super) fn below(&self) -> Option<&str> {
        self.below.as_deref()
    }

    /// What differs between models and the database.
    pub(super) fn plan(&self, tables: &[&'static Table]) -> Result<Plan, Failure> {
        Ok(self.runtime.run(|_| migrate::plan(&self.client, tables, self.below()), |_| ())?)
    }
}
