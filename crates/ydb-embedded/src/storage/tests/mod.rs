//! Tests of the storage.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod balance;
mod codec;
mod model;
mod order;
mod serial;
mod transactions;

use std::ops::{Bound, RangeBounds};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::{ColumnChange, Direction, Isolation, KeyRange, Layout, Storage, Thresholds, Transaction, row, successor};
use crate::catalog::{ColumnId, PartitionSettings, TableId};
use crate::clock::Clock;
use crate::types::{Primitive, Type, Value};

const T: TableId = TableId(1);
const UINT: Type = Type::Primitive(Primitive::Uint64);

/// Creates a storage with one table of ranges, whose further partitions begin at these keys.
fn storage_at(at: &[&[u8]]) -> Arc<Storage> {
    let storage = Arc::new(Storage::new(Thresholds::default(), Clock::machine()));
    storage.create(
        T,
        Layout::Ranges { at: at.iter().map(|key| key.to_vec()).collect(), settings: PartitionSettings::default() },
    );
    storage
}

/// Checks the load when the clock shows this time, in microseconds since 1970.
fn maintain_at(storage: &Storage, now_us: u64) {
    let clock = storage.shared().clock.clone();
    clock.advance(Duration::from_micros(now_us - clock.now_us()));
    storage.maintain();
}

/// Encodes a row with this number in column 1.
fn row_of(number: u64) -> Box<[u8]> {
    row::encode([(ColumnId(1), &Value::Uint(number))])
}

/// Returns the number in column 1 of a row.
fn number_of(row: &[u8]) -> u64 {
    match read(row, &[(ColumnId(1), &UINT)]).as_slice() {
        [Value::Uint(number)] => *number,
        other => panic!("no number: {other:?}"),
    }
}

/// Returns the values of the wanted columns, which are in ascending order of ids. A column that the row does not have
/// is NULL.
#[cfg(test)]
fn read(row: &[u8], wanted: &[(ColumnId, &Type)]) -> Vec<Value> {
    let mut values = Vec::with_capacity(wanted.len());
    let mut columns = row::RowReader::new(row).peekable();
    for &(id, ty) in wanted {
        while columns.next_if(|column| column.0 < id).is_some() {}
        values.push(
            columns.next_if(|column| column.0 == id).map_or(Value::Null, |(_, payload)| row::decode_value(payload, ty)),
        );
    }
    values
}

/// Returns the range of keys from one prefix to another, including all keys that begin with either.
fn between(from: Vec<u8>, to: &[u8]) -> KeyRange {
    KeyRange { from: Bound::Included(from), to: successor(to).map_or(Bound::Unbounded, Bound::Excluded) }
}

fn set(column: u32, number: u64) -> ColumnChange {
    (ColumnId(column), row::encode_value(&Value::Uint(number)))
}

impl Storage {
    /// Splits a partition of a row table before a key. Returns `false` if a partition already begins there.
    fn force_split(&self, table: TableId, key: &[u8]) -> bool {
        let mut guard = self.shared();
        let shared = &mut *guard;
        let now = shared.clock.now_us();
        let Some(table) = shared.tables.get_mut(&table) else { return false };
        let index = table.locate(key);
        table.split(index, key, now, &mut shared.tablets)
    }

    /// Counts what is kept for running transactions: queued garbage, rows with several versions, pins and locks.
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
    /// Returns the row of a key.
    fn get(&mut self, table: TableId, key: &[u8]) -> Option<Box<[u8]>> {
        self.get_with(table, key, |row| row.map(Into::into))
    }
}

impl KeyRange {
    /// Returns `true` if the range contains the key.
    fn contains(&self, key: &[u8]) -> bool {
        RangeBounds::<[u8]>::contains(&self.bounds(), key)
    }
}

const ROWS: u64 = 20_000;

fn key(number: u64) -> Vec<u8> {
    number.to_be_bytes().to_vec()
}

fn write(storage: &Storage) {
    let mut tx = storage.begin(Isolation::Serializable);
    (0..ROWS).for_each(|number| tx.put(T, key(number), row_of(number)));
    tx.commit().unwrap();
}

/// Counts the rows that a new snapshot sees, in chunks between which others write.
fn count(storage: &Storage) -> u64 {
    let mut tx = storage.begin(Isolation::Snapshot);
    let (mut count, mut after) = (0, None);
    loop {
        let chunk = tx.scan(T, &KeyRange::all(), Direction::Forward, 100, after.as_deref());
        count += chunk.rows.len() as u64;
        after = chunk.after;
        if chunk.done {
            return count;
        }
    }
}

#[test]
fn a_commit_of_many_slices_is_seen_whole_or_not_at_all() {
    let storage = storage_at(&[]);
    let writer = thread::spawn({
        let storage = Arc::clone(&storage);
        move || write(&storage)
    });
    while !writer.is_finished() {
        let seen = count(&storage);
        assert!(seen == 0 || seen == ROWS, "{seen}");
    }
    writer.join().unwrap();
    assert_eq!(count(&storage), ROWS);
}

#[test]
fn a_long_commit_breaks_the_locks_of_a_reader_between_its_slices() {
    let storage = storage_at(&[]);
    let writer = thread::spawn({
        let storage = Arc::clone(&storage);
        move || write(&storage)
    });
    // At any moment: a transaction that read the last row before the commit and writes after it is refused.
    let mut tx = storage.begin(Isolation::Serializable);
    let before = tx.get(T, &key(ROWS - 1)).is_none();
    tx.put(T, b"other".to_vec(), row_of(1));
    writer.join().unwrap();
    assert_eq!(tx.commit().is_err(), before);
}

#[test]
fn rows_that_a_reader_does_not_see_are_passed_over_in_chunks() {
    let storage = storage_at(&[]);
    let mut old = storage.begin(Isolation::Snapshot);
    old.pin();
    write(&storage);
    for direction in [Direction::Forward, Direction::Reverse] {
        let (mut chunks, mut after) = (0, None);
        loop {
            let chunk = old.scan(T, &KeyRange::all(), direction, 10, after.as_deref());
            assert!(chunk.rows.is_empty());
            chunks += 1;
            after = chunk.after;
            if chunk.done {
                break;
            }
        }
        assert!((3..10).contains(&chunks), "{chunks}");
    }
}

#[test]
fn old_versions_are_dropped_in_the_end() {
    let storage = storage_at(&[]);
    write(&storage);
    let mut old = storage.begin(Isolation::Snapshot);
    old.pin();
    write(&storage);
    drop(old);
    assert!(storage.leftovers() > 0, "not all at once");
    (0..ROWS).for_each(|_| drop(storage.maintain()));
    assert_eq!(storage.leftovers(), 0);
    assert_eq!(count(&storage), ROWS);
}
