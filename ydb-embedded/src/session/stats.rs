//! What a query has cost, as its answer reports it.

use std::sync::Arc;

use super::execution::Execution;
use crate::clock::micros;
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

impl Execution {
    /// What the query has cost so far.
    pub fn stats(&self) -> QueryStats {
        let duration_us = micros(self.engine.clock().passed().saturating_sub(self.started));
        let table = |(path, usage): (&Arc<str>, &TableUsage)| {
            let partitions = self.engine.partition_count(path);
            (Arc::clone(path), *usage, partitions)
        };
        QueryStats { duration_us, cpu_us: self.spent_us, tables: self.usage.tables.iter().map(table).collect() }
    }
}
