//! The place of a commit in YDB's order, and of a snapshot (`order.rs`): what is drawn, and the floors that it must keep.

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only a simulation has another order"))]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arrival::Arrival;
use super::chain::Version;
use super::locks::{NO_TX, TxId};
use super::order::{Draw, Order, Place};
use super::partition::SLICE;
use super::range::KeyRange;
use super::shared::Shared;
use super::store::Storage;
use super::table::{Shape, Table};
use super::write::Writes;
use crate::catalog::TableId;

/// Of so many requests that read, all but one read what was there at their arrival: where two commits must come between
/// the arrival and the read, that would else be rare.
const ARRIVALS: u64 = 4;

impl Storage {
    /// Gives commits and snapshots YDB's order, as these choices say; without any, the strict one.
    pub fn set_order(&self, draw: Option<Draw>) {
        self.shared().order = draw.map(|draw| Order { draw, reordered: false });
    }

    /// The arrival of a request; `None` if it reads what is there when it is executed.
    pub fn arrive(&self) -> Option<Arrival> {
        let mut shared = self.shared();
        if shared.order.as_mut()?.draw(ARRIVALS) == 0 {
            return None;
        }
        let (at, schema) = (shared.version, shared.schema);
        shared.snapshots.pin(at);
        Some(Arrival { core: Arc::clone(&self.core), at, schema })
    }

    /// Whether a commit has taken an older number since this was last asked.
    pub fn was_reordered(&self) -> bool {
        self.shared().order.as_mut().is_some_and(|order| std::mem::take(&mut order.reordered))
    }

    /// The schema has changed: requests that arrived before see what is there when they are executed.
    pub fn change_schema(&self) {
        self.shared().schema += 1;
    }
}

impl Shared {
    /// A number above all snapshots that are in use, and not above those that come.
    pub(super) fn above_snapshots(&mut self) -> Version {
        self.version += u64::from(self.order.is_some());
        self.version
    }

    /// Commits in this table come after all snapshots.
    pub(super) fn lift_table(&mut self, table: TableId) {
        let above = self.above_snapshots();
        if let Some(table) = self.tables.get_mut(&table) {
            table.floor = table.floor.max(above);
        }
    }

    /// A transaction has read this at its snapshot.
    pub(super) fn lift_read(&mut self, table: TableId, range: &KeyRange, snapshot: Version, tx: TxId) {
        if let (Some(_), Some(table)) = (&self.order, self.tables.get_mut(&table)) {
            let touched = table.touched(range);
            table.partitions[touched].iter_mut().for_each(|partition| partition.floor.lift(snapshot + 1, tx));
        }
    }

    /// Where a transaction has its rows and its locks, before it releases these. Whether it is free to take an older
    /// version, if they are in one partition, is given.
    pub(super) fn place(&self, tx: TxId, writes: &BTreeMap<TableId, Writes>, is_free: bool) -> Place {
        if self.order.is_none() {
            return Place::default();
        }
        let mut locked = Vec::new();
        for (id, range) in self.locks.of(tx) {
            let Some(table) = self.tables.get(&id) else { continue };
            locked.extend(table.touched(&range).map(|index| (id, index)));
        }
        locked.sort_unstable();
        locked.dedup();
        let ends = |(&id, rows): (&TableId, &Writes)| {
            Some((id, rows.len(), rows.first_key_value()?.0.clone(), rows.last_key_value()?.0.clone()))
        };
        let home = match writes.iter().next().and_then(ends) {
            Some((id, count, first, last)) if is_free && writes.len() == 1 => self.home(id, count, &first, &last),
            _ => None,
        };
        let home = home.filter(|home| locked.iter().all(|other| other == home));
        Place { locked, home }
    }

    /// The place of rows without locks; their least and greatest key are given.
    pub(super) fn place_of_rows(&self, table: TableId, count: usize, first: &[u8], last: &[u8]) -> Place {
        Place { locked: Vec::new(), home: self.home(table, count, first, last) }
    }

    fn home(&self, id: TableId, count: usize, first: &[u8], last: &[u8]) -> Option<(TableId, usize)> {
        let table = self.tables.get(&id).filter(|table| matches!(table.shape, Shape::Ranges(_)))?;
        let index = table.locate(first);
        (self.order.is_some() && count <= SLICE && index == table.locate(last)).then_some((id, index))
    }

    /// The version of a commit: a new number, or that of a snapshot in use.
    pub(super) fn choose_version(&mut self, tx: TxId, place: &Place) -> Version {
        let new = self.version + 1;
        let Some(order) = &mut self.order else { return new };
        let mut chosen = new;
        if let Some((id, index)) = place.home
            && let Some(table) = self.tables.get(&id)
        {
            let open: Vec<Version> = self.snapshots.since(table.floor_of(index, tx), self.lag).collect();
            if !open.is_empty() {
                let drawn = order.draw(open.len() as u64 + 1) as usize;
                chosen = open.get(drawn).copied().unwrap_or(new);
                order.reordered |= chosen < self.version;
            }
        }
        for (id, index) in &place.locked {
            let partition = self.tables.get_mut(id).and_then(|table| table.partitions.get_mut(*index));
            if let Some(partition) = partition {
                partition.floor.lift(chosen, NO_TX);
            }
        }
        chosen
    }
}

impl Table {
    /// The least version of a transaction's commit in a partition.
    fn floor_of(&self, index: usize, tx: TxId) -> Version {
        let own = self.partitions.get(index).map_or(Version::MAX, |partition| partition.floor.of(tx));
        self.floor.max(own)
    }
}
