//! Key-value workload that YDB's SDKs run as their SLO test: reads of known ids and writes of new ones, while nodes go
//! away. Here it runs with `ydb-keys` and on the bare SDK.
//!
//! ```text
//! faults: a schedule for each seed  -> slices: both sides in turns, on embedded engines -> ratios
//! store:  the table, by either side -> load:   one side for a time, on any YDB          -> metrics (OTLP)
//! ```

pub mod faults;
pub mod load;
pub mod metrics;
pub mod slices;
pub mod store;
#[cfg(test)]
mod tests;

use std::time::Duration;

/// Kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads one row by its id.
    Read,
    /// Writes one row.
    Write,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Kind; 2] = [Kind::Read, Kind::Write];

    /// Returns the name in metrics and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Read => "read",
            Kind::Write => "write",
        }
    }
}

/// Returns a percentile: the smallest latency that at least the share `part` of the latencies does not exceed. The
/// latencies must be sorted; `None` if there are none.
#[must_use]
pub fn percentile(sorted: &[Duration], part: f64) -> Option<Duration> {
    let rank = (sorted.len() as f64 * part).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied()
}
