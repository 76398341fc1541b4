//! All rows as they are at one moment, and the way back to them.
//!
//! The rows of a partition are one shared map. Saving copies the list of partitions and shares their maps, and so does
//! the way back. The first write into a partition after that copies its map, which is at most some megabytes, because
//! larger partitions split; and the next way back frees that copy. Nothing else depends on the number of rows.
//!
//! Versions never go back: the next commit after a return has a higher version than every commit before it. So the
//! transactions of before still have snapshots and locks that can be released. Whoever calls this must see to it that
//! they commit nothing.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::chain::Version;
use super::feed::Feed;
use super::store::Storage;
use super::table::Table;
use crate::catalog::TableId;

/// All rows at one moment.
#[derive(Clone, Debug)]
pub struct Saved {
    pub(super) tables: HashMap<TableId, Table>,
    pub(super) feeds: HashMap<TableId, Arc<Feed>>,
    /// The old versions among these rows, which transactions needed at that moment.
    pub(super) garbage: VecDeque<(Version, TableId, Box<[u8]>)>,
}

impl Storage {
    /// All rows as they are now. Waits for the commit that is under way.
    pub fn save(&self) -> Saved {
        let _turn = self.turn();
        let shared = self.shared();
        Saved { tables: shared.tables.clone(), feeds: shared.feeds.clone(), garbage: shared.garbage.clone() }
    }

    /// Gives all tables the rows and partitions that they had. Tables that are newer are gone.
    pub fn restore(&self, saved: &Saved) {
        let _turn = self.turn();
        let Saved { mut tables, mut feeds, mut garbage } = saved.clone();
        let mut shared = self.shared();
        std::mem::swap(&mut shared.tables, &mut tables);
        std::mem::swap(&mut shared.feeds, &mut feeds);
        std::mem::swap(&mut shared.garbage, &mut garbage);
        shared.schema += 1;
        let above = shared.above_snapshots();
        shared.tables.values_mut().for_each(|table| table.floor = above);
        shared.collect();
        drop(shared);
        // Freeing many rows takes a while, so it happens outside the lock.
        drop((tables, feeds, garbage));
    }
}
