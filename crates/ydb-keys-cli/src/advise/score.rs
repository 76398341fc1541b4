//! Score of a key. A lower score is better. The cost of the reads is a part of it.
//!
//! ```text
//! writes   0 .. 10   10 * log2(share of the hottest partition / that of even keys) / log2(1 / that of even keys)
//! reads    0 .. 10   the costs of the reads (below), the first one weighing most: 1, 1/2, 1/3, ..
//! rules    0 .. 20   1/2 for each rule that needs an allowance, 20 for a nullable column that leads
//! effort   0 .. 2    what the application has to do: 0.3 for a hash, 0.4 for a bucket, 1 for other ids; the key's bytes
//! ```
//!
//! Writes and reads are worth the same: a key that sends all writes to one partition is as bad as one under which every
//! read scans the table. Both scales are logarithms: a hotter partition and a longer read are compared as factors. A
//! share within a quarter of that of even keys counts as even: it is noise of the sample. The effort only decides
//! between keys that are about as good.

use serde::{Serialize, Serializer};
use ydb_keys_core::schema::allowance::Rule;

use super::candidate::Candidate;
use super::measure::Measured;
use super::profile::{ProfiledColumn, rounded};
use super::read::WantedRead;

/// Greatest ratio to the hottest partition of random keys at which a key counts as even.
pub(super) const EVEN: f64 = 1.25;
const WORST: f64 = 10.0;
const ALLOWANCE: f64 = 0.5;
const NULL_LEADS: f64 = 20.0;
/// Penalty for each byte of the key.
const BYTE: f64 = 0.005;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Score {
    pub(crate) writes: f64,
    pub(crate) reads: f64,
    pub(crate) rules: f64,
    pub(crate) effort: f64,
}

impl Score {
    pub(crate) fn total(self) -> f64 {
        self.writes + self.reads + self.rules + self.effort
    }
}

/// Writes the total first, and all numbers with four digits after the point.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Score { writes, reads, rules, effort } = *self;
        let parts =
            [("total", self.total()), ("writes", writes), ("reads", reads), ("rules", rules), ("effort", effort)];
        serializer.collect_map(parts.map(|(name, number)| (name, (number * 1e4).round() / 1e4)))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Broken {
    pub(super) rules: Vec<(Rule, String)>,
    pub(super) null_leads: bool,
}

/// Computes the score of a candidate whose keys have `key_size` bytes.
pub(super) fn score(
    candidate: &Candidate,
    key_size: f64,
    (measured, even): (&Measured, &Measured),
    served: &[ServedRead],
    broken: &Broken,
) -> Score {
    let known = broken.rules.len() as f64 * ALLOWANCE;
    Score {
        writes: writes(measured.hottest, even.hottest),
        reads: reads(served),
        rules: if broken.null_leads { NULL_LEADS } else { known },
        effort: effort(candidate) + key_size * BYTE,
    }
}

fn writes(hottest: f64, even: f64) -> f64 {
    let even = (even * EVEN).min(0.99);
    (WORST * (hottest / even).log2() / (1.0 / even).log2()).clamp(0.0, WORST)
}

fn reads(served: &[ServedRead]) -> f64 {
    let weighed =
        |(place, read): (usize, &ServedRead)| (read.served.cost / (place as f64 + 1.0), 1.0 / (place as f64 + 1.0));
    let (costs, weights): (Vec<f64>, Vec<f64>) = served.iter().enumerate().map(weighed).unzip();
    let weights: f64 = weights.iter().sum();
    if weights > 0.0 { costs.iter().sum::<f64>() / weights } else { 0.0 }
}

fn effort(candidate: &Candidate) -> f64 {
    let computed = match &candidate.prefix {
        None => 0.0,
        Some(prefix) if prefix.buckets.is_some() => 0.4,
        // Among functions that spread alike, the usual one costs least.
        Some(prefix) => {
            0.3 + if prefix.function.is_numeric() { 0.05 } else { 0.0 } + 0.1 * (prefix.inputs.len() as f64 - 1.0)
        }
    };
    computed + if candidate.uuid.is_some() { 1.0 } else { 0.0 }
}

// Cost of a read under a key: the ranges that it touches, the rows that it reads in vain, and the order of the rows.
//
// A read walks the columns of the key from the left. As long as it fixes them, its rows are one range of the key; a
// range of the next column narrows it once more. Other fixed columns only filter rows that are read anyway. If a hash
// is in front and the read does not fix the columns that it is computed from, the read scans the table; a bucket that
// cannot be computed makes one range for each bucket, whose rows merge in order.
//
// The cost is between 0 and 10, in steps of a factor of two: one more for twice the rows read, and 3/4 for twice the
// ranges, because they are read side by side. A range that the key does not keep in order costs 3, because the rows of
// all values have to be read and sorted; a scan of the table costs 10.

