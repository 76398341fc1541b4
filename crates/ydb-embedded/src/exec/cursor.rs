//! Open operators: rows are pulled through them, a batch at a time.
//!
//! A plan is a tree of [`Rel`](super::Rel)s. It is kept, never changes, and serves many queries at once. A query opens it:
//! each open operator has those below it, what the plan says of it, which it shares with the plan, and what has happened so
//! far.
//!
//! ```text
//! plan, kept                open in one query
//! Limit 10                  Limit 10: 3 rows left
//!   Sort v                    Sort v: the rows in order, the next one first
//!     Scan t
//! ```
//!
//! [`Cursor::next`] gives the next batch of an operator, which pulls batches from the operators below:
//!
//! - A scan reads a chunk of a range; filters and projections make one batch of one batch.
//! - Groups, windows and sorts take all rows from below first, and then let go of what is below ([`Cursor::at_once`]).
//! - A limit stops pulling when it has enough.
//!
//! A batch may be empty, because a filter has dropped all its rows. Only `None` is the end.

use super::query_run::{BATCH, QueryRun};
use crate::error::Result;
use crate::expr::memory::{MemoryGuard, size};
use crate::types::Row;
use crate::work::tick;

/// The next rows of an operator; `None` after the last.
type Next = Result<Option<Vec<Row>>>;

/// An open operator, with those below it.
pub struct Cursor(Box<dyn FnMut(&mut QueryRun<'_>) -> Next + Send>);

impl Cursor {
    /// An operator that gives rows in this way.
    pub(super) fn new(next: impl FnMut(&mut QueryRun<'_>) -> Next + Send + 'static) -> Self {
        Self(Box::new(next))
    }

    /// An operator that makes all its rows when the first ones are pulled, and holds their memory until its end.
    pub(super) fn at_once(
        make: impl FnOnce(&mut QueryRun<'_>) -> Result<(Vec<Row>, MemoryGuard)> + Send + 'static,
    ) -> Self {
        let (mut make, mut made) = (Some(make), (Vec::new().into_iter(), MemoryGuard::default()));
        Self::new(move |run| {
            if let Some(make) = make.take() {
                let (rows, held) = make(run)?;
                made = (rows.into_iter(), held);
            }
            let rows: Vec<Row> = made.0.by_ref().take(BATCH).collect();
            Ok(Some(rows).filter(|rows| !rows.is_empty()))
        })
    }

    /// The next rows; `None` after the last. A batch may be empty.
    pub fn next(&mut self, run: &mut QueryRun<'_>) -> Next {
        (self.0)(run)
    }

    /// The next rows, at least one; `None` after the last.
    pub fn some(&mut self, run: &mut QueryRun<'_>) -> Next {
        loop {
            match self.next(run)? {
                Some(rows) if rows.is_empty() => {}
                found => return Ok(found),
            }
        }
    }

    /// All rows.
    pub fn all(&mut self, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        let (mut all, mut held) = (Vec::new(), run.env.memory.part());
        while let Some(rows) = self.next(run)? {
            tick(rows.len())?;
            rows.iter().try_for_each(|row| held.add(size(row)))?;
            all.extend(rows);
        }
        Ok(all)
    }
}
