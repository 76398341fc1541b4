//! A transaction's pending write of one row.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::row;
use crate::catalog::ColumnId;

/// One column's new value, encoded by [`row::encode_value`]; `None` is NULL.
pub type Change = (ColumnId, Option<Box<[u8]>>);

/// The bytes of a row after those of its key.
pub type KeyAndRow = (Box<[u8]>, Box<[u8]>);

/// A write of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// The whole row.
    Put(Box<[u8]>),
    /// Some columns, laid over the row as it is at the commit, or over no row.
    Merge(Vec<Change>),
    /// No row.
    Delete,
}

/// Writes of one table in key order.
pub(super) type Writes = BTreeMap<Box<[u8]>, Write>;

impl Write {
    /// The row after this write.
    pub(super) fn over(&self, base: Option<&[u8]>) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Put(row) => Some(Cow::Borrowed(row)),
            Self::Merge(changes) => Some(Cow::Owned(row::merge(base.unwrap_or_default(), changes).into())),
            Self::Delete => None,
        }
    }

    /// The same, consuming the write.
    pub(super) fn into_row(self, base: Option<&[u8]>) -> Option<Box<[u8]>> {
        match self {
            Self::Put(row) => Some(row),
            Self::Merge(changes) => Some(row::merge(base.unwrap_or_default(), &changes)),
            Self::Delete => None,
        }
    }

    /// This write and a later one as a single write.
    pub(super) fn then(self, later: Self) -> Self {
        let Self::Merge(changes) = later else { return later };
        match self {
            Self::Put(row) => Self::Put(row::merge(&row, &changes)),
            Self::Delete => Self::Put(row::merge(&[], &changes)),
            Self::Merge(mut earlier) => {
                earlier.retain(|(id, _)| changes.iter().all(|change| change.0 != *id));
                earlier.extend(changes);
                Self::Merge(earlier)
            }
        }
    }

    /// Whether the row after this write depends on the row before.
    pub(super) const fn needs_base(&self) -> bool {
        matches!(self, Self::Merge(_))
    }
}
