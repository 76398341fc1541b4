//! What callers ask of an error: its kind, its place and its outcome.

#[cfg(feature = "sdk")]
use super::failure::{Failure, kind_of};
use super::{Detail, Done, ErrorKind, Outcome, PageTokenError, PartlyWritten};

impl Detail {
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) | Detail::ExportStopped { failure, .. } => failure.kind(),
            #[cfg(feature = "sdk")]
            Detail::AlreadyExists { .. } => ErrorKind::AlreadyExists,
            Detail::PartlyWritten { .. } => ErrorKind::PartlyWritten,
            Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => source.kind(),
            Detail::Conflict { .. } => ErrorKind::Conflict,
            Detail::OtherKey { .. } | Detail::UnknownFormat(_) => ErrorKind::Schema,
            Detail::KeyTooLarge { .. }
            | Detail::RowTooLarge { .. }
            | Detail::CellTooLarge { .. }
            | Detail::TextTooLong { .. } => ErrorKind::TooLarge,
            Detail::Unread { .. }
            | Detail::Kept { .. }
            | Detail::Value { decoded: true, .. }
            | Detail::NoVersion { .. }
            | Detail::NullInKey { .. }
            | Detail::Place { .. }
            | Detail::OtherColumns { .. }
            | Detail::NotOneRow { .. }
            | Detail::MissingColumn { .. } => ErrorKind::Decode,
            Detail::Value { .. }
            | Detail::Parameter { .. }
            | Detail::InexactNumber { .. }
            | Detail::InvalidJson { .. }
            | Detail::TimeOrderedUuid { .. } => ErrorKind::InvalidValue,
            Detail::PageToken(_) => ErrorKind::PageToken,
            Detail::AsyncIndex { .. }
            | Detail::NotComposed { .. }
            | Detail::StaleRead { .. }
            | Detail::RelativePath { .. }
            | Detail::AfterOtherRows { .. }
            | Detail::LimitedDelete { .. }
            | Detail::LimitedBatch { .. }
            | Detail::NotIdempotent { .. }
            | Detail::ColumnBatch { .. }
            | Detail::LimitedPage { .. }
            | Detail::NoRows { .. }
            | Detail::LimitedSplit { .. }
            | Detail::NotSplittable { .. }
            | Detail::NotRepeatable { .. }
            | Detail::NotCertain { .. }
            | Detail::RepeatedKey { .. }
            | Detail::NoReturning { .. }
            | Detail::NotDualWritten { .. }
            | Detail::KeyChanged { .. }
            | Detail::EmptyUpdate { .. } => ErrorKind::Usage,
        }
    }

    pub(super) fn table(&self) -> Option<&str> {
        let table: &str = match self {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) | Detail::AlreadyExists { failure, .. } | Detail::ExportStopped { failure, .. } => {
                &failure.table
            }
            Detail::PartlyWritten { table, .. }
            | Detail::Unread { table, .. }
            | Detail::StaleRead { table, .. }
            | Detail::RelativePath { table, .. }
            | Detail::TextTooLong { table, .. }
            | Detail::Conflict { table, .. }
            | Detail::NotRepeatable { table, .. }
            | Detail::NotCertain { table, .. } => table,
            Detail::Value { table, .. }
            | Detail::NullInKey { table, .. }
            | Detail::NoVersion { table, .. }
            | Detail::MissingColumn { table, .. }
            | Detail::KeyTooLarge { table, .. }
            | Detail::RowTooLarge { table, .. }
            | Detail::CellTooLarge { table, .. }
            | Detail::InexactNumber { table, .. }
            | Detail::InvalidJson { table, .. }
            | Detail::TimeOrderedUuid { table, .. }
            | Detail::AsyncIndex { table, .. }
            | Detail::AfterOtherRows { table, .. }
            | Detail::LimitedDelete { table }
            | Detail::LimitedBatch { table, .. }
            | Detail::NotIdempotent { table, .. }
            | Detail::ColumnBatch { table, .. }
            | Detail::LimitedPage { table }
            | Detail::NoRows { table, .. }
            | Detail::LimitedSplit { table }
            | Detail::NotSplittable { table, .. }
            | Detail::RepeatedKey { table, .. }
            | Detail::NoReturning { table, .. }
            | Detail::NotDualWritten { table, .. }
            | Detail::OtherKey { table, .. }
            | Detail::KeyChanged { table, .. }
            | Detail::EmptyUpdate { table } => table,
            Detail::PageToken(PageTokenError::OtherScan { table } | PageTokenError::OtherRows { table, .. }) => table,
            Detail::PageToken(_)
            | Detail::UnknownFormat(_)
            | Detail::NotComposed { .. }
            | Detail::Parameter { .. }
            | Detail::Place { .. }
            | Detail::OtherColumns { .. }
            | Detail::NotOneRow { .. }
            | Detail::InDoubt { .. }
            | Detail::Forgotten { .. }
            | Detail::Kept { .. } => "",
        };
        // A struct that is read from the rows of a query belongs to no table, and neither does a transaction.
        (!table.is_empty() && !table.starts_with("struct ")).then_some(table)
    }

    pub(super) fn operation(&self) -> Option<&'static str> {
        match self {
            #[cfg(feature = "sdk")]
            Detail::Ydb(failure) | Detail::AlreadyExists { failure, .. } | Detail::ExportStopped { failure, .. } => {
                Some(failure.operation)
            }
            Detail::PartlyWritten { operation, .. }
            | Detail::Unread { operation, .. }
            | Detail::StaleRead { operation, .. }
            | Detail::LimitedBatch { operation, .. }
            | Detail::ColumnBatch { operation, .. }
            | Detail::RelativePath { operation, .. }
            | Detail::TextTooLong { operation, .. }
            | Detail::Conflict { operation, .. }
            | Detail::NotRepeatable { operation, .. }
            | Detail::NotCertain { operation, .. }
            | Detail::RepeatedKey { operation, .. }
            | Detail::NoReturning { operation, .. } => Some(operation),
            Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => source.operation(),
            _ => None,
        }
    }

    pub(super) fn column(&self) -> Option<&str> {
        match self {
            Detail::Value { column, .. }
            | Detail::NullInKey { column, .. }
            | Detail::NoVersion { column, .. }
            | Detail::MissingColumn { column, .. }
            | Detail::CellTooLarge { column, .. }
            | Detail::InexactNumber { column, .. }
            | Detail::InvalidJson { column, .. }
            | Detail::TimeOrderedUuid { column, .. }
            | Detail::AfterOtherRows { column, .. }
            | Detail::NotSplittable { column, .. }
            | Detail::NotIdempotent { column, .. }
            | Detail::NotDualWritten { column, .. }
            | Detail::PageToken(PageTokenError::OtherRows { column, .. }) => Some(column),
            Detail::Unread { source, .. } => source.column(),
            _ => None,
        }
    }

    pub(super) fn key(&self) -> Option<&str> {
        match self {
            #[cfg(feature = "sdk")]
            Detail::AlreadyExists { key, .. } | Detail::ExportStopped { after: key, .. } => key.as_deref(),
            Detail::KeyTooLarge { key, .. }
            | Detail::RowTooLarge { key, .. }
            | Detail::CellTooLarge { key, .. }
            | Detail::InvalidJson { key, .. }
            | Detail::Conflict { key, .. }
            | Detail::RepeatedKey { key, .. }
            | Detail::KeyChanged { key, .. } => Some(key),
            _ => None,
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
            Detail::Unread { .. } => true,
            Detail::InDoubt { .. } => true,
            Detail::Forgotten { unknown, .. } => *unknown,
            Detail::PartlyWritten { unknown: false, .. } => return Outcome::PartlyWritten,
            Detail::PartlyWritten { .. } => true,
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
