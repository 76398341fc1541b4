//! Why the database of a test cannot be started or removed.

use ydb::YdbError;

use crate::error::{Error, Reason};
use crate::sdk::ConnectError;

/// Why the database of a test cannot be started or removed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The embedded engine does not start.
    #[error(transparent)]
    Engine(#[from] ydb_embedded::StartError),
    /// The real database cannot be reached.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The port for the directory of the test cannot be opened.
    #[error("cannot pass requests on to the directory `{directory}`: {reason}")]
    Forward {
        /// The directory.
        directory: String,
        /// What went wrong.
        reason: String,
    },
    /// A table cannot be created.
    #[error(transparent)]
    Table(#[from] Error),
    /// YDB refuses something else.
    #[error("{what}: {}", Reason(error))]
    Ydb {
        /// What was refused.
        what: String,
        /// The client's error.
        #[source]
        error: YdbError,
    },
}
