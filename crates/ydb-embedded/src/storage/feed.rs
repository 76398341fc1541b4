//! The records of one changefeed: partitions with offsets, the consumers and what they have committed, and how long
//! records are kept.
//!
//! ```text
//! partition 0   offset 7   8   9   10 <- end      7 is the oldest record that is still kept
//!                              ^ committed by consumer c: its next reader begins at 9
//! ```
//!
//! Offsets never go back. All records of a key are in one partition, because its number follows from a hash of the key
//! and the number of partitions does not change, whatever the table's own partitions do. Time is what the callers say:
//! [`Feed::trim`] drops what is too old, and [`Feed::advance`] adds the barriers whose time has come.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use super::row::ColumnChange;
use crate::catalog::{ConsumerSpec, Table};

/// What a statement did to a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Some columns were set; the others are as before.
    Upsert(Vec<ColumnChange>),
    /// Some columns were set; the others have no value any more.
    Reset(Vec<ColumnChange>),
    /// The row was deleted.
    Erase,
}

/// What a statement did to a row of a table with changefeeds.
#[derive(Clone, Debug)]
pub struct Written {
    pub table: Arc<Table>,
    /// The row's key.
    pub key: Box<[u8]>,
    /// The values of the key as a JSON array.
    pub shown: Box<str>,
    /// Their hash, which decides the partition.
    pub hash: u128,
    pub operation: Operation,
}

/// The change of one row.
#[derive(Clone, Debug)]
pub struct Record {
    /// The table as it was then.
    pub table: Arc<Table>,
    /// The values of the key as a JSON array.
    pub key: Box<str>,
    pub operation: Operation,
    /// The stored row before, if a changefeed of the table has images.
    pub old: Option<Box<[u8]>>,
    /// The stored row after, if a changefeed of the table has images.
    pub new: Option<Box<[u8]>>,
}

/// YDB's virtual timestamp: the global time in milliseconds, and the number of the transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The time.
    pub step: u64,
    /// The transaction.
    pub tx: u64,
}

#[derive(Clone, Debug)]
pub struct Message {
    /// When the change was committed, or the moment of the barrier.
    pub at: Moment,
    /// When it was written, in microseconds since 1970.
    pub written_us: u64,
    /// The change; `None` is a barrier.
    pub record: Option<Arc<Record>>,
}

/// How a changefeed keeps its records.
#[derive(Clone, Copy, Debug)]
pub struct FeedSettings {
    pub partitions: usize,
    /// How long records are kept, in microseconds.
    pub retention_us: u64,
    /// How often every partition gets a barrier, in microseconds.
    pub barriers_us: Option<u64>,
}

/// Who reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumer {
    pub spec: ConsumerSpec,
    /// For each partition the offset at which its next reader begins.
    pub committed: Vec<u64>,
}

/// The records of a changefeed.
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

    /// The offsets that a partition has.
    pub fn offsets(&self, partition: usize) -> Range<u64> {
        let FeedPartition { first, messages } = &self.partitions[partition];
        *first..first + messages.len() as u64
    }

    /// When a partition's last message was written; 0 if it has none.
    pub fn last_write_us(&self, partition: usize) -> u64 {
        self.partitions[partition].messages.back().map_or(0, |last| last.written_us)
    }

    /// The messages from an offset on that were not written before `since_us`, each with its offset.
    pub fn read(&self, partition: usize, from: u64, since_us: u64) -> impl Iterator<Item = (u64, &Message)> {
        let FeedPartition { first, messages } = &self.partitions[partition];
        let skipped = usize::try_from(from.saturating_sub(*first)).unwrap_or(usize::MAX).min(messages.len());
        let skipped = skipped.max(messages.partition_point(|message| message.written_us < since_us));
        (first + skipped as u64..).zip(messages.range(skipped..))
    }

    /// Returns `true` if [`Self::advance`] has something to do.
    pub(super) fn is_due(&self, now_us: u64) -> bool {
        (0..self.partitions.len()).any(|index| self.is_old(index, now_us)) || self.boundary_us(now_us) > self.barrier_us
    }

    /// Returns `true` if the time of a partition's oldest message is over, and no important consumer waits for it.
    fn is_old(&self, index: usize, now_us: u64) -> bool {
        let FeedPartition { first, messages } = &self.partitions[index];
        let over = |message: &Message| message.written_us.saturating_add(self.settings.retention_us) <= now_us;
        let important = self.consumers.values().filter(|consumer| consumer.spec.important);
        messages.front().is_some_and(over) && important.map(|consumer| consumer.committed[index]).all(|to| *first < to)
    }

    /// The last time at which there are barriers.
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

    /// The same, and adds the last barrier whose time has come; true if it adds one. No commit may be in the middle of
    /// its records.
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

    /// Adds a message to the partition of a key's hash. The partitions share the hashes evenly, as YDB's
    /// `ShardFromUint128` does (`ydb/services/lib/sharding`).
    pub(super) fn push(&mut self, hash: u128, message: Message) {
        let count = self.partitions.len();
        let slice = u128::MAX / count as u128;
        let partition = usize::try_from(hash / slice).map_or(count - 1, |index| index.min(count - 1));
        self.partitions[partition].messages.push_back(message);
    }
}
