//! Ranges of keys against sets of short keys.

use std::ops::Bound;

use proptest::prelude::*;

use crate::storage::{KeyRange, successor, union};

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
        for key in keys() {
            assert_eq!(KeyRange::prefix(prefix.clone()).contains(&key), key.starts_with(&prefix));
            assert_eq!(KeyRange::point(prefix.clone()).contains(&key), key == prefix);
        }
        assert_eq!(KeyRange::point(prefix.clone()).as_point(), Some(prefix.as_slice()));
    }
    assert!(KeyRange::empty().is_empty() && !KeyRange::all().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn ranges_are_sets(ranges in prop::collection::vec(range(), 0..5)) {
        let union = union(ranges.clone()).unwrap();
        for key in keys() {
            let within = |ranges: &[KeyRange]| ranges.iter().any(|range| range.contains(&key));
            prop_assert_eq!(within(&union), within(&ranges));
            if let [a, b, ..] = &*ranges {
                prop_assert_eq!(a.intersect(b).contains(&key), a.contains(&key) && b.contains(&key));
            }
        }
        for range in &ranges {
            prop_assert!(!range.is_empty() || keys().iter().all(|key| !range.contains(key)));
            let (from, to) = range.clone().half_open();
            for key in keys() {
                prop_assert_eq!(range.contains(&key), key >= from && to.as_ref().is_none_or(|to| key < *to));
            }
        }
        // Sorted, with a gap between neighbours.
        for pair in union.windows(2) {
            let end = pair[0].clone().half_open().1;
            prop_assert!(end.is_some_and(|end| end < pair[1].clone().half_open().0));
        }
    }
}
