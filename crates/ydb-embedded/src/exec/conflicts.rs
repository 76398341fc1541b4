//! Writes that meet an existing key, and when the conflict is reported.

use std::collections::BTreeSet;

use crate::catalog::TableId;
use crate::error::{Error, Result};

/// The conflicts of a transaction's writes with existing keys.
///
/// YDB (`kqp_write_actor.cpp`) buffers the rows of a statement. Its data shards look for existing keys when the
/// buffer is flushed: before the commit, or before a read that must see what was written. Here the keys are checked
/// at once, in the same snapshot, and a late conflict waits in `pending` for the flush. Nothing else in the
/// transaction can succeed after it.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// Whether the next flush reports a conflict, and not the statement.
    pub late: bool,
    /// Whether the rows of indexes are buffered, too. If not, YDB looks for existing keys in a table with indexes
    /// before it buffers anything (`kqp_opt_phy_insert_index.cpp`, `needPrecompute`).
    pub index_stream: bool,
    /// The tables written to since the last flush.
    pub unflushed: BTreeSet<TableId>,
    /// The first conflict since then.
    pub pending: Option<Error>,
}

impl Conflicts {
    /// The flush before a commit, or before a read of a table that was written to.
    pub fn flush(&mut self) -> Result<()> {
        self.unflushed.clear();
        self.pending.take().map_or(Ok(()), Err)
    }

    /// Records a conflict, or returns it at once. UNVERIFIED: that a statement with RETURNING, which has no rows to
    /// return then, reports it at once.
    pub(super) fn met(&mut self, error: Error, has_synchronous_index: bool, returning: bool) -> Result<()> {
        let precomputed = !self.index_stream && has_synchronous_index;
        if !self.late || precomputed || returning {
            return Err(error);
        }
        self.pending.get_or_insert(error);
        Ok(())
    }
}
