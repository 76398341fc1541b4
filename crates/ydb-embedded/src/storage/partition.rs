//! A partition: its rows, its size and its counters.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::Arc;

use super::chain::{Bytes, Chain, Snapshots, Version};
use super::order::Floor;
use super::row::PendingWrite;

/// Sampling of used keys: a partition keeps every eighth key (a power of two), and the last 32 of them.
const SAMPLES: usize = 32;
const SAMPLE_EVERY: u64 = 8;

/// Number of rows that are written, copied or dropped while the storage's lock is held.
pub(super) const SLICE: usize = 256;

type Key = Box<[u8]>;

#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) tablet_id: u64,
    /// First key of the partition, or a prefix of it.
    pub(super) start: Box<[u8]>,
    /// Rows of the partition. The map is shared with saved states that have the same rows; the first write after saving
    /// copies it.
    pub(super) rows: Arc<BTreeMap<Box<[u8]>, Chain>>,
    /// Number and bytes of the current rows, without older versions.
    pub(super) row_count: u64,
    pub(super) data_size: u64,
    pub(super) counters: Counters,
    pub(super) start_time: u64,
    pub(super) access_time: u64,
    pub(super) update_time: u64,
    pub(super) load: Load,
    /// Lowest version that the next commit may have here.
    pub(super) floor: Floor,
}

/// Source of tablet ids; holds the last one.
#[derive(Debug, Default)]
pub(super) struct Tablets(pub(super) u64);

impl Tablets {
    pub(super) const fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Load {
    /// Number of operations in the current window.
    pub(super) operations: u64,
    /// Operations per second in the last finished window.
    pub(super) rate: u64,
    /// Number of consecutive idle windows.
    pub(super) idle_windows: u32,
    samples: Vec<Box<[u8]>>,
    next_sample: usize,
}

impl Load {
    fn sample(&mut self, key: &[u8]) {
        self.operations += 1;
        if self.operations & (SAMPLE_EVERY - 1) != 0 {
            return;
        }
        if self.samples.len() < SAMPLES {
            self.samples.push(key.into());
        } else {
            self.samples[self.next_sample] = key.into();
        }
        self.next_sample = (self.next_sample + 1) % SAMPLES;
    }
}

impl Partition {
    pub(super) fn new(tablet_id: u64, start: Box<[u8]>, now: u64) -> Self {
        Self {
            tablet_id,
            start,
            rows: Arc::default(),
            row_count: 0,
            data_size: 0,
            counters: Counters::default(),
            start_time: now,
            access_time: 0,
            update_time: 0,
            load: Load::default(),
            floor: Floor::default(),
        }
    }

    /// Restarts the tablet: the rows stay, and counters, times and load begin anew.
    pub(super) fn restart(&mut self, now: u64) {
        self.counters = Counters::default();
        self.start_time = now;
        (self.access_time, self.update_time) = (0, 0);
        self.load = Load::default();
    }

    /// Counts a point read.
    pub(super) fn read(&mut self, key: &[u8], now: u64) {
        self.counters.row_reads += 1;
        self.access_time = now;
        self.load.sample(key);
    }

    /// Counts a range read, or a later part of one if it does not begin here.
    pub(super) fn range_read(&mut self, begins: bool, rows: u64, now: u64) {
        self.counters.range_reads += u64::from(begins);
        self.counters.range_read_rows += rows;
        self.access_time = now;
        self.load.operations += rows + u64::from(begins);
    }

    /// Writes a row. Returns the row's key if the row now has old versions for the first time; they must be dropped
    /// later.
    pub(super) fn write(
        &mut self,
        key: Box<[u8]>,
        write: PendingWrite,
        version: Version,
        snapshots: &Snapshots,
        now: u64,
    ) -> Option<Box<[u8]>> {
        self.access_time = now;
        self.update_time = now;
        self.load.sample(&key);
        match write {
            PendingWrite::Delete => self.counters.row_deletes += 1,
            PendingWrite::Put(_) | PendingWrite::Merge(_) => self.counters.row_updates += 1,
        }
        match Arc::make_mut(&mut self.rows).entry(key) {
            Entry::Vacant(entry) => {
                let row = write.into_row(None)?;
                self.row_count += 1;
                self.data_size += (entry.key().len() + row.len()) as u64;
                entry.insert(Chain::One(version, row));
                None
            }
            Entry::Occupied(mut entry) => {
                let key_size = entry.key().len() as u64;
                let old = entry.get().newest();
                if let Some(old) = old {
                    self.row_count -= 1;
                    self.data_size -= key_size + old.len() as u64;
                }
                let row = write.into_row(old);
                if let Some(row) = &row {
                    self.row_count += 1;
                    self.data_size += key_size + row.len() as u64;
                }
                let was_many = entry.get().is_many();
                // Takes the chain out of the map for a moment. The empty box does not allocate.
                let chain = std::mem::replace(entry.get_mut(), Chain::One(0, Box::default()));
                match chain.push(version, row, snapshots) {
                    Some(chain) => {
                        let garbage = chain.is_many() && !was_many;
                        *entry.get_mut() = chain;
                        garbage.then(|| entry.key().clone())
                    }
                    None => {
                        entry.remove();
                        None
                    }
                }
            }
        }
    }

