//! Errors of loads: a rejected row, or the failure that stopped a load, with the rows that it gives back.

use std::fmt;
use std::ops::Range;

use ydb_keys::Error;

use super::parts::{PendingRows, count, insert};
use super::report::LoadReport;

/// Error of a load: a row was rejected, or the load stopped.
#[non_exhaustive]
pub enum LoadError<T> {
    /// The row cannot be stored: a value or the key is invalid. The loader has not taken the row, and continues without
    /// it.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#loaderrorrejected).
    Rejected(Box<RejectedRow<T>>),
    /// A request failed for good. The loader has stopped, and nothing is in flight.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#loaderrorfailed).
    Failed(Box<LoadFailure<T>>),
}

/// A row that cannot be stored.
#[non_exhaustive]
pub struct RejectedRow<T> {
    /// The rejected row.
    pub row: T,
    /// Reason for which the row cannot be stored.
    pub source: Error,
}

/// Failure that stopped a load, with the state of its rows.
///
/// Positions count the rows that the loader has taken, from 0, in the order in which they were pushed. Requests finish
/// in any order, so the rows of one state may be several ranges.
///
/// A bulk upsert may be repeated: load the rows of [`into_rows`](Self::into_rows) again when the cause is gone.
#[non_exhaustive]
pub struct LoadFailure<T> {
    /// Error that stopped the load: the error of the first request that could not be repeated.
    pub source: Error,
    /// Positions of the rows that are certainly written: YDB has acknowledged their requests.
    pub written: Vec<Range<u64>>,
    /// Rows whose requests were sent and not acknowledged. Any of these rows may be written. Partitions write
    /// independently, so YDB may have written a part of a request that it refused.
    pub possibly_written: PendingRows<T>,
    /// Rows that were never sent.
    pub not_sent: PendingRows<T>,
    /// Progress of the load until it stopped.
    pub report: LoadReport,
}

impl<T> LoadFailure<T> {
    /// Returns the rows that are possibly written or not sent, in the order in which they were pushed.
    pub fn into_rows(self) -> Vec<T> {
        let mut all = Vec::with_capacity(self.possibly_written.rows.len() + self.not_sent.rows.len());
        let (mut one, mut two) = (self.possibly_written.parts(), self.not_sent.parts());
        let (mut first, mut second) = (one.next(), two.next());
        loop {
            let is_first = match (&first, &second) {
                (Some((first, _)), Some((second, _))) => first < second,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => return all,
            };
            let next = if is_first {
                std::mem::replace(&mut first, one.next())
            } else {
                std::mem::replace(&mut second, two.next())
            };
            all.extend(next.into_iter().flat_map(|(_, rows)| rows));
        }
    }
}

impl<T> LoadFailure<T> {
    /// Adds a row that was not sent, after all other rows.
    pub(super) fn and(mut self, row: T) -> Self {
        let all = [&self.written, &self.possibly_written.positions, &self.not_sent.positions];
        let end = all.into_iter().flatten().map(|range| range.end).max().unwrap_or_default();
        insert(&mut self.not_sent.positions, end..end + 1);
        self.not_sent.rows.push(row);
        self
    }
}

impl<T> LoadError<T> {
    /// Returns the error of YDB, or of the rejected row.
    pub fn error(&self) -> &Error {
        match self {
            LoadError::Rejected(rejected) => &rejected.source,
            LoadError::Failed(failure) => &failure.source,
        }
    }
}

impl<T> std::error::Error for LoadError<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.error())
    }
}

impl<T> fmt::Display for LoadError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Rejected(rejected) => write!(f, "the row was rejected: {}", rejected.source),
            LoadError::Failed(failure) => failure.fmt(f),
        }
    }
}

impl<T> fmt::Display for LoadFailure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (possibly, not_sent) = (&self.possibly_written.positions, &self.not_sent.positions);
        write!(
            f,
            "{}; {} written, {} possibly written, {} not sent",
            self.source,
            Positions(&self.written),
            Positions(possibly),
            Positions(not_sent)
        )
    }
}

/// Positions of rows, displayed as `3 rows (0..2, 7..8)`.
struct Positions<'a>(&'a [Range<u64>]);

/// Most ranges that are shown.
const SHOWN: usize = 4;

impl fmt::Display for Positions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = count(self.0);
        write!(f, "{count} {}", if count == 1 { "row" } else { "rows" })?;
        for (at, Range { start, end }) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{start}..{end}", if at == 0 { " (" } else { ", " })?;
        }
        match self.0.len() {
            0 => Ok(()),
            len if len > SHOWN => f.write_str(", ..)"),
            _ => f.write_str(")"),
        }
    }
}

/// Leaves out the rows, which need not implement `Debug`.
impl<T> fmt::Debug for LoadError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Rejected(rejected) => f.debug_tuple("Rejected").field(rejected).finish(),
            LoadError::Failed(failure) => f.debug_tuple("Failed").field(failure).finish(),
        }
    }
}

impl<T> fmt::Debug for RejectedRow<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RejectedRow").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for LoadFailure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadFailure")
            .field("source", &self.source)
            .field("written", &self.written)
            .field("possibly_written", &self.possibly_written)
            .field("not_sent", &self.not_sent)
            .field("report", &self.report)
            .finish()
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "positions are ranges")]
mod tests {
    use super::*;

    fn failure(possibly: &[Range<u64>], not_sent: &[Range<u64>]) -> LoadFailure<u64> {
        let unwritten = |ranges: &[Range<u64>]| PendingRows {
            positions: ranges.to_vec(),
            rows: ranges.iter().cloned().flatten().collect(),
        };
        LoadFailure {
            source: ydb_keys::__internal::Detail::EmptyUpdate { table: "t" }.into(),
            written: vec![0..2, 4..5],
            possibly_written: unwritten(possibly),
            not_sent: unwritten(not_sent),
            report: LoadReport::default(),
        }
    }

    #[test]
    fn rows_come_back_in_their_order() {
        let ends = failure(&[2..4, 5..6], &[6..9]);
        assert_eq!(ends.into_rows(), [2, 3, 5, 6, 7, 8]);
        assert_eq!(failure(&[5..7], &[2..4, 7..8]).into_rows(), [2, 3, 5, 6, 7]);
        assert_eq!(failure(&[], &[]).into_rows(), [] as [u64; 0]);
        let more = failure(&[2..4], &[5..6]).and(6);
        assert_eq!(more.not_sent.positions, [5..7]);
        assert_eq!(more.into_rows(), [2, 3, 5, 6]);
        assert_eq!(failure(&[], &[]).and(5).not_sent.positions, [5..6]);
    }

    #[test]
    fn the_message_counts_the_rows() {
        let text = LoadError::Failed(Box::new(failure(&[2..4, 5..6], &[6..7]))).to_string();
        assert!(
            text.ends_with(
                "; 3 rows (0..2, 4..5) written, 3 rows (2..4, 5..6) possibly written, 1 row (6..7) not sent"
            ),
            "{text}"
        );
        let ranges: Vec<_> = (0..6).map(|n| n * 10..n * 10 + 1).collect();
        let text = failure(&ranges, &[]).to_string();
        assert!(text.contains("6 rows (0..1, 10..11, 20..21, 30..31, ..) possibly"), "{text}");
        assert!(text.ends_with(", 0 rows not sent"), "{text}");
    }
}
