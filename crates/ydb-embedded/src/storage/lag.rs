//! Asynchronous indexes lag: a read of one may find an older state of it.
//!
//! In YDB the rows of an asynchronous index are written after the commit of their table, so a stale read through the index
//! may miss what is committed, or find what is not there any more. Here an index is written by the commit itself, and
//! the lag is a matter of reading: under a schedule one number, the *lag*, is kept in use, and the index is read as it
//! was then. With each such query the schedule chooses whether the indexes have caught up; they also do so when the clock
//! moves and when the schema changes. The lag never goes back, and an index is never newer than the query's own snapshot.
//!
//! The main table is read as of the snapshot, so an entry may name a row that is gone; whoever reads drops it
//! (`exec/scan.rs`).

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only in a simulation do indexes lag"))]

use super::chain::Version;
use super::shared::Shared;
use super::store::Storage;
use super::transaction::Transaction;

/// Of so many queries before one finds that the indexes have caught up.
const QUERIES: u64 = 3;

impl Storage {
    /// Lets indexes lag from now on, if there are asynchronous ones and transactions have an order that is not strict.
    pub fn let_lag(&self, has_async_indexes: bool) {
        let mut shared = self.shared();
        let lag = (has_async_indexes && shared.order.is_some()).then_some(shared.version);
        shared.move_lag(lag);
    }

    /// The indexes have caught up.
    pub fn catch_up(&self) {
        let mut shared = self.shared();
        let now = shared.lag.map(|_| shared.version);
        shared.move_lag(now);
    }
}

impl Shared {
    fn move_lag(&mut self, to: Option<Version>) {
        if let Some(at) = to {
            self.snapshots.pin(at);
        }
        if let Some(at) = std::mem::replace(&mut self.lag, to) {
            self.unpin(at);
        }
    }

    /// The state of the indexes for a query with this snapshot; `None` if it is that of the snapshot.
    fn behind(&mut self, snapshot: Version) -> Option<Version> {
        let lag = self.lag?;
        if self.order.as_mut()?.draw(QUERIES) == 0 && lag < snapshot {
            self.move_lag(Some(snapshot));
            return None;
        }
        (lag < snapshot).then_some(lag)
    }
}

impl Transaction {
    /// Reads an asynchronous index. All such reads of a transaction see one state.
    pub fn behind<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        self.pin();
        let Some(snapshot) = self.snapshot else { return read(self) };
        let lag = *self.lag.get_or_insert_with(|| {
            let mut shared = self.core.lock();
            let at = shared.behind(snapshot).unwrap_or(snapshot);
            shared.snapshots.pin(at);
            at
        });
        self.snapshot = Some(lag);
        let result = read(self);
        self.snapshot = Some(snapshot);
        result
    }
}
