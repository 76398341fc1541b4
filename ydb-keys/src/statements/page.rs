//! One page of a scan, and where the next one begins.
//!
//! A page is a scan with a limit. It reads one row more than the page holds: if that row exists, there is a next page,
//! and the token of the last row that is returned says where it begins. The next page is the same scan with the
//! condition that rows come after the key in the token (`order`). So no rows are skipped and counted, and page 1000
//! costs what page 1 costs.

use super::model::YdbTable;
use super::scan::Scan;
use super::statement::Statement;
use crate::error::{Error, Result};
use crate::keys::PageToken;

/// One page of a scan; from `scan().page(size, token)`.
#[derive(Debug)]
#[must_use = "this describes a read; build its `statement()`"]
pub struct Paged<T: YdbTable> {
    pub(crate) scan: Scan<T>,
    pub(crate) size: u64,
}

/// The rows of a page, and the token of the next page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The rows: as many as the page's size, fewer on the last page.
    pub rows: Vec<T>,
    /// Where the next page begins; `None` when there are no more rows.
    pub next: Option<PageToken>,
}
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]

impl<T: YdbTable> Paged<T> {
    pub(super) fn new(mut scan: Scan<T>, size: u64, token: Option<&PageToken>) -> Self {
        let size = size.max(1);
        if scan.query.limit.is_some() {
            scan.query.fail(Error::LimitedPage { table: T::TABLE.name });
        }
        if let Some(token) = token {
            scan.query.resume(token);
        }
        // One more row shows whether there is another page.
        scan.query.limit = Some(size.saturating_add(1));
        Paged { scan, size }
    }

    /// The statement, with the hash column computed. It reads one row more than the page holds, which shows whether
    /// there is another page.
    ///
    /// # Errors
    /// A key value its column cannot hold; [`Error::PageToken`] for a token of another scan; [`Error::LimitedPage`] for
    /// a scan with a limit.
    pub fn statement(&self) -> Result<Statement<'static>> {
        self.scan.statement()
    }

    /// The page of these rows, which are those of the statement.
    pub(crate) fn page(&self, mut rows: Vec<T>) -> Result<Page<T>> {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = match rows.last().filter(|_| more) {
            Some(last) => Some(self.scan.query.token(&last.to_values()?)?),
            None => None,
        };
        Ok(Page { rows, next })
    }
}
