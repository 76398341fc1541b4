//! The state behind the storage's lock (tables, snapshots, locks, garbage), and what a commit does to it.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::balance::Thresholds;
use super::chain::{Snapshots, Version};
use super::locks::{Locks, LocksBroken, TxId};
use super::range::KeyRange;
use super::stats;
use super::table::Table;
use super::write::{Write, Writes};
use crate::catalog::TableId;

/// No transaction.
pub(super) const NO_TX: TxId = 0;

/// The first tablet id, one that looks like YDB's.
const FIRST_TABLET: u64 = 72_075_186_224_037_888;

#[derive(Debug)]
pub(super) struct Shared {
    /// The last commit.
    pub(super) version: Version,
    pub(super) tables: HashMap<TableId, Table>,
    pub(super) snapshots: Snapshots,
    pub(super) locks: Locks,
    pub(super) thresholds: Thresholds,
    pub(super) tablets: Tablets,
    /// When [`super::Storage::maintain`] last closed a window.
    pub(super) window_start: Option<u64>,
    /// Rows with old versions, which can be dropped when no snapshot is older than the version given here; ascending.
    garbage: VecDeque<(Version, TableId, Box<[u8]>)>,
    last_tx: TxId,
}

/// Hands out tablet ids.
#[derive(Debug)]
pub(super) struct Tablets(u64);

impl Tablets {
    pub(super) const fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

impl Shared {
    pub(super) fn new(thresholds: Thresholds) -> Self {
        Self {
            version: 0,
            tables: HashMap::new(),
            snapshots: Snapshots::default(),
            locks: Locks::default(),
            thresholds,
            tablets: Tablets(FIRST_TABLET - 1),
            window_start: None,
            garbage: VecDeque::new(),
            last_tx: NO_TX,
        }
    }

    pub(super) const fn new_tx(&mut self) -> TxId {
        self.last_tx += 1;
        self.last_tx
    }

    /// Removes a user of a snapshot.
    pub(super) fn unpin(&mut self, snapshot: Version) {
        if self.snapshots.unpin(snapshot) {
            self.collect();
        }
    }

    /// Drops the versions that no snapshot needs any more.
    fn collect(&mut self) {
        let oldest = self.snapshots.oldest().unwrap_or(Version::MAX);
        while self.garbage.front().is_some_and(|(version, ..)| *version <= oldest)
            && let Some((_, table, key)) = self.garbage.pop_front()
        {
            let Some(rows) = self.tables.get_mut(&table) else { continue };
            let index = rows.locate(&key);
            if rows.partitions[index].prune(&key, &self.snapshots) {
                // Newer versions have come since, so some snapshot is older than the last commit.
                self.garbage.push_back((self.version, table, key));
            }
        }
    }

    /// Ends a transaction and applies its writes; `snapshot` is the one it had pinned. The rows that it writes must not
    /// have changed since the version `since`.
    pub(super) fn commit(
        &mut self,
        tx: TxId,
        snapshot: Option<Version>,
        since: Option<Version>,
        writes: BTreeMap<TableId, Writes>,
    ) -> Result<Version, LocksBroken> {
        let outdated = |(id, rows): (&TableId, &Writes)| {
            let Some(table) = self.tables.get(id) else { return true };
            since.is_some_and(|since| rows.keys().any(|key| table.is_newer(key, since)))
        };
        let conflict = || writes.iter().find(|(id, rows)| outdated((id, rows))).map(|(id, _)| *id);
        let broken = self.locks.broken(tx).or_else(conflict);
        self.end(tx, snapshot);
        match broken {
            Some(table) => Err(LocksBroken { table }),
            None => Ok(self.write(tx, writes.into_iter())),
        }
    }

    /// Forgets a transaction.
    pub(super) fn end(&mut self, tx: TxId, snapshot: Option<Version>) {
        if tx != NO_TX {
            self.locks.end(tx);
        }
        if let Some(snapshot) = snapshot {
            self.unpin(snapshot);
        }
    }

    /// Writes rows as the next version. Tables that do not exist are skipped.
    pub(super) fn write<Rows>(&mut self, tx: TxId, writes: impl Iterator<Item = (TableId, Rows)>) -> Version
    where
        Rows: IntoIterator<Item = (Box<[u8]>, Write)>,
    {
        self.version += 1;
        let now = stats::now();
        let mut touched: Vec<(TableId, usize)> = Vec::new();
        for (id, rows) in writes {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            let watched = self.locks.watched(id, tx);
            for (key, write) in rows {
                let index = table.locate(&key);
                if touched.last() != Some(&(id, index)) {
                    touched.push((id, index));
                }
                let partition = &mut table.partitions[index];
                if watched {
                    partition.counters.locks_broken += self.locks.write(id, &key, tx);
                }
                if let Some(key) = partition.write(key, write, self.version, &self.snapshots, now) {
                    self.garbage.push_back((self.version, id, key));
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let immediate = touched.len() == 1;
        // Backwards, because a split moves the partitions after it.
        for (id, index) in touched.into_iter().rev() {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            let counters = &mut table.partitions[index].counters;
            *if immediate { &mut counters.immediate_tx_completed } else { &mut counters.coordinated_tx_completed } += 1;
            table.split_by_size(index, &self.thresholds, now, &mut || self.tablets.next());
        }
        self.version
    }

    /// Locks a range, which is not empty, for a transaction.
    pub(super) fn lock(&mut self, tx: TxId, id: TableId, range: KeyRange) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        let touched = table.touched(&range);
        for partition in &mut table.partitions[touched.clone()] {
            partition.counters.locks_acquired += u64::from(self.locks.first_in(tx, id, partition.tablet_id));
        }
        let (from, to) = range.half_open();
        if self.locks.add(tx, id, from, to) {
            // Too many separate ranges: lock whole partitions instead.
            let start = table.partitions[touched.start].start.to_vec();
            let end = table.end(touched.end - 1).map(<[u8]>::to_vec);
            for partition in &mut table.partitions[touched] {
                partition.counters.locks_whole_shard += 1;
            }
            self.locks.add(tx, id, start, end);
        }
    }

    /// Locks one key for a transaction.
    pub(super) fn lock_key(&mut self, tx: TxId, table: TableId, key: &[u8]) {
        self.lock(tx, table, KeyRange::point(key.to_vec()));
    }

    /// The number of things kept for running transactions: queued garbage, rows with several versions, pins and locks.
    #[cfg(test)]
    pub(super) fn leftovers(&self) -> usize {
        let rows =
            self.tables.values().flat_map(|table| &table.partitions).flat_map(|partition| partition.rows.values());
        self.garbage.len()
            + rows.filter(|chain| chain.is_many()).count()
            + usize::from(self.snapshots.oldest().is_some())
            + usize::from(!self.locks.is_empty())
    }
}
