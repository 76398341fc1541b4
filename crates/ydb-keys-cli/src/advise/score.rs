//! The score of a key: the less, the better.
//!
//! ```text
//! writes   0 .. 10   10 * log2(share of the hottest partition / that of even keys) / log2(1 / that of even keys)
//! reads    0 .. 10   the costs of the reads (reading.rs), the first one weighing most: 1, 1/2, 1/3, ..
//! rules    0 .. 20   1/2 for each rule that needs an allowance, 20 for a nullable column that leads
//! effort   0 .. 2    what the application has to do: 0.3 for a hash, 0.4 for a bucket, 1 for other ids; the key's bytes
//! ```
//!
//! Writes and reads are worth the same: a key that sends all writes to one partition is as bad as one under which every
//! read scans the table. Both scales are logarithms, so a hotter partition and a longer read are compared as factors.
//! A share within a quarter of that of even keys counts as even: it is noise of the sample. The effort only decides
//! between keys that are about as good.

use ydb_keys_core::schema::allowance::Rule;

use super::candidate::Candidate;
use super::measure::Measured;
use super::reading::Served;

/// The factor by which the hottest partition of an even key may be hotter.
pub(super) const EVEN: f64 = 1.25;
const WORST: f64 = 10.0;
const ALLOWANCE: f64 = 0.5;
const NULL_LEADS: f64 = 20.0;
/// The penalty of a byte of the key.
const BYTE: f64 = 0.005;

/// The parts of a key's score.
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

/// What a key breaks.
#[derive(Clone, Debug, Default)]
pub(super) struct Broken {
    pub(super) rules: Vec<(Rule, String)>,
    pub(super) null_leads: bool,
}

/// The score of a candidate whose keys have `key_size` bytes.
pub(super) fn score(
    candidate: &Candidate,
    key_size: f64,
    (measured, even): (&Measured, &Measured),
    served: &[Served],
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

fn reads(served: &[Served]) -> f64 {
    let weighed = |(place, served): (usize, &Served)| (served.cost / (place as f64 + 1.0), 1.0 / (place as f64 + 1.0));
    let (costs, weights): (Vec<f64>, Vec<f64>) = served.iter().enumerate().map(weighed).unzip();
    let weights: f64 = weights.iter().sum();
    if weights > 0.0 { costs.iter().sum::<f64>() / weights } else { 0.0 }
}

fn effort(candidate: &Candidate) -> f64 {
    let computed = match &candidate.prefix {
        None => 0.0,
        Some(prefix) if prefix.buckets.is_some() => 0.4,
        // Of functions that spread alike the first one is the usual one.
        Some(prefix) => {
            0.3 + if prefix.function.is_numeric() { 0.05 } else { 0.0 } + 0.1 * (prefix.inputs.len() as f64 - 1.0)
        }
    };
    computed + if candidate.uuid.is_some() { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_partition_for_all_writes_is_the_worst_and_even_writes_cost_nothing() {
        assert_eq!(writes(1.0, 0.05), 10.0);
        assert_eq!(writes(0.06, 0.05), 0.0);
        // Half way on the scale of logarithms: the square root of 1/16.
        assert!((writes(0.25, 0.05) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn the_first_read_weighs_most() {
        let served = |cost| Served { ranges: Some(1), rows_read: 1.0, in_order: None, cost };
        assert!((reads(&[served(0.0), served(9.0)]) - 3.0).abs() < 1e-9);
        assert!((reads(&[served(9.0), served(0.0)]) - 6.0).abs() < 1e-9);
        assert_eq!(reads(&[]), 0.0);
    }
}
