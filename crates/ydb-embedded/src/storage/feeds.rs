//! Changefeeds of the storage: records appear with the commit of their rows.
//!
//! A transaction collects the effects of its statements on rows of tables with changefeeds ([`Written`]). Its commit
//! turns them into records, in the order of the statements:
//!
//! 1. Before the rows change, [`Core::records`] computes the row before and after each change, if images are wanted.
//! 2. The rows change.
//! 3. [`Core::publish`] adds the records to the changefeeds and wakes their readers.
//!
//! The commit holds the turn to write during all three steps. A reader of a record therefore also finds the changed
//! row, and a transaction that does not commit leaves no records. Commits to tables without changefeeds skip all of
//! this.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::MutexGuard;
use tokio::sync::watch;

use super::chain::{Bytes, Chain, Version};
use super::feed::{Feed, FeedSettings, Message, Moment, Operation, Record, Written};
use super::partition::SLICE;
use super::shared::{Core, Shared};
use super::{Storage, row};
use crate::catalog::{Changefeed, FeedMode, Table, TableId};

impl Operation {
    fn over(&self, old: Option<&[u8]>) -> Option<Box<[u8]>> {
        match self {
            Self::Upsert(changes) => Some(row::merge(old.unwrap_or_default(), changes)),
            Self::Reset(changes) => Some(row::merge(&[], changes)),
            Self::Erase => None,
        }
    }
}

pub(super) fn open(table: &Table) -> impl Iterator<Item = &Changefeed> {
    table.changefeeds.iter().filter(|feed| !feed.disabled)
}

impl Core {
    /// Returns the records of a transaction's changes. Call it before the rows are written, with the turn to write
    /// held.
    pub(super) fn records(&self, written: Vec<Written>) -> Vec<(u128, Arc<Record>)> {
        // Rows after the changes that have been processed so far.
        let mut rows: HashMap<(TableId, Box<[u8]>), Bytes> = HashMap::new();
        let mut records = Vec::with_capacity(written.len());
        let mut shared = self.lock();
        for (number, written) in written.into_iter().enumerate() {
            if number % SLICE == SLICE - 1 {
                MutexGuard::bump(&mut shared);
            }
            let Written { table, key, shown, hash, operation } = written;
            let (mut old, mut new) = (None, None);
            if open(&table).any(|feed| matches!(feed.mode(), FeedMode::Images { .. })) {
                let row = rows.entry((table.id, key)).or_insert_with_key(|(id, key)| shared.newest(*id, key));
                new = operation.over(row.as_deref());
                old = std::mem::replace(row, new.clone());
            }
            records.push((hash, Arc::new(Record { table, key: shown, operation, old, new })));
        }
        records
    }

    /// Adds the records of a commit to the changefeeds. The caller holds the turn to write.
    pub(super) fn publish(&self, records: Vec<(u128, Arc<Record>)>, version: Version) {
        if records.is_empty() {
            return;
        }
        let mut shared = self.lock();
        let now_us = shared.clock.now_us();
        let at = shared.moment(version, now_us);
        for (number, (hash, record)) in records.into_iter().enumerate() {
            if number % SLICE == SLICE - 1 {
                MutexGuard::bump(&mut shared);
            }
            for feed in open(&record.table) {
                let Some(feed) = shared.feeds.get_mut(&feed.id).map(Arc::make_mut) else { continue };
                feed.advance(now_us);
                feed.push(hash, Message { at, written_us: now_us, record: Some(Arc::clone(&record)) });
            }
        }
        drop(shared);
        self.messages.send_replace(());
    }
}

impl Shared {
    fn newest(&self, table: TableId, key: &[u8]) -> Option<Box<[u8]>> {
        let table = self.tables.get(&table)?;
        table.partitions[table.locate(key)].rows.get(key).and_then(Chain::newest).map(Into::into)
    }

    /// Returns the virtual timestamp of a commit. Steps never decrease, even if the clock goes back.
    fn moment(&mut self, version: Version, now_us: u64) -> Moment {
        self.step = self.step.max(now_us / 1000);
        Moment { step: self.step, tx: version }
    }
}

impl Storage {
    /// Begins to keep records for a changefeed. `scanned` has the records of the existing rows, each with the hash of
    /// its key.
    pub fn open_feed(&self, id: TableId, settings: FeedSettings, scanned: Vec<(u128, Record)>) {
        let mut shared = self.shared();
        let now_us = shared.clock.now_us();
        let version = shared.version;
        let at = shared.moment(version, now_us);
        let mut feed = Feed::new(settings, now_us);
        for (hash, record) in scanned {
            feed.push(hash, Message { at, written_us: now_us, record: Some(Arc::new(record)) });
        }
        shared.feeds.insert(id, Arc::new(feed));
    }

    pub fn drop_feed(&self, id: TableId) {
        let dropped = self.shared().feeds.remove(&id);
        // Freeing many records takes time, so it happens after the lock is released.
        drop(dropped);
    }

    /// Calls `visit` with a changefeed as of `now_us`; `visit` may read it or change its consumers, but must not use
    /// the storage. Returns `None` if the changefeed does not exist.
    pub fn feed<R>(&self, id: TableId, now_us: u64, visit: impl FnOnce(&mut Feed) -> R) -> Option<R> {
        let mut shared = self.shared();
        let feed = Arc::make_mut(shared.feeds.get_mut(&id)?);
        feed.trim(now_us);
        Some(visit(feed))
    }

    /// Returns a changefeed as of `now_us`; `None` if it does not exist.
    pub fn feed_now(&self, id: TableId, now_us: u64) -> Option<Arc<Feed>> {
        let mut shared = self.shared();
        let feed = shared.feeds.get_mut(&id)?;
        if feed.is_due(now_us) {
            Arc::make_mut(feed).trim(now_us);
        }
        Some(Arc::clone(feed))
    }

    /// Drops records that are too old, and adds the barriers that are due.
    pub fn advance_feeds(&self, now_us: u64) {
        // A barrier must not come between the records of a commit. If a commit is in progress, the next call adds it.
        let Some(_turn) = self.turn_within(Duration::ZERO) else { return };
        let mut more = false;
        for feed in self.shared().feeds.values_mut().filter(|feed| feed.is_due(now_us)) {
            more |= Arc::make_mut(feed).advance(now_us);
        }
        if more {
            self.core.messages.send_replace(());
        }
    }

    /// Returns a receiver that is notified of every new message.
    pub fn new_messages(&self) -> watch::Receiver<()> {
        self.core.messages.subscribe()
    }
}
