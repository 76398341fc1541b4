//! Questions that a caller can ask of an error.

use std::fmt;

#[cfg(feature = "sdk")]
use ydb::YdbError;

use super::detail::Said;
#[cfg(feature = "sdk")]
use super::failure::{Failure, kind_of};
use super::{Detail, Done, Error, ErrorKind, OperationName, Outcome, PageTokenError, PartlyWritten};

/// Result of an operation on a model.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the kind of the error. A program uses it to decide what to do.
    pub fn kind(&self) -> ErrorKind {
        self.0.said().kind
    }

    /// Returns the path of the table, with the directory that it was addressed at, or `None` if the error belongs to no
    /// table.
    pub fn table(&self) -> Option<&str> {
        // Neither a struct that is read from the rows of a query nor a transaction belongs to a table.
        self.0.said().table.filter(|table| !table.is_empty() && !table.starts_with("struct "))
    }

    /// Returns the name of the operation, such as `get` or `upsert_many`, if it is known.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.said().operation
    }

    /// Returns the name of the column, if a column is at fault.
    pub fn column(&self) -> Option<&str> {
        self.0.said().column
    }

    /// Returns the key of the row in a readable, shortened form: `(1001)`. For many rows it is `one of rows 0 to 999`,
    /// with their positions in the call, because YDB does not say which row failed.
    pub fn key(&self) -> Option<&str> {
        self.0.said().key
    }

    /// Returns the effect of the failed write: nothing is written, some of it, all of it, or it is unknown.
    ///
    /// [`NotWritten`](Outcome::NotWritten) is certain: no writing statement was sent, or YDB has refused it, or it
    /// belongs to a [`transact`](crate::transact) that is not committed.
    pub fn outcome(&self) -> Outcome {
        // `NotWritten` means that nothing can be written any more. So an error after the answer to a statement that
        // writes or commits must be made by `Operation::unread`.
        let unknown = match &*self.0 {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) | Detail::AlreadyExists { failure, .. } => failure.outcome_unknown,
            Detail::Unread { done: Done::Written, .. } | Detail::Kept { .. } => return Outcome::Written,
            Detail::PartlyWritten { unknown: false, .. } => return Outcome::PartlyWritten,
            Detail::Unread { .. } | Detail::InDoubt { .. } | Detail::PartlyWritten { .. } => true,
            Detail::Forgotten { unknown, .. } => *unknown,
            _ => false,
        };
        if unknown { Outcome::Unknown } else { Outcome::NotWritten }
    }

    /// Returns `true` if the database cannot answer at the moment: it cannot be reached, it is overloaded, or the
    /// timeout expired. A web service answers 503 and `Retry-After`.
    ///
    /// The library has already repeated what can be repeated, until the [`timeout`](crate::Call::timeout).
    pub fn is_unavailable(&self) -> bool {
        matches!(self.cause().kind(), ErrorKind::Unavailable | ErrorKind::Overloaded | ErrorKind::Timeout)
    }

    /// Returns `true` if YDB is overloaded: slow down.
    pub fn is_overloaded(&self) -> bool {
        self.cause().kind() == ErrorKind::Overloaded
    }

    /// Returns `true` if the same call may succeed later, without a change of the program or of its data. A write may
    /// have been done in spite of the error: if its [`outcome`](Self::outcome) is `Unknown`, repeat the call only if
    /// doing it twice is harmless. Returns `false` for an `exactly_once` call with an unknown outcome: ask for its
    /// outcome with [`once_id`](Self::once_id).
    pub fn is_retryable(&self) -> bool {
        let is_in_doubt = matches!(&*self.0, Detail::InDoubt { .. } | Detail::Forgotten { unknown: true, .. });
        let is_aborted = match &*self.cause().0 {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) => kind_of(&failure.source) == ErrorKind::Conflict,
            _ => false,
        };
        !is_in_doubt && (self.is_unavailable() || is_aborted)
    }

    /// Returns the id of an `exactly_once` call whose [`outcome`](Self::outcome) is unknown, and `None` for any other
    /// error. Pass the id to `exactly_once_as` to learn the outcome.
    pub fn once_id(&self) -> Option<&str> {
        match &*self.0 {
            Detail::InDoubt { id, .. } => Some(id),
            _ => None,
        }
    }

    /// Returns the rows that were written, if a write of many rows stopped in between.
    pub fn partly_written(&self) -> Option<&PartlyWritten> {
        match &*self.0 {
            Detail::PartlyWritten { rows, .. } => Some(rows),
            _ => None,
        }
    }

    /// Returns the unique indexes that may have caused the error, because they already have the values of the row.
    /// Empty unless the kind is [`AlreadyExists`](ErrorKind::AlreadyExists).
    pub fn unique_indexes(&self) -> &[&'static str] {
        match &*self.0 {
            #[cfg(feature = "sdk")]
            Detail::AlreadyExists { unique, .. } => unique,
            _ => &[],
        }
    }

    /// Returns the error of the failed request, if this error wraps it: after other requests were written, or if the
    /// outcome is unknown. Returns this error itself otherwise.
    pub(crate) fn cause(&self) -> &Self {
        match &*self.0 {
            Detail::PartlyWritten { rows, .. } => &rows.cause,
            Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => source,
            _ => self,
        }
    }

    #[doc(hidden)]
    pub fn detail(&self) -> &Detail {
        &self.0
    }

    /// Sets the name of the parameter in an error about its value.
    #[cold]
    pub(crate) fn of_parameter(mut self, given: &str) -> Self {
        if let Detail::Parameter { name, .. } = &mut *self.0 {
            given.trim_start_matches('$').clone_into(name);
        }
        self
    }

    pub(crate) fn into_detail(self) -> Detail {
        *self.0
    }
}

