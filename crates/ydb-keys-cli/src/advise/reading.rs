//! What a read costs under a key: the ranges that it touches, the rows that it reads in vain, whether they are in order.
//!
//! A read walks the columns of the key from the left. As long as it fixes them, its rows are one range of the key; a
//! range of the next column narrows it once more. What it fixes after that filters rows that are read anyway. A hash in
//! front is computed from columns that the read fixes, or the read scans the table; a bucket that cannot be computed
//! makes one range for each bucket, whose rows merge in order.
//!
//! The cost is between 0 and 10, in steps of a factor of two: one more for twice the rows read, and 3/4 for twice the
//! ranges, because they are read side by side. A range that the key does not keep in order costs 3, for the rows of all
//! values have to be read and sorted; a scan of the table costs 10.

use super::candidate::Candidate;
use super::read::Read;

/// The cost of a scan of the whole table.
pub(super) const SCAN: f64 = 10.0;
const TWICE_THE_RANGES: f64 = 0.75;
const OUT_OF_ORDER: f64 = 3.0;

/// How a key serves a read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Served {
    /// The ranges that it reads; `None` for the whole table.
    pub(crate) ranges: Option<u32>,
    /// The rows that it reads for each row that it wants.
    pub(crate) rows_read: f64,
    /// Whether the rows of its range come in order; `None` for a read without a range.
    pub(crate) in_order: Option<bool>,
    pub(crate) cost: f64,
}

/// Serves a read by a candidate; `distinct` counts the distinct values of columns together.
pub(super) fn serve(candidate: &Candidate, read: &Read, distinct: impl Fn(&[usize]) -> usize) -> Served {
    let all = Served { ranges: None, rows_read: f64::INFINITY, in_order: read.range.map(|_| false), cost: SCAN };
    let (ranges, computed) = match &candidate.prefix {
        None => (1, false),
        Some(prefix) if prefix.inputs.iter().all(|input| read.fixed.contains(input)) => (1, true),
        Some(prefix) => match prefix.buckets {
            Some(buckets) => (buckets, false),
            None => return all,
        },
    };
    let used: Vec<usize> = candidate.order.iter().copied().take_while(|column| read.fixed.contains(column)).collect();
    let next = candidate.order.get(used.len()).copied();
    // Values that a UUID replaces have lost their order.
    let replaced = candidate.uuid.is_some() && used.is_empty();
    let in_order = read.range.map(|range| next == Some(range) && !replaced);
    if used.is_empty() && in_order != Some(true) && !computed {
        return all;
    }
    let mut narrowed = distinct(&used);
    if let (true, Some(prefix)) = (computed, &candidate.prefix) {
        let hashed = distinct(&prefix.inputs).min(prefix.buckets.map_or(usize::MAX, |buckets| buckets as usize));
        narrowed = narrowed.max(hashed);
    }
    let rows_read = (distinct(&read.fixed) as f64 / narrowed.max(1) as f64).max(1.0);
    let unsorted = if in_order == Some(false) { OUT_OF_ORDER } else { 0.0 };
    let cost = (TWICE_THE_RANGES * f64::from(ranges).log2() + rows_read.log2() + unsorted).min(SCAN);
    Served { ranges: Some(ranges), rows_read, in_order, cost }
}

#[cfg(test)]
mod tests {
    use ydb_keys::schema::HashFunction::Xxh3;

    use super::super::candidate::Prefix;
    use super::*;

    const USER: usize = 0;
    const TIME: usize = 1;
    const ID: usize = 2;

    /// 64 users, each row with its own time and id.
    fn distinct(columns: &[usize]) -> usize {
        match columns {
            [] => 1,
            [USER] => 64,
            _ => 10_000,
        }
    }

    fn served(order: &[usize], hashed: Option<(usize, Option<u32>)>, fixed: &[usize], range: Option<usize>) -> Served {
        let prefix = hashed.map(|(input, buckets)| Prefix { function: Xxh3, inputs: vec![input], buckets });
        let candidate = Candidate { order: order.to_vec(), prefix, uuid: None };
        serve(&candidate, &Read { fixed: fixed.to_vec(), range }, distinct)
    }

    #[test]
    fn columns_of_the_key_that_are_fixed_make_one_range() {
        let one = Served { ranges: Some(1), rows_read: 1.0, in_order: Some(true), cost: 0.0 };
        assert_eq!(served(&[USER, TIME, ID], None, &[USER], Some(TIME)), one);
        assert_eq!(served(&[USER, TIME, ID], Some((USER, None)), &[USER], Some(TIME)), one);
        assert_eq!(served(&[ID], None, &[ID], None), Served { in_order: None, ..one });
    }

    #[test]
    fn buckets_are_ranges_that_merge_in_order() {
        let buckets = served(&[TIME, ID], Some((ID, Some(16))), &[], Some(TIME));
        assert_eq!((buckets.ranges, buckets.in_order, buckets.cost), (Some(16), Some(true), 3.0));
        // The bucket of a user that is fixed is known; its rows are a 16th of the table, of which a 4th is the user's.
        let known = served(&[TIME, USER, ID], Some((USER, Some(16))), &[USER], Some(TIME));
        assert_eq!((known.ranges, known.rows_read, known.cost), (Some(1), 4.0, 2.0));
    }

    #[test]
    fn what_the_key_does_not_lead_with_is_scanned() {
        for (order, hashed) in [(&[TIME, USER][..], None), (&[ID], None), (&[USER, TIME], Some((ID, None)))] {
            assert_eq!(served(order, hashed, &[USER], None).ranges, None, "{order:?}");
        }
        assert_eq!(served(&[USER, TIME], Some((USER, None)), &[], Some(TIME)).cost, SCAN);
    }

    #[test]
    fn a_range_that_is_not_next_is_read_whole_and_sorted() {
        let served = served(&[USER, ID], None, &[USER], Some(TIME));
        assert_eq!((served.ranges, served.in_order, served.cost), (Some(1), Some(false), 3.0));
    }
}
