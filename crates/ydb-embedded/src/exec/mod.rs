//! Operators: for each, what a plan says of it, and what it does in a query. Rows are pulled through them in batches; writes
//! take all rows of theirs first.

mod access;
mod condition;
mod group;
mod index;
mod join;
mod record;
mod rel;
mod rows;
mod scan;
mod window;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalog::Table;
use crate::error::Result;
use crate::expr::Env;
use crate::expr::memory::{MemoryGuard, size};
use crate::storage::{KeyRange, Transaction};
use crate::types::Row;
use crate::work::tick;

pub use access::{Atom, KeyAccess, KeySpan, MAX_RANGES, Term, spans};
pub(crate) use condition::{Fitted, fit, is_ordered_like};
pub use group::{AggregateCall, Group};
pub use index::{Conflicts, IndexedRow};
pub use join::{JoinStrategy, Joined, LookupKey};
pub use record::{record, scanned, text};
pub use rel::{Join, OutputColumn, Rel, RelKind};
pub use rows::{Container, ContainerKind, Limit};
pub use scan::{Decoder, Scan, empty_row, full_row, key_of};
pub use window::{Frame, Sort, Window, WindowCall};
pub use write::{Given, Write, WriteKind, run as write, some as write_some};

// Open operators: rows are pulled through them, a batch at a time.
//
// A plan is a tree of [`Rel`]s. It is kept, never changes, and serves many queries at once. A query opens it:
// each open operator has those below it, what the plan says of it, which it shares with the plan, and what has happened so
// far.
//
// ```text
// plan, kept                open in one query
// Limit 10                  Limit 10: 3 rows left
//   Sort v                    Sort v: the rows in order, the next one first
//     Scan t
// ```
//
// [`Cursor::next`] gives the next batch of an operator, which pulls batches from the operators below:
//
// - A scan reads a chunk of a range; filters and projections make one batch of one batch.
// - Groups, windows and sorts take all rows from below first, and then let go of what is below ([`Cursor::at_once`]).
// - A limit stops pulling when it has enough.
//
// A batch may be empty, because a filter has dropped all its rows. Only `None` is the end.

/// The next rows of an operator; `None` after the last.
type Next = Result<Option<Vec<Row>>>;

/// An open operator, with those below it.
pub struct Cursor(Box<dyn FnMut(&mut QueryRun<'_>) -> Next + Send>);

impl Cursor {
    fn new(next: impl FnMut(&mut QueryRun<'_>) -> Next + Send + 'static) -> Self {
        Self(Box::new(next))
    }

    /// An operator that makes all its rows when the first ones are pulled, and holds their memory until its end.
    fn at_once(make: impl FnOnce(&mut QueryRun<'_>) -> Result<(Vec<Row>, MemoryGuard)> + Send + 'static) -> Self {
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

/// How many rows an operator gives at a time, unless it passes on what it was given.
const BATCH: usize = 1024;

/// One run of a query, as its operators see it.
pub struct QueryRun<'a> {
    pub tx: &'a mut Transaction,
    pub env: &'a Env,
    pub conflicts: &'a mut Conflicts,
    pub usage: &'a mut Usage,
    /// The only keys that scans look at, if not all.
    pub within: Option<&'a KeyRange>,
    /// The engine, for what neither plan nor storage knows.
    pub host: &'a dyn Host,
}

/// What operators ask of the engine.
pub trait Host {
    /// The next number of a serial column's sequence.
    ///
    /// Fails if the sequence is exhausted.
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64>;

    /// The rows of a system view, with all columns in order.
    fn system_rows(&self, view: &Table) -> Vec<Row>;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUsage {
    pub read_rows: u64,
    pub read_bytes: u64,
    pub updated_rows: u64,
    pub updated_bytes: u64,
    pub deleted_rows: u64,
}

/// How much a query has read and written, by the tables' paths.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    pub tables: BTreeMap<Arc<str>, TableUsage>,
}

impl Usage {
    pub fn of(&mut self, path: &Arc<str>) -> &mut TableUsage {
        // The table is nearly always known already, and then its path is not cloned.
        if !self.tables.contains_key(path) {
            self.tables.insert(Arc::clone(path), TableUsage::default());
        }
        self.tables.entry(Arc::clone(path)).or_default()
    }
}
