//! A table's partitions: the partition of a key, and walks over the rows in key order.
//!
//! A row table is divided into ranges of keys, and its partitions are in key order: a walk visits the partitions of its
//! range one after another. A column table is divided by the hash of some key columns, and every shard may contain any
//! key: a walk merges all shards, taking the least next key (in reverse, the greatest) from a heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use xxhash_rust::xxh3::xxh3_64;

use super::chain::{Chain, Version};
use super::key;
use super::partition::{Partition, PartitionStats, Tablets};
use super::range::{Direction, KeyRange};
use crate::catalog::PartitionSettings;
use crate::types::Type;

/// Distribution of a table's rows over partitions.
#[derive(Clone, Debug, PartialEq)]
pub enum Layout {
    /// By ranges of keys. All partitions except the first begin `at` these keys or prefixes of keys. They split and
    /// merge by the settings.
    Ranges { at: Vec<Vec<u8>>, settings: PartitionSettings },
    /// By the hash of some key columns, into a number of shards that is fixed at creation. `columns` are positions in
    /// the key, and `types` has the types of all key columns. Scans return these rows in key order, too, although YDB
    /// promises no order for them.
    Hash { columns: Vec<usize>, types: Vec<Type>, shards: u32 },
}

/// The rule by which a key belongs to a partition.
#[derive(Clone, Debug)]
pub(super) enum PartitionShape {
    Ranges(PartitionSettings),
    Hash { columns: Vec<usize>, types: Vec<Type> },
}

#[derive(Clone, Debug)]
pub(super) struct StoredTable {
    /// Never empty. In a row table the starts ascend, and the first one is empty.
    pub(super) partitions: Vec<Partition>,
    pub(super) shape: PartitionShape,
    /// Lowest version that the next commit may have in any partition.
    pub(super) floor: Version,
}

/// A visitor's answer for a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WalkStep {
    /// `true` if the row was returned to the reader.
    pub(super) counts: bool,
    /// `true` if the walk ends here.
    pub(super) stop: bool,
}

impl StoredTable {
    pub(super) fn new(layout: Layout, now: u64, tablets: &mut Tablets) -> Self {
        let mut partition = |start: Vec<u8>| Partition::new(tablets.next(), start.into(), now);
        match layout {
            Layout::Ranges { mut at, settings } => {
                at.push(Vec::new());
                at.sort_unstable();
                at.dedup();
                Self {
                    partitions: at.into_iter().map(partition).collect(),
                    shape: PartitionShape::Ranges(settings),
                    floor: 0,
                }
            }
            Layout::Hash { columns, types, shards } => Self {
                partitions: (0..shards.max(1)).map(|_| partition(Vec::new())).collect(),
                shape: PartitionShape::Hash { columns, types },
                floor: 0,
            },
        }
    }

    /// Returns the index of the partition that a key belongs to.
    pub(super) fn locate(&self, key: &[u8]) -> usize {
        match &self.shape {
            PartitionShape::Ranges(_) => {
                self.partitions.partition_point(|partition| &*partition.start <= key).saturating_sub(1)
            }
            PartitionShape::Hash { columns, types } => {
                let mut reader = key::KeyReader::new(key);
                let parts: Vec<&[u8]> = types.iter().map_while(|ty| reader.skip(ty)).collect();
                let hashed: Vec<u8> =
                    columns.iter().filter_map(|&column| parts.get(column)).copied().flatten().copied().collect();
                // Each shard has an interval of hashes, as in CONSISTENCY_64. The hash function is our own.
                ((u128::from(xxh3_64(&hashed)) * self.partitions.len() as u128) >> 64) as usize
            }
        }
    }

    /// Returns `true` if a row was written after this version.
    pub(super) fn is_newer(&self, key: &[u8], version: Version) -> bool {
        let chain = self.partitions[self.locate(key)].rows.get(key);
        chain.is_some_and(|chain| chain.newest_version() > version)
    }

    /// Returns the start of the next partition; `None` if there is none.
    pub(super) fn end(&self, index: usize) -> Option<&[u8]> {
        match self.shape {
            PartitionShape::Ranges(_) => self.partitions.get(index + 1).map(|partition| &*partition.start),
            PartitionShape::Hash { .. } => None,
        }
    }

    /// Returns the current state of all partitions, in order.
    pub(super) fn stats(&self) -> impl Iterator<Item = PartitionStats> {
        self.stats_where(|_| true)
    }

