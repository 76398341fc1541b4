//! Why a schema could not be changed, as a caller sees it.

use std::error::Error;
use std::fmt;

use ydb::YdbError;

use super::{Detail, MigrateError, MigrateErrorKind};

impl MigrateError {
    /// What kind of error it is.
    pub fn kind(&self) -> MigrateErrorKind {
        self.0.kind()
    }

    /// The path of the table, relative to the database; if destructive steps of several tables were not allowed, that
    /// of the first one.
    pub fn table(&self) -> Option<&str> {
        self.0.table()
    }

    /// The client's error, with YDB's status and its issues, if a request failed.
    pub fn ydb_error(&self) -> Option<&YdbError> {
        self.0.ydb_error()
    }

    #[doc(hidden)]
    pub fn detail(&self) -> &Detail {
        &self.0
    }
}

#[doc(hidden)]
impl From<Detail> for MigrateError {
    #[cold]
    fn from(detail: Detail) -> Self {
        MigrateError(Box::new(detail))
    }
}

impl fmt::Display for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The kind and the message: what a failing test prints.
impl fmt::Debug for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind())
    }
}

/// The source is the client's error, `ydb::YdbError`.
impl Error for MigrateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.ydb_error().map(|error| error as _)
    }
}
