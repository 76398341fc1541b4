//! What a comparison gives: the keys in their order, and what was found of the data.

use super::candidate::Candidate;
use super::measure::Measured;
use super::profile::Column;
use super::reading::Served;
use super::score::Score;

/// The comparison.
#[derive(Debug)]
pub(crate) struct Advice {
    /// The rows of the data, and those of the sample.
    pub(crate) rows: u64,
    pub(crate) sampled: usize,
    pub(crate) columns: Vec<Column>,
    pub(crate) reads: Vec<String>,
    /// The columns that identify a row; empty if none do.
    pub(crate) id: Vec<String>,
    /// Whether the id was found, and not named by the author.
    pub(crate) id_is_found: bool,
    /// What no key cures, and what was assumed.
    pub(crate) remarks: Vec<String>,
    /// What random keys measure.
    pub(crate) even: Measured,
    /// The keys, the best one first.
    pub(crate) ranked: Vec<Ranked>,
    /// The model with the best key, as Rust source.
    pub(crate) source: Result<String, String>,
}

/// A key with all that is known of it.
#[derive(Debug)]
pub(crate) struct Ranked {
    /// As in `primary_key(...)`.
    pub(crate) key: String,
    pub(crate) measured: Measured,
    /// How it serves each read.
    pub(crate) reads: Vec<Served>,
    /// The mean bytes of a key.
    pub(crate) key_size: f64,
    pub(crate) rules: Vec<&'static str>,
    pub(crate) score: Score,
    /// What it is better or worse at than the first key.
    pub(crate) reason: String,
    pub(super) candidate: Candidate,
}