impl Detail {
    /// Returns the properties that callers ask for. The list of the errors gives most of them, this function the rest.
    fn said(&self) -> Said<'_> {
        #[cfg(feature = "sdk")]
        fn failed(kind: ErrorKind, failure: &Failure) -> Said<'_> {
            Said { table: Some(&failure.table), operation: Some(failure.operation), ..Said::of(kind) }
        }
        let listed = self.listed();
        match self {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) => failed(failure.kind(), failure),
            #[cfg(feature = "sdk")]
            Detail::ExportStopped { failure, after } => {
                Said { key: after.as_deref(), ..failed(failure.kind(), failure) }
            }
            #[cfg(feature = "sdk")]
            Detail::AlreadyExists { failure, key, .. } => {
                Said { key: key.as_deref(), ..failed(ErrorKind::AlreadyExists, failure) }
            }
            Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => {
                Said { operation: source.operation(), ..Said::of(source.kind()) }
            }
            Detail::UnknownFormat(_) => Said::of(ErrorKind::Schema),
            Detail::PageToken(error) => {
                let (table, column) = match *error {
                    PageTokenError::OtherScan { table } => (Some(table), None),
                    PageTokenError::OtherRows { table, column, .. } => (Some(table), Some(column)),
                    _ => (None, None),
                };
                Said { table, column, ..Said::of(ErrorKind::PageToken) }
            }
            Detail::Value { decoded: false, .. } => Said { kind: ErrorKind::InvalidValue, ..listed },
            Detail::Unread { source, .. } => Said { column: source.column(), ..listed },
            _ => listed,
        }
    }
}

#[cfg(feature = "sdk")]
impl Detail {
    /// Makes the error of a load from an error of the client.
    #[cold]
    pub fn load_failed(table: &str, source: YdbError, outcome_unknown: bool) -> Error {
        Detail::of_ydb(table, OperationName::Load.as_str(), source, outcome_unknown)
    }

    /// Makes an error from an error of the client, its table and its operation.
    #[cold]
    pub fn of_ydb(table: &str, operation: &'static str, source: YdbError, outcome_unknown: bool) -> Error {
        Detail::Ydb(Failure::of(table, operation, source, outcome_unknown)).into()
    }

    /// Makes the error of an export that failed in between. `after` is the key of the last row that was read, if there
    /// was one.
    #[cold]
    pub fn export_stopped(table: &str, after: Option<String>, source: YdbError) -> Error {
        Detail::ExportStopped { after, failure: Failure::of(table, OperationName::Export.as_str(), source, false) }
            .into()
    }
}

#[doc(hidden)]
impl From<Detail> for Error {
    #[cold]
    fn from(detail: Detail) -> Self {
        Error(Box::new(detail))
    }
}

impl From<PageTokenError> for Error {
    fn from(error: PageTokenError) -> Self {
        Detail::PageToken(error).into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Prints the kind and the message, for example in a failing test.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind())
    }
}

/// Returns as source the client's error, `ydb::YdbError`; if only some rows are written, the error of the failed
/// request.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) | Detail::AlreadyExists { failure, .. } | Detail::ExportStopped { failure, .. } => {
                Some(&failure.source)
            }
            Detail::PartlyWritten { rows, .. } => Some(&rows.cause),
            Detail::Unread { source, .. } | Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => {
                Some(source)
            }
            Detail::Kept { source, .. } | Detail::Parameter { source, .. } => Some(source),
            _ => None,
        }
    }
}
