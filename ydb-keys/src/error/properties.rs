//! What callers ask of an error: its kind, its place and its outcome.

use super::detail::Said;
#[cfg(feature = "sdk")]
use super::failure::{Failure, kind_of};
use super::{Detail, Done, ErrorKind, Outcome, PageTokenError, PartlyWritten};

impl Detail {
    /// What callers ask, as far as the list of the errors does not say it.
    pub(super) fn said(&self) -> Said<'_> {
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

    /// `NotWritten` is said only where nothing can be written any more: nothing was sent that writes, YDB has refused it, or
    /// it is in a transaction that can no longer be committed.
    ///
    /// So who makes an error after an answer to a statement that writes, or that commits, makes it by
    /// `Operation::unread`.
    pub(super) fn outcome(&self) -> Outcome {
        let unknown = match self {
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

    /// Whether another transaction won.
    pub(super) fn is_aborted(&self) -> bool {
        match self {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) => kind_of(&failure.source) == ErrorKind::Conflict,
            _ => false,
        }
    }

    pub(super) fn caused_by(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            #[cfg(feature = "sdk")]
            Detail::Ydb(Failure { source, .. })
            | Detail::AlreadyExists { failure: Failure { source, .. }, .. }
            | Detail::ExportStopped { failure: Failure { source, .. }, .. } => Some(source),
            Detail::PartlyWritten { rows: PartlyWritten { cause, .. }, .. } => Some(cause),
            Detail::Unread { source, .. } | Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => {
                Some(source)
            }
            Detail::Kept { source, .. } => Some(source),
            Detail::Parameter { source, .. } => Some(source),
            _ => None,
        }
    }
}
