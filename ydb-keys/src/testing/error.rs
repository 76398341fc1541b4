//! Why the database of a test cannot be started or removed.

use ydb::YdbError;

use crate::error::Error;
use crate::error::failure::Reason;
use crate::sdk::ConnectError;

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
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The port for the directory of the test cannot be opened.
    ///
    /// [What to do](crate::guide::errors#starterrorforward).
    #[error("cannot pass requests on to the directory `{directory}`: {reason}")]
    Forward {
        /// The directory.
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
