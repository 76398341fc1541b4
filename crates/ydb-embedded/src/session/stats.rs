//! What a query has cost, as its answer reports it.

use std::sync::Arc;

use crate::exec::TableUsage;

/// What a query has cost.
#[derive(Clone, Debug)]
pub struct QueryStats {
    /// From the request to the last row, in microseconds.
    pub duration_us: u64,
    /// Spent in the engine, in microseconds.
    pub cpu_us: u64,
    /// The tables: their absolute paths, what was done with them, and how many partitions they have.
    pub tables: Vec<(Arc<str>, TableUsage, u64)>,
}
