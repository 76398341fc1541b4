//! What the client's errors mean to an operation, and what the library's errors mean to the client's retries.

use std::borrow::Cow;
use std::sync::Arc;

use tracing::{Span, info_span};
use ydb::{YdbError, YdbIssue, YdbOrCustomerError};

use crate::error::{Error, Failure};
use crate::schema::IndexKind;
use crate::statements::{Place, YdbTable};

/// Which operation runs, and on which table; what spans and errors name.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// The path in the model, which errors about values name.
    pub(super) model: &'static str,
    /// The path with the directory that the table is addressed at.
    pub(super) table: Cow<'static, str>,
    pub(super) name: &'static str,
}

impl Operation {
    pub(super) fn at<T: YdbTable>(place: &Place, name: &'static str) -> Self {
        let model = T::TABLE.name;
        let path = place.path::<T>();
        let table = if path == model { Cow::Borrowed(model) } else { Cow::Owned(path.to_owned()) };
        Operation { model, table, name }
    }

    /// The names are those of OpenTelemetry's conventions for databases.
    pub(super) fn span(&self) -> Span {
        info_span!(
            "ydb_keys",
            db.system.name = "ydb",
            db.collection.name = %self.table,
            db.operation.name = self.name
        )
    }

    /// The error of the client, with what it happened to.
    #[cold]
    pub(super) fn failed(&self, source: YdbError) -> Error {
        Error::Ydb(Box::new(self.failure(source)))
    }

    /// The same for a write; `key` is that of an insert, for which an existing key is an error of its own.
    #[cold]
    pub(super) fn write_failed<T: YdbTable>(&self, key: Option<String>, source: YdbError) -> Error {
        match key {
            Some(key) if is_conflict(&source) => {
                let unique = T::TABLE.indexes.iter().filter(|index| index.kind == IndexKind::Unique);
                let unique = unique.map(|index| index.name).collect();
                Error::AlreadyExists { key, unique, failure: Box::new(self.failure(source)) }
            }
            _ => self.failed(source),
        }
    }

    fn failure(&self, source: YdbError) -> Failure {
        Failure { table: self.table.clone().into_owned(), operation: self.name, source }
    }
}

/// Status PRECONDITION_FAILED with the issue KIKIMR_CONSTRAINT_VIOLATION somewhere below.
fn is_conflict(error: &YdbError) -> bool {
    const PRECONDITION_FAILED: i32 = 400_120;
    const CONSTRAINT_VIOLATION: u32 = 2012;
    fn any(issues: &[YdbIssue]) -> bool {
        issues.iter().any(|issue| issue.issue_code == CONSTRAINT_VIOLATION || any(&issue.issues))
    }
    matches!(error, YdbError::YdbStatusError(status)
        if status.operation_status == PRECONDITION_FAILED && any(&status.issues))
}

/// Whether a write may have been carried out although the client was told that it failed.
pub(super) fn is_unknown(error: &YdbError) -> bool {
    const INTERNAL_ERROR: i32 = 400_030;
    const TIMEOUT: i32 = 400_090;
    const CANCELLED: i32 = 400_160;
    const UNDETERMINED: i32 = 400_170;
    match error {
        YdbError::YdbStatusError(status) => {
            matches!(status.operation_status, INTERNAL_ERROR | TIMEOUT | CANCELLED | UNDETERMINED)
        }
        // Cancelled, Unknown, DeadlineExceeded, Internal, Unavailable, DataLoss.
        YdbError::TransportGRPCStatus(status) => matches!(status.code() as i32, 1 | 2 | 4 | 13 | 14 | 15),
        YdbError::Transport(_) | YdbError::DeadlineExceeded => true,
        _ => false,
    }
}

impl Error {
    /// Whether a write may have been carried out although it failed: the connection broke, or the answer did not come in time.
    ///
    /// Read the row before you write it again, unless the write may be repeated.
    pub fn is_outcome_unknown(&self) -> bool {
        match self {
            Error::PartlyWritten { unknown, .. } => *unknown,
            error => error.ydb_error().is_some_and(is_unknown),
        }
    }

    /// The client's error behind this one, if there is one.
    pub fn ydb_error(&self) -> Option<&YdbError> {
        match self {
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => Some(&failure.source),
            Error::PartlyWritten { source, .. } => source.ydb_error(),
            _ => None,
        }
    }
}

/// For `?` inside `retry_tx`: what the client would try again after its own error, it tries again after ours.
impl From<Error> for YdbOrCustomerError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ydb(failure) => YdbOrCustomerError::YDB(failure.source),
            Error::PartlyWritten { source, .. } => YdbOrCustomerError::from(*source),
            // Not wrapped by `from_err`, which boxes it once more and so hides its type from a downcast.
            error => YdbOrCustomerError::Customer(Arc::new(error)),
        }
    }
}

/// For code whose errors are the client's: a failure becomes its source, anything else a text.
impl From<Error> for YdbError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => failure.source,
            Error::PartlyWritten { source, .. } => YdbError::from(*source),
            error => YdbError::Convert(error.to_string()),
        }
    }
}
