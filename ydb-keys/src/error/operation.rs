//! Why an operation on a model failed, as a caller sees it.

use std::fmt;

#[cfg(feature = "sdk")]
use ydb::YdbError;

use super::detail::Said;
#[cfg(feature = "sdk")]
use super::failure::{Failure, kind_of};
use super::{Detail, Done, Error, ErrorKind, OperationName, Outcome, PageTokenError, PartlyWritten};

/// The result of an operation on a model.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// What kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.said().kind
    }

    /// The table's path, with the directory that it was addressed at.
    pub fn table(&self) -> Option<&str> {
        // A struct that is read from the rows of a query belongs to no table, and neither does a transaction.
        self.0.said().table.filter(|table| !table.is_empty() && !table.starts_with("struct "))
    }

    /// The name of the operation, such as `get` or `upsert_many`, where that is known.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.said().operation
    }

    /// The name of the column.
    pub fn column(&self) -> Option<&str> {
        self.0.said().column
    }

    /// The key of the row as people read it, shortened: `(1001)`; for many rows `one of rows 0 to 999`, by their positions
    /// in the call, because YDB does not say which.
    pub fn key(&self) -> Option<&str> {
        self.0.said().key
    }

    /// Whether nothing of a failed write is written, some of it, all of it, or whether that is unknown.
    ///
    /// [`NotWritten`](Outcome::NotWritten) is certain: nothing was sent that writes, or YDB has refused it, or it is in a
    /// [`transact`](crate::transact) that is not committed.
    pub fn outcome(&self) -> Outcome {
        // `NotWritten` is said only where nothing can be written any more. So who makes an error after an answer to a
        // statement that writes, or that commits, makes it by `Operation::unread`.
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

    /// Returns `true` if the database cannot answer at the moment: it is out of reach or overloaded, or the timeout
    /// expired. A web service answers 503 and `Retry-After`.
    ///
    /// What can be repeated, the library has repeated until the [`timeout`](crate::Call::timeout).
    pub fn is_unavailable(&self) -> bool {
        matches!(self.cause().kind(), ErrorKind::Unavailable | ErrorKind::Overloaded | ErrorKind::Timeout)
    }

    /// Returns `true` if YDB has more to do than it can: slow down.
    pub fn is_overloaded(&self) -> bool {
        self.cause().kind() == ErrorKind::Overloaded
    }

    /// Returns `true` if the same call may succeed later, without a change of the program or of its data. Whether a
    /// write was done all the same, [`outcome`](Self::outcome) says: if that is `Unknown`, repeat the call only if it
    /// does no harm to do it twice. False for `exactly_once` calls whose outcome is unknown: ask with
    /// [`once_id`](Self::once_id).
    pub fn is_retryable(&self) -> bool {
        let is_in_doubt = matches!(&*self.0, Detail::InDoubt { .. } | Detail::Forgotten { unknown: true, .. });
        let is_aborted = match &*self.cause().0 {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) => kind_of(&failure.source) == ErrorKind::Conflict,
            _ => false,
        };
        !is_in_doubt && (self.is_unavailable() || is_aborted)
    }

    /// The id with which `exactly_once_as` asks what became of an `exactly_once` call whose
    /// [`outcome`](Self::outcome) is unknown; `None` of any other error.
    pub fn once_id(&self) -> Option<&str> {
        match &*self.0 {
            Detail::InDoubt { id, .. } => Some(id),
            _ => None,
        }
    }

    /// What was written, if only some rows are.
    pub fn partly_written(&self) -> Option<&PartlyWritten> {
        match &*self.0 {
            Detail::PartlyWritten { rows, .. } => Some(rows),
            _ => None,
        }
    }

    /// The unique indexes one of which may have the values of the row already. Empty unless the kind is
    /// [`AlreadyExists`](ErrorKind::AlreadyExists).
    pub fn unique_indexes(&self) -> &[&'static str] {
        match &*self.0 {
            #[cfg(feature = "sdk")]
            Detail::AlreadyExists { unique, .. } => unique,
            _ => &[],
        }
    }

    /// The error itself, or why the request failed if others had been written, or if its outcome is not known.
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

    /// The error of the value of a parameter, with its name.
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
    /// What callers ask, as far as the list of the errors does not say it.
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
    /// The error of a load from the client's error.
    #[cold]
    pub fn load_failed(table: &str, source: YdbError, outcome_unknown: bool) -> Error {
        Detail::of_ydb(table, OperationName::Load.as_str(), source, outcome_unknown)
    }

    /// The client's error, with the table and the operation that it happened to.
    #[cold]
    pub fn of_ydb(table: &str, operation: &'static str, source: YdbError, outcome_unknown: bool) -> Error {
        Detail::Ydb(Failure::of(table, operation, source, outcome_unknown)).into()
    }

    /// The error of an export that has rows already: up to the one with the key `after`, if one came.
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

/// The kind and the message: what a failing test prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.kind())
    }
}

/// The source is the client's error, `ydb::YdbError`; if only some rows are written, the error of the request.
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