/// Cost of a scan of the whole table.
const SCAN: f64 = 10.0;
const TWICE_THE_RANGES: f64 = 0.75;
const OUT_OF_ORDER: f64 = 3.0;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Served {
    /// Number of ranges that are read; `None` for the whole table.
    pub(crate) ranges: Option<u32>,
    /// Number of rows that are read for each row that is wanted.
    #[serde(rename = "rows_read_per_row", serialize_with = "rounded")]
    pub(crate) rows_read: f64,
    /// `true` if the rows of a range come in order; `None` for a read without a range.
    pub(crate) in_order: Option<bool>,
    #[serde(skip)]
    pub(crate) cost: f64,
}

/// Read of the author as text, with its cost.
#[derive(Debug, Serialize)]
pub(crate) struct ServedRead {
    pub(crate) read: String,
    #[serde(flatten)]
    pub(crate) served: Served,
}

/// Computes the cost of a read under a candidate. `distinct` counts the distinct values of several columns together.
pub(super) fn serve(candidate: &Candidate, read: &WantedRead, distinct: impl Fn(&[usize]) -> usize) -> Served {
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
    // Values that a UUID replaces have no order.
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

#[derive(Debug, Serialize)]
pub(crate) struct Advice {
    /// Number of rows in the data; `sampled` is the number of rows in the sample.
    pub(crate) rows: u64,
    #[serde(rename = "sampled_rows")]
    pub(crate) sampled: usize,
    /// Names of the columns that identify a row; empty if no columns do.
    pub(crate) id: Vec<String>,
    /// `true` if the id was found, and not named by the author.
    pub(crate) id_is_found: bool,
    pub(crate) reads: Vec<String>,
    /// Remarks: problems that no key cures, and assumptions.
    pub(crate) remarks: Vec<String>,
    pub(crate) columns: Vec<ProfiledColumn>,
    /// Measurement of random keys, for comparison.
    #[serde(rename = "random_keys")]
    pub(crate) even: Measured,
    /// Keys, the best one first.
    #[serde(rename = "keys")]
    pub(crate) ranked: Vec<Ranked>,
    /// Rust source of the model with the best key, or the reason why there is none.
    #[serde(rename = "model", serialize_with = "if_any")]
    pub(crate) source: Result<String, String>,
}

fn if_any<S: Serializer>(source: &Result<String, String>, serializer: S) -> Result<S::Ok, S::Error> {
    source.as_ref().ok().serialize(serializer)
}

/// A candidate key with its measurements, score and reason.
#[derive(Debug, Serialize)]
pub(crate) struct Ranked {
    /// Text of the key as in `primary_key(...)`.
    #[serde(rename = "primary_key")]
    pub(crate) key: String,
    pub(crate) score: Score,
    #[serde(rename = "writes")]
    pub(crate) measured: Measured,
    /// Result for each read of the author, in their order.
    pub(crate) reads: Vec<ServedRead>,
    /// Mean size of a key in bytes.
    #[serde(rename = "key_bytes", serialize_with = "rounded")]
    pub(crate) key_size: f64,
    #[serde(rename = "broken_rules")]
    pub(crate) rules: Vec<&'static str>,
    /// Comparison with the first key in one line.
    pub(crate) reason: String,
    #[serde(skip)]
    pub(super) candidate: Candidate,
}

#[cfg(test)]
mod tests {
    use ydb_keys::schema::HashFunction::Xxh3;

    use super::super::candidate::Prefix;
    use super::*;

    #[test]
    fn one_partition_for_all_writes_is_the_worst_and_even_writes_cost_nothing() {
        assert_eq!(writes(1.0, 0.05), 10.0);
        assert_eq!(writes(0.06, 0.05), 0.0);
        // The square root of 1/16 lies half way on the scale of logarithms.
        assert!((writes(0.25, 0.05) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn the_first_read_weighs_most() {
        let served = |cost| {
            let served = Served { ranges: Some(1), rows_read: 1.0, in_order: None, cost };
            ServedRead { read: String::new(), served }
        };
        assert!((reads(&[served(0.0), served(9.0)]) - 3.0).abs() < 1e-9);
        assert!((reads(&[served(9.0), served(0.0)]) - 6.0).abs() < 1e-9);
        assert_eq!(reads(&[]), 0.0);
    }

    const USER: usize = 0;
    const TIME: usize = 1;
    const ID: usize = 2;

    /// Counts distinct values of test data with 64 users, in which each row has its own time and id.
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
        serve(&candidate, &WantedRead { fixed: fixed.to_vec(), range }, distinct)
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
        // A read that fixes the user knows its bucket. A bucket is a 16th of the table, and a 4th of its rows are the
        // user's.
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
