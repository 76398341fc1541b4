//! One page of a scan, and where the next one begins.
//!
//! A page is a scan with a limit. It reads one row more than the page holds: if that row exists, there is a next page,
//! and the token of the last row that is returned says where it begins. The next page is the same scan with the
//! condition that rows come after the key in the token (`order`). So no rows are skipped and counted, and page 1000
//! costs what page 1 costs.

use super::model::YdbTable;
use super::query::Purpose;
use super::row::{ProjectionOf, YdbRow};
use super::scan;
use super::scan::Select;
use super::statement::Statement;
use crate::error::{Detail, Result};
use crate::keys::PageToken;
use ydb_keys_core::types::Value;

/// One page of a scan, with all columns of the model or with those of `R`; from `scan().page(size, token)`.
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`, or until you send its `statement()`"]
pub struct PageQuery<T: YdbTable, R = T> {
    pub(crate) scan: Select<T, R>,
    pub(crate) size: u64,
}

/// The rows of a page, and the token of the next page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Page<T> {
    /// The rows: as many as the page's size, fewer on the last page.
    pub rows: Vec<T>,
    /// Where the next page begins; `None` when there are no more rows.
    pub next: Option<PageToken>,
}

impl<T: YdbTable, R> PageQuery<T, R> {
    pub(super) fn new(mut scan: Select<T, R>, size: u64, token: Option<&PageToken>) -> Self {
        if size == 0 {
            scan.query.fail(Detail::NoRows { table: T::TABLE.name, what: "a page of 0 rows" }.into());
        }
        if scan.query.limit.is_some() {
            scan.query.fail(Detail::LimitedPage { table: T::TABLE.name }.into());
        }
        if let Some(token) = token {
            scan.query.resume(token);
        }
        // One more row shows whether there is another page.
        scan.query.limit = Some(size.saturating_add(1));
        PageQuery { scan, size }
    }
}

impl<T: YdbTable> PageQuery<T> {
    /// The same page with the columns of `P` only. The tokens are the same, whatever is selected.
    pub fn select<P: ProjectionOf<T>>(self) -> PageQuery<T, P> {
        PageQuery { scan: self.scan.select(), size: self.size }
    }
}

impl<T: YdbTable, R: YdbRow> PageQuery<T, R> {
    /// The statement, with the hash column computed. It reads one row more than the page holds, which shows whether
    /// there is another page, and the columns of the order, from which the token is made.
    ///
    /// # Errors
    /// A key value its column cannot hold; [`PageToken`](crate::ErrorKind::PageToken) for a token of another scan;
    /// [`Usage`](crate::ErrorKind::Usage) for a scan with a limit, and for a page of 0 rows.
    pub fn statement(&self) -> Result<Statement<'static>> {
        scan::statement::<T, R>(&self.scan.location, &self.scan.query, Purpose::Page)
    }

    /// The page of the rows of the statement; `last` is the position of the last row that fits in the page.
    pub(crate) fn page(&self, mut rows: Vec<R>, last: Option<&[Value<'static>]>) -> Result<Page<R>> {
        let size = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = last.filter(|_| more).map(|position| self.scan.query.token(position)).transpose()?;
        Ok(Page { rows, next })
    }
}
