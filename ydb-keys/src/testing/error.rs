//! Why the database of a test cannot be started or removed.

use ydb::YdbError;

use crate::error::Error;
use crate::error::failure::Reason;
use crate::sdk::ConnectError;

/// The variable that names a real database, as in YDB's own tools.
pub(super) const CONNECTION: &str = "YDB_CONNECTION_STRING";

/// Why the database of a test cannot be started or removed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The embedded engine does not start.
    ///
    /// [What to do](crate::guide::errors#starterrorengine).
    #[error(transparent)]
    Engine(#[from] ydb_embedded::StartError),
    /// The real database cannot be reached.
    ///
    /// [What to do](crate::guide::errors#starterrorconnect).
    #[error("{CONNECTION}: {0}")]
    Connect(#[from] ConnectError),
    /// No connection to the real database, or no port for the directory of the test.
    ///
    /// [What to do](crate::guide::errors#starterrorforward).
    #[error(
        "{CONNECTION}: cannot connect to `{address}`: {reason}\n\
         help: start that database, or unset the variable to run the test on the embedded engine"
    )]
    Forward {
        /// The connection string without its parameters.
        address: String,
        /// The directory of the test.
        directory: String,
        /// What went wrong.
        reason: String,
    },
    /// A table cannot be created.
    ///
    /// [What to do](crate::guide::errors#starterrortable).
    #[error(transparent)]
    Table(#[from] Error),
    /// YDB refuses something else.
    ///
    /// [What to do](crate::guide::errors#starterrorydb).
    #[error("{what}: {}", Reason(error))]
    Ydb {
        /// What was refused.
        what: String,
        /// The client's error.
        #[source]
        error: YdbError,
    },
}