    /// Drops a row's versions that no snapshot needs. Returns `true` if old versions remain, which must be dropped
    /// later.
    pub(super) fn prune(&mut self, key: &[u8], snapshots: &Snapshots) -> bool {
        if !self.rows.get(key).is_some_and(Chain::is_many) {
            return false;
        }
        let rows = Arc::make_mut(&mut self.rows);
        let Some(slot) = rows.get_mut(key) else { return false };
        match std::mem::replace(slot, Chain::One(0, Box::default())).prune(snapshots) {
            Some(chain) => {
                let more = chain.is_many();
                *slot = chain;
                more
            }
            None => {
                rows.remove(key);
                false
            }
        }
    }

    /// Returns `of` for each row of the slice after a key, and the slice's last key; the key is `None` if no rows
    /// follow.
    pub(super) fn slice<R>(
        &self,
        after: Option<&[u8]>,
        of: impl Fn(&Chain) -> Option<R>,
    ) -> (Vec<(Key, R)>, Option<Key>) {
        let rest = self.rows.range::<[u8], _>((after.map_or(Unbounded, Excluded), Unbounded)).take(SLICE);
        let last = rest.clone().nth(SLICE - 1).map(|(key, _)| key.clone());
        (rest.filter_map(|(key, chain)| Some((key.clone(), of(chain)?))).collect(), last)
    }

    /// Adds rows that do not exist yet, as if written at `version`.
    pub(super) fn load(&mut self, rows: Vec<(Key, Box<[u8]>)>, version: Version) {
        let own = Arc::make_mut(&mut self.rows);
        for (key, row) in rows {
            self.row_count += 1;
            self.data_size += (key.len() + row.len()) as u64;
            own.insert(key, Chain::One(version, row));
        }
    }

    /// Changes the bytes of the slice of rows after a key. Returns the slice's last key; `None` if no rows follow.
    pub(super) fn rewrite(&mut self, after: Option<&[u8]>, change: &mut dyn FnMut(&[u8]) -> Bytes) -> Option<Key> {
        let rest = Arc::make_mut(&mut self.rows).range_mut::<[u8], _>((after.map_or(Unbounded, Excluded), Unbounded));
        for (number, (key, chain)) in rest.enumerate() {
            let size = |chain: &Chain| chain.newest().map_or(0, |row| row.len() as u64);
            self.data_size -= size(chain);
            chain.rewrite(change);
            self.data_size += size(chain);
            if number + 1 == SLICE {
                return Some(key.clone());
            }
        }
        None
    }

    pub(super) fn recount(&mut self) {
        self.row_count = 0;
        self.data_size = 0;
        for (key, chain) in &*self.rows {
            if let Some(row) = chain.newest() {
                self.row_count += 1;
                self.data_size += (key.len() + row.len()) as u64;
            }
        }
    }

    /// Returns the key that halves the rows; `None` if there are fewer than two rows.
    pub(super) fn median_key(&self) -> Option<Box<[u8]>> {
        let key = self.rows.keys().nth(self.rows.len() / 2)?;
        (self.rows.len() > 1 && **key > *self.start).then(|| key.clone())
    }

    /// Returns the key that halves the recent operations; `None` if all of them were on one key, because a split cannot
    /// help then.
    pub(super) fn hot_key(&self) -> Option<Box<[u8]>> {
        // All samples are inside the partition: a partition whose borders change is a new one without samples.
        let mut samples: Vec<&[u8]> = self.load.samples.iter().map(|key| &**key).collect();
        samples.sort_unstable();
        let (Some(first), Some(median)) = (samples.first().copied(), samples.get(samples.len() / 2).copied()) else {
            return self.median_key();
        };
        let upper = &samples[samples.len() / 2..];
        let key = if median > first { Some(median) } else { upper.iter().copied().find(|key| *key > first) };
        key.filter(|key| *key > &*self.start).map(Into::into)
    }
}

/// Counters of a partition since its creation, named as in `.sys/partition_stats`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Number of point reads, including reads of rows that do not exist.
    pub row_reads: u64,
    /// Number of rows that were written.
    pub row_updates: u64,
    pub row_deletes: u64,
    pub range_reads: u64,
    /// Number of rows that range reads returned.
    pub range_read_rows: u64,
    /// Number of transactions that took locks here.
    pub locks_acquired: u64,
    /// Number of locks that were widened to the whole partition.
    pub locks_whole_shard: u64,
    /// Number of locks that writes here broke.
    pub locks_broken: u64,
    /// Number of commits that wrote only here.
    pub immediate_tx_completed: u64,
    /// Number of commits that wrote here and elsewhere.
    pub coordinated_tx_completed: u64,
}

/// The current state of a partition. Times are microseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionStats {
    /// Position among the table's partitions.
    pub index: u64,
    /// Id of the tablet: never reused, and new after a split or merge.
    pub tablet_id: u64,
    /// First key, or a prefix of it; empty for the first partition and for shards of a column table.
    pub start: Vec<u8>,
    /// Start of the next partition; `None` for the last partition and for shards of a column table.
    pub end: Option<Vec<u8>>,
    /// Bytes of all keys and rows.
    pub data_size: u64,
    /// Number of rows.
    pub row_count: u64,
    /// Time of creation.
    pub start_time: u64,
    /// Time of the last read or write; 0 for never.
    pub access_time: u64,
    /// Time of the last write; 0 for never.
    pub update_time: u64,
    /// Reads and writes per second in the last finished window; see
    /// [`Thresholds::decision_interval_us`](super::Thresholds::decision_interval_us).
    pub operations_per_second: u64,
    /// Counters of reads, writes and locks since the partition was created.
    pub counters: Counters,
}
