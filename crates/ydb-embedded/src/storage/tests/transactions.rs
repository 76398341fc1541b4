//! Transactions step by step: visibility, conflicts, changes of tables during transactions.

use std::ops::ControlFlow;

use super::{T, number_of, row_of, set, storage_at};
use crate::catalog::{ColumnId, TableId};
use crate::clock::Clock;
use crate::storage::{Direction, Isolation, KeyRange, Layout, LocksBroken, Storage, Thresholds};
use crate::types::{Primitive, Type, Value};
use std::sync::Arc;

const BROKEN: LocksBroken = LocksBroken { table: T };

fn put(storage: &Arc<Storage>, key: &[u8], number: u64) {
    let mut tx = storage.begin(Isolation::Serializable);
    tx.put(T, key.to_vec(), row_of(number));
    tx.commit().unwrap();
}

fn delete(storage: &Arc<Storage>, key: &[u8]) {
    let mut tx = storage.begin(Isolation::Serializable);
    tx.delete(T, key.to_vec());
    tx.commit().unwrap();
}

fn now(storage: &Arc<Storage>) -> Vec<(Vec<u8>, u64)> {
    all(&mut storage.begin(Isolation::Snapshot))
}

fn all(tx: &mut crate::storage::Transaction) -> Vec<(Vec<u8>, u64)> {
    let chunk = tx.scan(T, &KeyRange::all(), Direction::Forward, usize::MAX, None);
    assert!(chunk.done);
    chunk.rows.iter().map(|(key, row)| (key.to_vec(), number_of(row))).collect()
}

#[test]
fn a_snapshot_stays_and_is_pinned_by_the_first_read() {
    let storage = storage_at(&[]);
    let mut tx = storage.begin(Isolation::Snapshot);
    put(&storage, b"a", 1);
    assert_eq!(all(&mut tx), [(b"a".to_vec(), 1)]);
    put(&storage, b"a", 2);
    put(&storage, b"b", 3);
    delete(&storage, b"a");
    assert_eq!(all(&mut tx), [(b"a".to_vec(), 1)]);
    assert_eq!(tx.get(T, b"b"), None);
    assert_eq!(now(&storage), [(b"b".to_vec(), 3)]);
    assert_eq!(storage.leftovers(), 3, "a chain, its place in the queue, a snapshot");
    drop(tx);
    assert_eq!(storage.leftovers(), 0);
}

#[test]
fn own_writes_are_seen_in_both_directions() {
    let storage = storage_at(&[b"c"]);
    for (key, number) in [(b"b", 1), (b"d", 2), (b"f", 3)] {
        put(&storage, key, number);
    }
    let mut tx = storage.begin(Isolation::Serializable);
    tx.put(T, b"a".to_vec(), row_of(10));
    tx.delete(T, b"b".to_vec());
    tx.merge(T, b"d".to_vec(), vec![set(1, 20)]);
    tx.put(T, b"e".to_vec(), row_of(30));
    tx.put(T, b"g".to_vec(), row_of(40));
    tx.delete(T, b"g".to_vec());
    let expected = [(b"a".to_vec(), 10), (b"d".to_vec(), 20), (b"e".to_vec(), 30), (b"f".to_vec(), 3)];
    assert_eq!(all(&mut tx), expected);
    let back = tx.scan(T, &KeyRange::all(), Direction::Reverse, usize::MAX, None);
    assert!(back.rows.iter().rev().map(|(key, row)| (key.to_vec(), number_of(row))).eq(expected.clone()));
    assert_eq!(tx.get(T, b"b"), None);
    assert_eq!(tx.get(T, b"d").map(|row| number_of(&row)), Some(20));
    tx.commit().unwrap();
    assert_eq!(now(&storage), expected);
}

#[test]
fn reads_conflict_with_later_writes() {
    let storage = storage_at(&[]);
    put(&storage, b"b", 1);
    let others: [(&str, &dyn Fn()); 3] = [
        ("update", &|| put(&storage, b"b", 2)),
        ("insert", &|| put(&storage, b"c", 2)),
        ("delete", &|| delete(&storage, b"b")),
    ];
    for (name, other) in others {
        let mut tx = storage.begin(Isolation::Serializable);
        all(&mut tx);
        tx.put(T, b"z".to_vec(), row_of(9));
        other();
        assert_eq!(tx.broken(), Some(T), "{name}");
        assert_eq!(tx.commit(), Err(BROKEN), "{name}");
    }
    assert!(now(&storage).iter().all(|(key, _)| key != b"z"));
    assert_eq!(storage.leftovers(), 0);
}