    /// Returns the current state of the partitions that `wanted` selects, in order.
    pub(super) fn stats_where(&self, wanted: impl Fn(&Partition) -> bool) -> impl Iterator<Item = PartitionStats> {
        let partitions = self.partitions.iter().enumerate().filter(move |(_, partition)| wanted(partition));
        partitions.map(|(index, partition)| PartitionStats {
            index: index as u64,
            tablet_id: partition.tablet_id,
            start: partition.start.to_vec(),
            end: self.end(index).map(<[u8]>::to_vec),
            data_size: partition.data_size,
            row_count: partition.row_count,
            start_time: partition.start_time,
            access_time: partition.access_time,
            update_time: partition.update_time,
            operations_per_second: partition.load.rate,
            counters: partition.counters,
        })
    }

    /// Returns the indexes of the partitions that may contain keys of a non-empty range.
    pub(super) fn touched(&self, range: &KeyRange) -> std::ops::Range<usize> {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        if matches!(self.shape, PartitionShape::Hash { .. }) {
            return 0..self.partitions.len();
        }
        let first = match &range.from {
            Included(key) | Excluded(key) => self.locate(key),
            Unbounded => 0,
        };
        let last = match &range.to {
            Included(key) => self.locate(key) + 1,
            Excluded(key) => self.partitions.partition_point(|partition| *partition.start < **key),
            Unbounded => self.partitions.len(),
        };
        first..last.max(first + 1)
    }

    /// Walks over the rows of a non-empty range, including deleted ones. `resumed` is the last key of the walk's
    /// previous part.
    pub(super) fn walk(
        &mut self,
        range: &KeyRange,
        direction: Direction,
        resumed: Option<&[u8]>,
        now: u64,
        visit: &mut dyn FnMut(&[u8], &Chain) -> WalkStep,
    ) {
        let touched = self.touched(range);
        if matches!(self.shape, PartitionShape::Hash { .. }) {
            let counts = self.walk_merged(range, direction, visit);
            for (partition, rows) in self.partitions.iter_mut().zip(counts) {
                partition.range_read(resumed.is_none(), rows, now);
            }
            return;
        }
        let counted = resumed.map(|key| self.locate(key));
        let mut indexes: Box<dyn Iterator<Item = usize>> = match direction {
            Direction::Forward => Box::new(touched),
            Direction::Reverse => Box::new(touched.rev()),
        };
        indexes.any(|index| {
            let partition = &mut self.partitions[index];
            let mut rows = 0;
            let mut step = |key: &[u8], chain: &Chain| {
                let WalkStep { counts, stop } = visit(key, chain);
                rows += u64::from(counts);
                stop
            };
            let mut range = partition.rows.range::<[u8], _>(range.bounds());
            let stopped = match direction {
                Direction::Forward => range.any(|(key, chain)| step(key, chain)),
                Direction::Reverse => range.rev().any(|(key, chain)| step(key, chain)),
            };
            partition.range_read(counted != Some(index), rows, now);
            stopped
        });
    }

    /// Walks over all shards at once, always at the least (or greatest) key. Returns how many rows of each shard were
    /// returned to the reader.
    fn walk_merged(
        &self,
        range: &KeyRange,
        direction: Direction,
        visit: &mut dyn FnMut(&[u8], &Chain) -> WalkStep,
    ) -> Vec<u64> {
        let mut counts = vec![0; self.partitions.len()];
        let mut ranges: Vec<_> =
            self.partitions.iter().map(|partition| partition.rows.range::<[u8], _>(range.bounds())).collect();
        let mut heads = BinaryHeap::with_capacity(ranges.len());
        let mut advance = |index: usize| {
            let (key, chain) = match direction {
                Direction::Forward => ranges[index].next()?,
                Direction::Reverse => ranges[index].next_back()?,
            };
            Some(Head { key, chain, index, direction })
        };
        heads.extend((0..counts.len()).filter_map(&mut advance));
        while let Some(Head { key, chain, index, .. }) = heads.pop() {
            let WalkStep { counts: returned, stop } = visit(key, chain);
            counts[index] += u64::from(returned);
            if stop {
                break;
            }
            heads.extend(advance(index));
        }
        counts
    }
}

/// The next row of one shard in a merged walk. The greatest `Head` comes first.
struct Head<'a> {
    key: &'a [u8],
    chain: &'a Chain,
    index: usize,
    direction: Direction,
}

impl Ord for Head<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.direction {
            Direction::Forward => other.key.cmp(self.key),
            Direction::Reverse => self.key.cmp(other.key),
        }
    }
}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Head<'_> {}
