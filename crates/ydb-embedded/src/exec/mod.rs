//! Operators: their descriptions in a plan, and their execution in a query. Rows are pulled through them in batches. A
//! write reads all rows of its source first.

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

// Open operators: rows are pulled through them, one batch at a time.
//
// A plan is a tree of [`Rel`]s. The plan is kept, never changes, and serves many queries at once. A query opens the
// plan. Each open operator has the open operators below it, its description, which it shares with the plan, and a state
// of its own.
//
// ```text
// plan, kept                open in one query
// Limit 10                  Limit 10: 3 rows left
//   Sort v                    Sort v: the rows in order, the next one first
//     Scan t
// ```
//
// [`Cursor::next`] returns the next batch of an operator, which pulls batches from the operators below:
//
// - A scan reads a chunk of a range; a filter or a projection turns one batch into one batch.
// - Groups, windows and sorts take all rows from below first, and then drop the operators below ([`Cursor::at_once`]).
// - A limit stops pulling when it has enough rows.
//
// A batch may be empty, because a filter has dropped all its rows. Only `None` is the end.

/// Next rows of an operator; `None` after the last.
type Next = Result<Option<Vec<Row>>>;

/// Open operator, with the open operators below it.
pub struct Cursor(Box<dyn FnMut(&mut QueryRun<'_>) -> Next + Send>);

impl Cursor {
    fn new(next: impl FnMut(&mut QueryRun<'_>) -> Next + Send + 'static) -> Self {
        Self(Box::new(next))
    }

    /// Returns an operator that makes all its rows at the first pull, and holds their memory until its end.
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

    /// Returns the next rows, or `None` after the last. A batch may be empty.
    pub fn next(&mut self, run: &mut QueryRun<'_>) -> Next {
        (self.0)(run)
    }

    /// Returns the next rows, at least one, or `None` after the last.
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

/// Number of rows that an operator gives at a time, unless it passes on the batches that it gets.
const BATCH: usize = 1024;

/// One run of a query, with the state that its operators share.
pub struct QueryRun<'a> {
    pub tx: &'a mut Transaction,
    pub env: &'a Env,
    pub conflicts: &'a mut Conflicts,
    pub usage: &'a mut Usage,
    /// Range of the keys that scans may read; `None` if they may read all keys.
    pub within: Option<&'a KeyRange>,
    /// Engine, for data that neither the plan nor the storage has.
    pub host: &'a dyn Host,
}

/// Services of the engine for operators.
pub trait Host {
    /// Returns the next number of a serial column's sequence.
    ///
    /// Fails if the sequence is exhausted.
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64>;

    /// Returns the rows of a system view, with all columns in order.
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

/// Numbers of rows and bytes that a query has read and written, by the paths of the tables.
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
