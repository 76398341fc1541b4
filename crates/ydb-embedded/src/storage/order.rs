//! YDB's order of transactions: serializable, never stale, linearizable for each key, but not strict.
//!
//! YDB gives a commit to several partitions a place in one global order, and lets a partition choose the place of a
//! commit that concerns only that partition (`datashard-distributed-txs.md` of YDB's documentation for contributors). A
//! transaction that overlaps with two such commits may therefore see the later one and not the earlier one
//! (jepsen-io/elle #27). Without a schedule the storage has no [`TransactionOrder`], and all commits are in one strict
//! order.
//!
//! With a `TransactionOrder`, versions are still numbers of commits, and two choices are drawn:
//!
//! 1. *A snapshot* is the number of the last commit, either at the arrival of the request that takes it ([`Arrival`])
//!    or at its execution. If the schema has changed between the two, it is the one at the execution.
//! 2. *A commit* whose rows and locks are all in one partition may take the number of a snapshot in use instead of a
//!    new number. That snapshot then sees the commit, although the snapshot is older.
//!
//! Data that has been seen must not change afterwards. Each partition therefore has a [`Floor`], the lowest version
//! that a commit may have there:
//!
//! ```text
//! a read at snapshot s                                   lifts it to s + 1
//! a commit of version v                                  lifts it to v, where it writes or has locks
//! a table is made, changed, renamed, copied, emptied     lifts it above all snapshots
//! a split                                                keeps it in both halves
//! a merge                                                takes the higher one
//! ```
//!
//! The reads of a transaction do not raise the floor for its own commit: its locks tell whether somebody has written
//! there.
//!
//! *Why this is serializable.* Sort all transactions by version (read-only ones by snapshot). Within a version, sort by
//! the order of commits, and put readers last. A reader at s sees all commits with versions up to s, because no later
//! commit gets a version below the floor s + 1. A transaction that writes sees, where it has locks, the data as of its
//! own place: nobody has written there since, earlier writes do not have a higher version, and later ones are not below
//! its floor. *Why it is never stale:* no version is higher than the number of the last commit, and every later
//! snapshot includes that number.
//! later snapshot begins with.

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only a simulation has another order, and a lag"))]

use super::chain::Version;
use super::locks::{NO_TX, TxId};
use crate::catalog::TableId;

/// Function that draws a number below its argument.
pub type Draw = Box<dyn FnMut(u64) -> u64 + Send>;

/// The order of transactions that a schedule chooses.
pub(super) struct TransactionOrder {
    pub(super) draw: Draw,
    /// `true` if a commit has taken an older number since this flag was last read.
    pub(super) reordered: bool,
}

impl std::fmt::Debug for TransactionOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Order").field("reordered", &self.reordered).finish_non_exhaustive()
    }
}

impl TransactionOrder {
    pub(super) fn draw(&mut self, below: u64) -> u64 {
        (self.draw)(below)
    }
}

/// Lowest version that a commit may have in a partition, which depends on the transaction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Floor {
    highest: Version,
    /// Transaction whose reads raised the floor to `highest`.
    by: TxId,
    /// Floor without the reads of transaction `by`.
    others: Version,
}

impl Floor {
    /// Raises the floor: no version below `to` may be committed here, except by the transaction that raises it.
    pub(super) fn lift(&mut self, to: Version, by: TxId) {
        if by != NO_TX && by == self.by {
            self.highest = self.highest.max(to);
        } else if to > self.highest {
            *self = Self { highest: to, by, others: self.highest };
        } else {
            self.others = self.others.max(to);
        }
    }

    /// Returns the floor for a transaction.
    pub(super) fn of(&self, tx: TxId) -> Version {
        if tx != NO_TX && tx == self.by { self.others } else { self.highest }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.lift(other.highest, other.by);
        self.lift(other.others, NO_TX);
    }
}

/// Partitions in which a commit has its rows and its locks.
#[derive(Debug, Default)]
pub(super) struct CommitPlace {
    /// Partitions in which the commit has locks.
    pub(super) locked: Vec<(TableId, usize)>,
    /// The only partition that the commit concerns, if there is just one and the commit may take an older version.
    pub(super) home: Option<(TableId, usize)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_reads_of_a_transaction_do_not_count() {
        let mut floor = Floor::default();
        floor.lift(5, 1);
        assert_eq!((floor.of(1), floor.of(2), floor.of(NO_TX)), (0, 5, 5));
        floor.lift(3, 2);
        assert_eq!((floor.of(1), floor.of(2)), (3, 5));
        floor.lift(9, 2);
        assert_eq!((floor.of(1), floor.of(2)), (9, 5));
        floor.lift(12, NO_TX);
        assert_eq!((floor.of(1), floor.of(2), floor.of(NO_TX)), (12, 12, 12));
    }

    #[test]
    fn a_merge_takes_the_higher_floor() {
        let (mut left, mut right) = (Floor::default(), Floor::default());
        left.lift(4, 1);
        right.lift(7, 1);
        right.lift(6, 2);
        left.merge(right);
        assert_eq!((left.of(1), left.of(2)), (6, 7));
    }
}
