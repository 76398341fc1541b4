//! What takes many slices: commits, walks over rows that a reader does not see, old versions to drop.

use std::sync::Arc;
use std::thread;

use super::{T, row_of, storage_at};
use crate::storage::{Direction, Isolation, KeyRange, Storage};

const ROWS: u64 = 20_000;

fn key(number: u64) -> Vec<u8> {
    number.to_be_bytes().to_vec()
}

fn write(storage: &Storage) {
    let mut tx = storage.begin(Isolation::Serializable);
    (0..ROWS).for_each(|number| tx.put(T, key(number), row_of(number)));
    tx.commit().unwrap();
}

/// The rows that a new snapshot sees, counted in chunks between which others write.
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
    // Whatever the moment: who has read the last row before the commit, and writes after it, is refused.
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