#[test]
fn reads_conflict_with_writes_since_the_snapshot() {
    let storage = storage_at(&[]);
    put(&storage, b"b", 1);
    for read_range in [false, true] {
        put(&storage, b"b", 1);
        let mut tx = storage.begin(Isolation::Serializable);
        tx.get(T, b"x");
        delete(&storage, b"b");
        // The snapshot still sees the row, but writes that depend on the row must not be committed.
        if read_range {
            assert_eq!(all(&mut tx), [(b"b".to_vec(), 1)]);
        } else {
            assert_eq!(tx.get(T, b"b").map(|row| number_of(&row)), Some(1));
        }
        tx.put(T, b"z".to_vec(), row_of(9));
        assert_eq!(tx.commit(), Err(BROKEN));
    }
}

#[test]
fn absent_rows_are_locked_too() {
    let storage = storage_at(&[]);
    let (mut a, mut b) = (storage.begin(Isolation::Serializable), storage.begin(Isolation::Serializable));
    for tx in [&mut a, &mut b] {
        assert_eq!(tx.get(T, b"k"), None);
        tx.put(T, b"k".to_vec(), row_of(1));
    }
    assert!(a.commit().is_ok());
    assert_eq!(b.commit(), Err(BROKEN));
}

#[test]
fn a_limited_scan_locks_only_what_it_consumed() {
    let storage = storage_at(&[b"c"]);
    for key in [b"a", b"c", b"e"] {
        put(&storage, key, 1);
    }
    let scan = |direction, stop: bool| {
        let mut tx = storage.begin(Isolation::Serializable);
        let after = tx.scan_with(T, &KeyRange::all(), direction, if stop { 9 } else { 2 }, None, |key, _| match key {
            b"c" if stop => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        assert!(after.is_some());
        tx.put(T, b"zz".to_vec(), row_of(1));
        tx
    };
    for stop in [false, true] {
        let (forward, reverse) = (scan(Direction::Forward, stop), scan(Direction::Reverse, stop));
        put(&storage, b"d", 1);
        assert!(forward.commit().is_ok(), "d is behind c");
        assert_eq!(reverse.commit(), Err(BROKEN), "d comes before c");
        delete(&storage, b"d");
        delete(&storage, b"zz");
        let (forward, reverse) = (scan(Direction::Forward, stop), scan(Direction::Reverse, stop));
        put(&storage, b"b", 1);
        assert_eq!(forward.commit(), Err(BROKEN));
        assert!(reverse.commit().is_ok() || stop, "b is behind c");
        delete(&storage, b"b");
        delete(&storage, b"zz");
    }
}

#[test]
fn blind_writes_never_conflict_and_merge_at_commit() {
    let storage = storage_at(&[]);
    let (mut a, mut b) = (storage.begin(Isolation::Serializable), storage.begin(Isolation::Serializable));
    a.merge(T, b"k".to_vec(), vec![set(1, 1), set(2, 1)]);
    b.merge(T, b"k".to_vec(), vec![set(1, 2), set(3, 2)]);
    a.commit().unwrap();
    b.commit().unwrap();
    let row = storage.begin(Isolation::Snapshot).get(T, b"k").unwrap();
    let uint = Type::Primitive(Primitive::Uint64);
    let wanted = [1, 2, 3].map(|id| (ColumnId(id), &uint));
    assert_eq!(super::read(&row, &wanted), [2, 1, 2].map(Value::Uint));
}

#[test]
fn who_only_reads_always_commits() {
    let storage = storage_at(&[]);
    put(&storage, b"k", 1);
    let mut tx = storage.begin(Isolation::Serializable);
    all(&mut tx);
    put(&storage, b"k", 2);
    assert_eq!(all(&mut tx), [(b"k".to_vec(), 1)]);
    assert!(tx.commit().is_ok());
}

#[test]
fn tables_change_under_transactions() {
    let storage = storage_at(&[b"m"]);
    put(&storage, b"k", 1);
    assert!(storage.copy(T, TableId(2)).unwrap());
    assert!(!storage.copy(TableId(7), TableId(8)).unwrap());
    let (mut reader, mut writer) = (storage.begin(Isolation::Snapshot), storage.begin(Isolation::Serializable));
    assert_eq!(all(&mut reader), [(b"k".to_vec(), 1)]);
    assert!(writer.get(T, b"k").is_some());
    put(&storage, b"k", 2);
    storage.drop_table(T);
    assert_eq!(all(&mut reader), []);
    assert_eq!(reader.get(T, b"k"), None);
    writer.put(T, b"k".to_vec(), row_of(5));
    assert_eq!(writer.commit(), Err(BROKEN));
    let mut blind = storage.begin(Isolation::Serializable);
    blind.put(TableId(2), b"q".to_vec(), row_of(1));
    blind.put(T, b"q".to_vec(), row_of(1));
    assert_eq!(blind.commit(), Err(BROKEN));
    assert_eq!(storage.partitions(TableId(2)).iter().map(|stats| stats.row_count).collect::<Vec<_>>(), [1, 0]);
    drop(reader);
    assert_eq!(storage.begin(Isolation::Snapshot).get(TableId(2), b"k").map(|row| number_of(&row)), Some(1));
    assert_eq!(storage.leftovers(), 0);
}

#[test]
fn rewrite_and_clear() {
    let storage = storage_at(&[]);
    put(&storage, b"a", 1);
    put(&storage, b"b", 2);
    storage.rewrite(T, |row| (number_of(row) == 1).then(|| row_of(100)));
    assert_eq!(now(&storage), [(b"a".to_vec(), 100), (b"b".to_vec(), 2)]);
    storage.clear(T);
    assert_eq!(now(&storage), []);
    assert_eq!(storage.partitions(T)[0].data_size, 0);
}

#[test]
fn bulk_merge_breaks_locks() {
    let storage = storage_at(&[b"b"]);
    let mut tx = storage.begin(Isolation::Serializable);
    assert_eq!(tx.get(T, b"a"), None);
    tx.put(T, b"c".to_vec(), row_of(1));
    // If a key occurs twice, the last row wins.
    let rows = [(b"a", 1), (b"b", 2), (b"a", 3)].map(|(key, number)| (key.to_vec(), vec![set(1, number)]));
    assert!(storage.bulk_merge(T, rows.to_vec()));
    assert!(!storage.bulk_merge(TableId(9), rows.to_vec()));
    assert_eq!(tx.commit(), Err(BROKEN));
    assert_eq!(now(&storage), [(b"a".to_vec(), 3), (b"b".to_vec(), 2)]);
}

#[test]
fn column_tables_spread_by_hash_and_scan_in_key_order() {
    let storage = Arc::new(Storage::new(Thresholds::default(), Clock::machine()));
    let types = vec![Type::Primitive(Primitive::Uint64), Type::Primitive(Primitive::Uint64)];
    storage.create(T, Layout::Hash { columns: vec![1], types: types.clone(), shards: 4 });
    let key = |a, b| crate::storage::key::encode(&[Value::Uint(a), Value::Uint(b)], &types);
    for a in 0..20 {
        for b in 0..3 {
            put(&storage, &key(a, b), a * 3 + b);
        }
    }
    let stats = storage.partitions(T);
    assert_eq!(stats.len(), 4);
    assert!(stats.iter().all(|stats| stats.row_count % 20 == 0), "rows of one hash are together");
    assert_eq!(stats.iter().map(|stats| stats.row_count).sum::<u64>(), 60);
    assert!(now(&storage).iter().map(|row| row.1).eq(0..60));
    let mut tx = storage.begin(Isolation::Snapshot);
    let chunk = tx.scan(T, &KeyRange::all(), Direction::Reverse, 10, Some(&key(10, 0)));
    assert!(chunk.rows.iter().map(|row| number_of(&row.1)).eq((20..30).rev()));
    assert_eq!(tx.get(T, &key(7, 2)).map(|row| number_of(&row)), Some(23));
    assert!(!storage.force_split(T, &key(7, 2)));
}
