//! What transactions saw and did, and the search for an order that explains it.

use std::collections::BTreeMap;

/// The table's rows.
pub(super) type State = BTreeMap<i64, i64>;

/// What one statement saw or did.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// The rows of a range of keys.
    Read {
        from: i64,
        to: i64,
        found: Vec<(i64, i64)>,
    },
    /// The rows of a range of values.
    ReadByValue {
        from: i64,
        to: i64,
        found: Vec<(i64, i64)>,
    },
    Put(i64, i64),
    /// It must not have existed before.
    Inserted(i64, i64),
    Deleted(i64),
    /// The value of a range of keys was set.
    Set {
        from: i64,
        to: i64,
        value: i64,
    },
    /// A value was raised, if there was one.
    Raised(i64, i64),
}

/// A committed transaction.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) events: Vec<Event>,
    /// Moments before it began and after it was committed.
    pub(super) began: u64,
    pub(super) ended: u64,
}

/// Whether the transactions, run one by one in some order, see what they saw and end in this state. One that ended
/// before another began comes before it.
pub(super) fn explained(start: &State, done: &[Done], end: &State) -> bool {
    search(start.clone(), &done.iter().collect::<Vec<_>>(), end)
}

fn search(state: State, left: &[&Done], end: &State) -> bool {
    if left.is_empty() {
        return state == *end;
    }
    left.iter().enumerate().any(|(at, next)| {
        if left.iter().any(|other| other.ended < next.began) {
            return false;
        }
        let Some(state) = replay(state.clone(), next) else { return false };
        let mut rest = left.to_vec();
        rest.remove(at);
        search(state, &rest, end)
    })
}

/// The state after a transaction; `None` if it would have seen something else.
fn replay(mut state: State, done: &Done) -> Option<State> {
    for event in &done.events {
        let fits = match event {
            Event::Read { from, to, found } => state.range(from..=to).map(|(k, v)| (*k, *v)).eq(found.iter().copied()),
            Event::ReadByValue { from, to, found } => {
                let mut rows: Vec<(i64, i64)> =
                    state.iter().filter(|(_, v)| *v >= from && *v <= to).map(|(k, v)| (*k, *v)).collect();
                rows.sort_by_key(|(k, v)| (*v, *k));
                rows == *found
            }
            Event::Put(key, value) => {
                state.insert(*key, *value);
                true
            }
            Event::Inserted(key, value) => state.insert(*key, *value).is_none(),
            Event::Deleted(key) => {
                state.remove(key);
                true
            }
            Event::Set { from, to, value } => {
                state.range_mut(from..=to).for_each(|(_, old)| *old = *value);
                true
            }
            Event::Raised(key, by) => {
                state.entry(*key).and_modify(|value| *value += by);
                true
            }
        };
        if !fits {
            return None;
        }
    }
    Some(state)
}

#[test]
fn a_history_without_an_order_is_found_out() {
    let read = |found: &[(i64, i64)]| Event::Read { from: 0, to: 9, found: found.to_vec() };
    let done = |events: &[Event]| Done { events: events.to_vec(), began: 0, ended: 9 };
    let start = State::from([(1, 1), (2, 2)]);
    // Write skew: each read what the other then changed.
    let skew = [done(&[read(&[(1, 1), (2, 2)]), Event::Put(1, 7)]), done(&[read(&[(1, 1), (2, 2)]), Event::Put(2, 8)])];
    assert!(!explained(&start, &skew, &State::from([(1, 7), (2, 8)])));
    // One after the other.
    let fine = [done(&[read(&[(1, 1), (2, 8)]), Event::Put(1, 7)]), done(&[read(&[(1, 1), (2, 2)]), Event::Put(2, 8)])];
    assert!(explained(&start, &fine, &State::from([(1, 7), (2, 8)])));
    // A lost write.
    assert!(!explained(&start, &fine, &State::from([(1, 7), (2, 2)])));
    // The same, but the first was over before the second began.
    let mut late = fine;
    late[0].ended = 1;
    late[1].began = 2;
    assert!(!explained(&start, &late, &State::from([(1, 7), (2, 8)])));
}
