//! Checks that each list of a history is linearizable: nobody sees an older list than somebody saw before.
//!
//! The final list of a key tells the order in which its values were appended. Each read and each append of the key
//! therefore has a place in the list: the length of the list that it saw or left. An operation that began after another
//! one had ended must not have an earlier place. For lists this is sufficient: sort the reads and appends by place, and
//! those of one place by their beginnings. In that sequence, each of them can have happened at one moment between its
//! two times.

use ydb_embedded::check::{Op, Told};

/// A transaction, and the times between which it ran.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) ops: Vec<Op>,
    pub(crate) told: Told,
    pub(crate) began: u64,
    pub(crate) ended: u64,
}

/// Checks the times of all reads and appends of each key. `finally` has all lists at the end.
pub(crate) fn check_keys(done: &[Done], finally: &[(u64, Vec<u64>)]) -> Result<(), String> {
    for (key, list) in finally {
        // Operations whose place is known: the length of the list that each saw or left, whether it appended, and its
        // times.
        let mut known = Vec::new();
        for Done { ops, told, began, ended } in done.iter().filter(|done| done.told == Told::Done) {
            debug_assert_eq!(*told, Told::Done);
            for op in ops {
                match op {
                    Op::Read(of, seen) if of == key => known.push((seen.len(), false, *began, *ended)),
                    Op::Append(of, value) if of == key => {
                        let at = list.iter().position(|item| item == value);
                        let at = at.ok_or_else(|| format!("{value} of list {key} is lost"))?;
                        known.push((at + 1, true, *began, *ended));
                    }
                    _ => {}
                }
            }
        }
        for &(before, _, _, ended) in &known {
            for &(after, appends, began, _) in known.iter().filter(|known| known.2 > ended) {
                if after < before || (appends && after == before) {
                    return Err(format!(
                        "list {key}: at {began} somebody saw or left {after} values, and there were {before} at {ended}"
                    ));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn a_stale_read_and_a_lost_order_are_found() {
    let done = |ops: Vec<Op>, began, ended| Done { ops, told: Told::Done, began, ended };
    let append = |value| vec![Op::Append(1, value)];
    let read = |seen: &[u64]| vec![Op::Read(1, seen.to_vec())];
    let list = [(1, vec![10, 20])];
    let fine = [done(append(10), 1, 2), done(append(20), 3, 6), done(read(&[10]), 4, 5), done(read(&[10, 20]), 7, 8)];
    assert_eq!(check_keys(&fine, &list), Ok(()));
    // The read began after the append had ended.
    assert!(check_keys(&[done(append(10), 1, 2), done(read(&[]), 3, 4)], &list).is_err());
    // The second of two appends comes first.
    assert!(check_keys(&[done(append(20), 1, 2), done(append(10), 3, 4)], &list).is_err());
    // A later read sees less than an earlier one.
    let back = [done(append(10), 1, 9), done(read(&[10]), 2, 3), done(read(&[]), 4, 5)];
    assert!(check_keys(&back, &list).is_err());
}
