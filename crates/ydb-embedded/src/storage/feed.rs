//! Records of one changefeed: partitions with offsets, consumers with their committed offsets, and the retention of
//! records.
//!
//! ```text
//! partition 0   offset 7   8   9   10 <- end      7 is the oldest record that is still kept
//!                              ^ committed by consumer c: its next reader begins at 9
//! ```
//!
//! Offsets never decrease. All records of a key are in one partition: the partition's number follows from a hash of the
//! key, and the number of partitions never changes, even if the table's partitions do. The callers pass the time:
//! [`Feed::trim`] drops records that are too old, and [`Feed::advance`] adds the barriers that are due.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::row::ColumnChange;
use crate::catalog::{ConsumerSpec, Table};

/// The effect of a statement on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Some columns were set; the other columns are unchanged.
    Upsert(Vec<ColumnChange>),
    /// Some columns were set; the other columns became NULL.
    Reset(Vec<ColumnChange>),
    /// The row was deleted.
    Erase,
}

/// The effect of a statement on a row of a table with changefeeds.
#[derive(Clone, Debug)]
pub struct Written {
    pub table: Arc<Table>,
    /// Encoded key of the row.
    pub key: Box<[u8]>,
    /// Values of the key as a JSON array.
    pub shown: Box<str>,
    /// Hash of the key, which decides the changefeed's partition.
    pub hash: u128,
    pub operation: Operation,
}

/// The change of one row, as a changefeed records it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The table as it was at the change.
    pub table: Arc<Table>,
    /// Values of the key as a JSON array.
    pub key: Box<str>,
    pub operation: Operation,
    /// Stored row before the change, if a changefeed of the table has images.
    pub old: Option<Box<[u8]>>,
    /// Stored row after the change, if a changefeed of the table has images.
    pub new: Option<Box<[u8]>>,
}

/// YDB's virtual timestamp: global time in milliseconds, and the number of a transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Global time in milliseconds.
    pub step: u64,
    /// Number of the transaction.
    pub tx: u64,
}

#[derive(Clone, Debug)]
pub struct Message {
    /// Virtual timestamp of the commit, or of the barrier.
    pub at: Moment,
    /// Time of the write in microseconds since 1970.
    pub written_us: u64,
    /// The change; `None` for a barrier.
    pub record: Option<Arc<Record>>,
}

/// Settings of a changefeed's records.
#[derive(Clone, Copy, Debug)]
pub struct FeedSettings {
    pub partitions: usize,
    /// Retention of records in microseconds.
    pub retention_us: u64,
    /// Interval between barriers in microseconds; each partition gets them. `None` means no barriers.
    pub barriers_us: Option<u64>,
}

/// A consumer with its committed offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumer {
    pub spec: ConsumerSpec,
    /// For each partition: the offset at which the consumer's next reader begins.
    pub committed: Vec<u64>,
}

/// The records and consumers of a changefeed.
#[derive(Clone, Debug)]
pub struct Feed {
    settings: FeedSettings,
    partitions: Vec<FeedPartition>,
    pub consumers: BTreeMap<Arc<str>, Consumer>,
    barrier_us: u64,
}

#[derive(Clone, Debug, Default)]
struct FeedPartition {
    first: u64,
    messages: VecDeque<Message>,
}

impl Feed {
    pub(super) fn new(settings: FeedSettings, now_us: u64) -> Self {
        let partitions = vec![FeedPartition::default(); settings.partitions.max(1)];
        let barrier_us = settings.barriers_us.map_or(0, |interval| now_us - now_us % interval);
        Self { settings, partitions, consumers: BTreeMap::new(), barrier_us }
    }

    pub fn partitions(&self) -> usize {
        self.partitions.len()
    }

    /// Returns the range of offsets that a partition has.
    pub fn offsets(&self, partition: usize) -> Range<u64> {
        let FeedPartition { first, messages } = &self.partitions[partition];
        *first..first + messages.len() as u64
    }

    /// Returns the time at which a partition's last message was written, in microseconds since 1970; 0 if it has none.
    pub fn last_write_us(&self, partition: usize) -> u64 {
        self.partitions[partition].messages.back().map_or(0, |last| last.written_us)
    }

    /// Yields the messages from an offset on, each with its offset. Leaves out messages that were written before
    /// `since_us`.
    pub fn read(&self, partition: usize, from: u64, since_us: u64) -> impl Iterator<Item = (u64, &Message)> {
        let FeedPartition { first, messages } = &self.partitions[partition];
        let skipped = usize::try_from(from.saturating_sub(*first)).unwrap_or(usize::MAX).min(messages.len());
        let skipped = skipped.max(messages.partition_point(|message| message.written_us < since_us));
        (first + skipped as u64..).zip(messages.range(skipped..))
    }

    /// Returns `true` if [`Self::advance`] would change something.
    pub(super) fn is_due(&self, now_us: u64) -> bool {
        (0..self.partitions.len()).any(|index| self.is_old(index, now_us)) || self.boundary_us(now_us) > self.barrier_us
    }

    /// Returns `true` if the retention of a partition's oldest message is over and no important consumer still needs
    /// the message.
    fn is_old(&self, index: usize, now_us: u64) -> bool {
        let FeedPartition { first, messages } = &self.partitions[index];
        let over = |message: &Message| message.written_us.saturating_add(self.settings.retention_us) <= now_us;
        let important = self.consumers.values().filter(|consumer| consumer.spec.important);
        messages.front().is_some_and(over) && important.map(|consumer| consumer.committed[index]).all(|to| *first < to)
    }

    /// Returns the last time at or before `now_us` at which barriers are due.
    fn boundary_us(&self, now_us: u64) -> u64 {
        self.settings.barriers_us.map_or(0, |interval| now_us - now_us % interval)
    }

    pub(super) fn trim(&mut self, now_us: u64) {
        for index in 0..self.partitions.len() {
            while self.is_old(index, now_us) {
                let partition = &mut self.partitions[index];
                partition.messages.pop_front();
                partition.first += 1;
            }
        }
    }

    /// Drops records that are too old, and adds the latest barrier that is due. Returns `true` if it adds one. Must not
    /// be called while a commit adds its records.
    pub(super) fn advance(&mut self, now_us: u64) -> bool {
        self.trim(now_us);
        let boundary = self.boundary_us(now_us);
        if boundary <= self.barrier_us {
            return false;
        }
        self.barrier_us = boundary;
        let barrier = Message { at: Moment { step: boundary / 1000, tx: 0 }, written_us: now_us, record: None };
        self.partitions.iter_mut().for_each(|partition| partition.messages.push_back(barrier.clone()));
        true
    }

    /// Adds a message to the partition of a key's hash. The partitions divide the hashes evenly, as YDB's
    /// `ShardFromUint128` does (`ydb/services/lib/sharding`).
    pub(super) fn push(&mut self, hash: u128, message: Message) {
        let count = self.partitions.len();
        let slice = u128::MAX / count as u128;
        let partition = usize::try_from(hash / slice).map_or(count - 1, |index| index.min(count - 1));
        self.partitions[partition].messages.push_back(message);
    }
}
