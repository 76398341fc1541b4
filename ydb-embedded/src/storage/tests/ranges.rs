//! Ranges of keys against sets of short keys.

use std::ops::Bound;

use proptest::prelude::*;

use crate::storage::{KeyRange, RangeSet, successor};

/// All keys of up to three bytes out of five values.
fn keys() -> Vec<Vec<u8>> {
    let letters = [0, 1, 7, 254, 255];
    let mut keys = vec![Vec::new()];
    let mut longest = keys.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|key: &Vec<u8>| letters.map(|letter| [key.as_slice(), &[letter]].concat()))
            .collect();
        keys.extend(longest.iter().cloned());
    }
    keys
}

fn bound() -> impl Strategy<Value = Bound<Vec<u8>>> {
    let key = prop::collection::vec(prop::sample::select(vec![0_u8, 1, 7, 254, 255]), 0..3);
    (key, 0..5).prop_map(|(key, kind)| match kind {
        0 => Bound::Unbounded,
        1 | 2 => Bound::Included(key),
        _ => Bound::Excluded(key),
    })
}

fn range() -> impl Strategy<Value = KeyRange> {
    (bound(), bound()).prop_map(|(from, to)| KeyRange { from, to })
}

#[test]
fn successors() {
    assert_eq!(successor(&[1, 2]), Some(vec![1, 3]));
    assert_eq!(successor(&[1, 255, 255]), Some(vec![2]));
    assert_eq!(successor(&[255, 255]), None);
    assert_eq!(successor(&[]), None);
}

#[test]
fn prefixes() {
    for prefix in keys() {
        let split = |key: &Vec<u8>| {
            if key.starts_with(&prefix) {
                0
            } else if *key < prefix {
                -1
            } else {
                1
            }
        };
        for key in keys() {
            let place = split(&key);
            assert_eq!(KeyRange::prefix(prefix.clone()).contains(&key), place == 0);
            assert_eq!(KeyRange::after(&prefix).contains(&key), place > 0);
            assert_eq!(KeyRange::from_prefix(prefix.clone()).contains(&key), place >= 0);
            assert_eq!(KeyRange::before(prefix.clone()).contains(&key), place < 0);
            assert_eq!(KeyRange::up_to_prefix(&prefix).contains(&key), place <= 0);
            assert_eq!(KeyRange::point(prefix.clone()).contains(&key), key == prefix);
        }
        assert_eq!(KeyRange::point(prefix.clone()).as_point(), Some(prefix.as_slice()));
    }
    assert!(KeyRange::empty().is_empty() && !KeyRange::all().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn sets_are_sets(a in prop::collection::vec(range(), 0..5), b in prop::collection::vec(range(), 0..5)) {
        let (set_a, set_b) = (RangeSet::new(a.clone()), RangeSet::new(b.clone()));
        let both = set_a.intersect(&set_b);
        for key in keys() {
            let [in_a, in_b] = [&a, &b].map(|ranges| ranges.iter().any(|range| range.contains(&key)));
            prop_assert_eq!(set_a.contains(&key), in_a);
            prop_assert_eq!(both.contains(&key), in_a && in_b);
            if let ([a, ..], [b, ..]) = (&*a, &*b) {
                prop_assert_eq!(a.intersect(b).contains(&key), a.contains(&key) && b.contains(&key));
            }
        }
        for range in &a {
            prop_assert!(!range.is_empty() || keys().iter().all(|key| !range.contains(key)));
            let (from, to) = range.clone().half_open();
            for key in keys() {
                prop_assert_eq!(range.contains(&key), key >= from && to.as_ref().is_none_or(|to| key < *to));
            }
        }
        // Sorted, and with a gap between neighbours.
        for pair in set_a.ranges().windows(2) {
            let end = pair[0].clone().half_open().1;
            prop_assert!(end.is_some_and(|end| end < pair[1].clone().half_open().0));
        }
    }
}
