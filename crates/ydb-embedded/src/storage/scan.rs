//! Range reads of a transaction: committed rows combined with the transaction's own writes, in chunks.
//!
//! A scan merges two sorted sequences: the table's rows as the snapshot sees them, and the transaction's writes. If
//! both have a key, the write is applied to the row. The scan also reports which part of the range it has read (for the
//! lock) and whether it met a row newer than the snapshot.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::chain::{Chain, Version};
use super::range::{Direction, KeyRange};
use super::row::{PendingWrite, PendingWrites};
use super::table::{StoredTable, WalkStep};

pub type KeyRow = (Box<[u8]>, Box<[u8]>);

/// Callback for keys and rows, which may end the scan.
pub(super) type Visit<'v> = dyn FnMut(&[u8], &[u8]) -> ControlFlow<()> + 'v;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    pub rows: Vec<KeyRow>,
    /// `true` if the range has no more rows.
    pub done: bool,
    /// Key after which the next chunk begins; `None` if the range has no more rows.
    pub after: Option<Box<[u8]>>,
}

pub(super) struct Scanned {
    /// Range that was read, including parts without rows.
    pub(super) consumed: KeyRange,
    /// Key after which the range continues; `None` at its end.
    pub(super) after: Option<Box<[u8]>>,
    /// `true` if someone has written in the range since the snapshot.
    pub(super) outdated: bool,
}

pub(super) struct RangeScan<'a> {
    /// Range to read; not empty.
    pub(super) range: KeyRange,
    pub(super) direction: Direction,
    /// Last key of the previous chunk.
    pub(super) after: Option<&'a [u8]>,
    pub(super) snapshot: Version,
    pub(super) max_rows: usize,
    /// Current time in microseconds since 1970.
    pub(super) now: u64,
}

/// Largest number of rows that one chunk skips because its reader does not see them. The lock is held meanwhile.
const MAX_HIDDEN: usize = 4096;

/// Passes rows to the reader until the reader has enough.
struct Sink<'s, 'v> {
    visit: &'s mut Visit<'v>,
    left: usize,
    hidden: usize,
    /// The last key, once the reader has enough rows.
    last: Option<Vec<u8>>,
}

impl Sink<'_, '_> {
    /// Passes one row. Returns `true` if it was the last one.
    fn give(&mut self, key: &[u8], row: &[u8]) -> bool {
        self.left -= 1;
        if (self.visit)(key, row).is_break() || self.left == 0 {
            self.last = Some(key.to_vec());
        }
        self.last.is_some()
    }

    /// Passes the row of a key, or skips the key if it has no row. Returns `true` if the chunk ends here.
    fn next(&mut self, key: &[u8], row: Option<&[u8]>) -> bool {
        if let Some(row) = row {
            return self.give(key, row);
        }
        self.hidden += 1;
        if self.hidden == MAX_HIDDEN {
            self.last = Some(key.to_vec());
        }
        self.last.is_some()
    }
}

impl RangeScan<'_> {
    /// Reads `table` (`None` if it was dropped) with the writes `own` applied. `max_rows` must not be 0.
    pub(super) fn run(
        self,
        table: Option<&mut StoredTable>,
        own: Option<&PendingWrites>,
        visit: &mut Visit<'_>,
    ) -> Scanned {
        let Self { range, direction, after, snapshot, max_rows, now } = self;
        let mut sink = Sink { visit, left: max_rows.max(1), hidden: 0, last: None };
        let mut outdated = false;
        let own = own.map(|writes| writes.range::<[u8], _>(range.bounds()));
        let own: Box<dyn Iterator<Item = (&Box<[u8]>, &PendingWrite)>> = match direction {
            Direction::Forward => Box::new(own.into_iter().flatten()),
            Direction::Reverse => Box::new(own.into_iter().flat_map(Iterator::rev)),
        };
        let mut own = own.peekable();

        let mut step = |key: &[u8], chain: &Chain| -> WalkStep {
            while let Some((own_key, write)) = own.next_if(|(own_key, _)| direction.before(own_key, key)) {
                if sink.next(own_key, write.over(None).as_deref()) {
                    return WalkStep { counts: false, stop: true };
                }
            }
            outdated |= chain.newest_version() > snapshot;
            let base = chain.at(snapshot);
            let row = match own.next_if(|(own_key, _)| ***own_key == *key) {
                Some((_, write)) => write.over(base),
                None => base.map(Cow::Borrowed),
            };
            WalkStep { counts: base.is_some(), stop: sink.next(key, row.as_deref()) }
        };
        if let Some(table) = table {
            table.walk(&range, direction, after, now, &mut step);
        }
        if sink.last.is_none() {
            for (key, write) in own {
                if sink.next(key, write.over(None).as_deref()) {
                    break;
                }
            }
        }
        match sink.last {
            Some(last) => {
                let after = Some(last.as_slice().into());
                Scanned { consumed: direction.part(&range, last), after, outdated }
            }
            None => Scanned { consumed: range, after: None, outdated },
        }
    }
}
