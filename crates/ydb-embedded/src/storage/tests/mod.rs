//! Tests of the storage.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod balance;
mod codec;
mod model;
mod order;
mod ranges;
mod serial;
mod transactions;
mod turn;

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;
use std::time::Duration;

use super::{Change, KeyRange, Layout, Storage, Thresholds, Transaction, row, successor};
use crate::catalog::{ColumnId, PartitionSettings, TableId};
use crate::clock::Clock;
use crate::types::{Primitive, Type, Value};

const T: TableId = TableId(1);
const UINT: Type = Type::Primitive(Primitive::Uint64);

/// One table of ranges that begins with these partitions.
fn storage_at(at: &[&[u8]]) -> Arc<Storage> {
    let storage = Arc::new(Storage::new(Thresholds::default(), Clock::machine()));
    storage.create(
        T,
        Layout::Ranges { at: at.iter().map(|key| key.to_vec()).collect(), settings: PartitionSettings::default() },
    );
    storage
}

/// Looks at the load when the clock shows this time, in microseconds since 1970.
fn maintain_at(storage: &Storage, now_us: u64) {
    let clock = storage.shared().clock.clone();
    clock.advance(Duration::from_micros(now_us - clock.now_us()));
    storage.maintain();
}

/// A row whose column 1 is this number.
fn row_of(number: u64) -> Box<[u8]> {
    row::encode([(ColumnId(1), &Value::Uint(number))])
}

/// The number in column 1.
fn number_of(row: &[u8]) -> u64 {
    match read(row, &[(ColumnId(1), &UINT)]).as_slice() {
        [Value::Uint(number)] => *number,
        other => panic!("no number: {other:?}"),
    }
}

/// The values of the wanted columns, which are in ascending order of ids; a column that the row does not have is NULL.
#[cfg(test)]
fn read(row: &[u8], wanted: &[(ColumnId, &Type)]) -> Vec<Value> {
    let mut values = Vec::with_capacity(wanted.len());
    let mut columns = row::Reader::new(row).peekable();
    for &(id, ty) in wanted {
        while columns.next_if(|column| column.0 < id).is_some() {}
        values.push(
            columns.next_if(|column| column.0 == id).map_or(Value::Null, |(_, payload)| row::decode_value(payload, ty)),
        );
    }
    values
}

/// The keys from one prefix to another, including all that begin with either.
fn between(from: Vec<u8>, to: &[u8]) -> KeyRange {
    KeyRange { from: Bound::Included(from), to: successor(to).map_or(Bound::Unbounded, Bound::Excluded) }
}

fn set(column: u32, number: u64) -> Change {
    (ColumnId(column), row::encode_value(&Value::Uint(number)))
}

impl Storage {
    /// Splits a partition of a row table before a key; false if a partition already begins there.
    fn force_split(&self, table: TableId, key: &[u8]) -> bool {
        let mut guard = self.shared();
        let shared = &mut *guard;
        let now = shared.clock.now_us();
        let Some(table) = shared.tables.get_mut(&table) else { return false };
        let index = table.locate(key);
        table.split(index, key, now, &mut shared.tablets)
    }

    /// The number of things kept for running transactions: queued garbage, rows with several versions, pins and locks.
    fn leftovers(&self) -> usize {
        let shared = self.shared();
        let rows =
            shared.tables.values().flat_map(|table| &table.partitions).flat_map(|partition| partition.rows.values());
        shared.garbage.len()
            + rows.filter(|chain| chain.is_many()).count()
            + usize::from(shared.snapshots.oldest().is_some())
            + usize::from(!shared.locks.is_empty())
    }
}

impl Transaction {
    /// The row of a key.
    fn get(&mut self, table: TableId, key: &[u8]) -> Option<Box<[u8]>> {
        self.get_with(table, key, |row| row.map(Into::into))
    }
}

impl KeyRange {
    /// Whether it contains the key.
    fn contains(&self, key: &[u8]) -> bool {
        RangeBounds::<[u8]>::contains(&self.bounds(), key)
    }
}
