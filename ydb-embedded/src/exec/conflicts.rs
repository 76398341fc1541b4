//! Writes that meet an existing key, and when that is reported.

use std::collections::BTreeSet;

use crate::catalog::TableId;
use crate::error::{Error, Result};

/// What becomes of writes that meet an existing key.
///
/// YDB's `kqp_write_actor.cpp` keeps the rows of a statement in a buffer, and its data shards look for existing keys when the buffer is flushed: before
/// the commit, or before a read that has to see what was written. Here the keys are compared at once, in the transaction's snapshot as there, and a
/// late conflict waits in `pending` for the flush; nothing else of the transaction can succeed any more.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// Whether a conflict is reported by the next flush instead of the statement.
    pub late: bool,
    /// Whether the violation of a unique index has the code 2029.
    pub unique_2029: bool,
    /// The tables written to since the last flush.
    pub unflushed: BTreeSet<TableId>,
    /// The first conflict since then.
    pub pending: Option<Error>,
}

impl Conflicts {
    /// The flush before a read of a table: none where the table is as it was.
    ///
    /// # Errors
    ///
    /// The conflict that was waiting.
    pub fn flush_before(&mut self, read: TableId) -> Result<()> {
        if self.unflushed.contains(&read) { self.flush() } else { Ok(()) }
    }

    /// The flush before a commit.
    ///
    /// # Errors
    ///
    /// The conflict that was waiting.
    pub fn flush(&mut self) -> Result<()> {
        self.unflushed.clear();
        self.pending.take().map_or(Ok(()), Err)
    }

    /// A conflict of a statement; rows of RETURNING cannot be made of it, so there it is reported at once, which is UNVERIFIED.
    pub(super) fn met(&mut self, error: Error, returning: bool) -> Result<()> {
        if !self.late || returning {
            return Err(error);
        }
        self.pending.get_or_insert(error);
        Ok(())
    }
}
