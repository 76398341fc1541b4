//! YDB's order of transactions: serializable, never stale, linearizable for each key, and not strict.
//!
//! YDB gives a commit of several partitions a place in one global order, and lets a single partition choose the place of
//! a commit that concerns only that partition (`datashard-distributed-txs.md` of YDB's documentation for contributors).
//! So a transaction that runs at the same time may see the later of two such commits and not the earlier one
//! (jepsen-io/elle #27). Without a schedule the storage has no [`TransactionOrder`], and all commits are in one strict order.
//!
//! With an order, versions are still numbers of commits, and two things are drawn:
//!
//! 1. *A snapshot* is the last number at the arrival of the request that takes it ([`Arrival`]), or at its execution. If
//!    the schema has changed between the two, it is the one at its execution.
//! 2. *A commit* whose rows and locks are all in one partition may take, in place of a new number, the number of a snapshot
//!    that is in use. That snapshot then sees it, although it is older.
//!
//! What has been seen must not change after that. So each partition has a [`Floor`], the least version that a commit may
//! have there:
//!
//! ```text
//! a read at snapshot s                                   lifts it to s + 1
//! a commit of version v                                  lifts it to v, where it writes or has locks
//! a table is made, changed, renamed, copied, emptied     lifts it above all snapshots
//! a split                                                keeps it in both halves
//! a merge                                                takes the higher one
//! ```
//!
//! The reads of a transaction do not count for its own commit: its locks say whether somebody has written there.
//!
//! *Why this is serializable.* Take all transactions by their versions (of those that only read, their snapshots), those
//! of one version in the order of their commits, and readers last. A reader at s sees all commits of versions up to s,
//! because none comes later below the floor s + 1. A transaction that writes sees where it has locks what is there at its
//! own place: nobody has written there since, all that was written before has a version that is not higher, and what
//! comes later is not below its floor. *Why it is never stale:* no version is higher than the last number, which every
//! later snapshot begins with.

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only a simulation has another order, and a lag"))]

use super::chain::Version;
use super::locks::{NO_TX, TxId};
use crate::catalog::TableId;

/// Chooses a number below its argument.
pub type Draw = Box<dyn FnMut(u64) -> u64 + Send>;

/// The choices of a schedule.
pub(super) struct TransactionOrder {
    pub(super) draw: Draw,
    /// `true` if a commit has taken an older number since this was last asked.
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

/// The least version that a commit may have in a partition, as each transaction sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Floor {
    highest: Version,
    /// The transaction whose reads lifted it so high.
    by: TxId,
    /// The floor without the reads of that transaction.
    others: Version,
}

impl Floor {
    /// Nothing below this version comes here any more, except from the transaction that lifts it.
    pub(super) fn lift(&mut self, to: Version, by: TxId) {
        if by != NO_TX && by == self.by {
            self.highest = self.highest.max(to);
        } else if to > self.highest {
            *self = Self { highest: to, by, others: self.highest };
        } else {
            self.others = self.others.max(to);
        }
    }

    /// The floor for a transaction.
    pub(super) fn of(&self, tx: TxId) -> Version {
        if tx != NO_TX && tx == self.by { self.others } else { self.highest }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.lift(other.highest, other.by);
        self.lift(other.others, NO_TX);
    }
}

/// The partitions in which a commit has its rows and its locks.
#[derive(Debug, Default)]
pub(super) struct CommitPlace {
    /// The partitions in which it has locks.
    pub(super) locked: Vec<(TableId, usize)>,
    /// The only partition that it concerns, if there is one and its rows may have an older version.
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
