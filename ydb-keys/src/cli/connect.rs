//! The connection that a command works on.

use std::env;
use std::time::Duration;

use super::args::Connection;
use super::failure::Failure;
use super::runtime::Runtime;
use crate::diff::Plan;
use crate::schema::Table;
use crate::sdk::{self, Client};

/// The variable that the documentation of YDB's own tools uses too.
const VARIABLE: &str = "YDB_CONNECTION_STRING";

/// How long the database may take to answer its first question.
const PATIENCE: Duration = Duration::from_secs(10);

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
        let client = runtime.run(|_| sdk::connect(connection.trim(), PATIENCE), |_| ());
        let client = client.map_err(|source| Failure::Connect { connection: shown(&connection), source })?;
        let below = args.below.as_deref().map(|below| below.trim_matches('/').to_owned());
        Ok(Database { client, runtime, below: below.filter(|below| !below.is_empty()) })
    }

    /// The directory that the tables are in, below the database.
    pub(super) fn below(&self) -> Option<&str> {
        self.below.as_deref()
    }

    /// What differs between models and the database.
    pub(super) fn plan(&self, tables: &[&'static Table]) -> Result<Plan, Failure> {
        Ok(self.runtime.run(|_| sdk::plan(&self.client, tables, self.below()), |_| ())?)
    }
}

/// Without what may be a secret: the parameters, and whoever stands before an `@`.
fn shown(connection: &str) -> String {
    let address = connection.split_once('?').map_or(connection, |(address, _)| address).trim();
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        (_, None) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(shown("grpc://localhost:2136/local"), "grpc://localhost:2136/local");
        assert_eq!(shown(" grpcs://ydb:2135/root/db?token_static_password=secret"), "grpcs://ydb:2135/root/db");
        assert_eq!(shown("grpc://me:secret@ydb:2136/local?x=y"), "grpc://ydb:2136/local");
        assert_eq!(shown("me:secret@ydb"), "ydb");
    }
}
