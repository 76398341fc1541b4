//! What a query has cost, as its answer reports it.

use super::execution::Execution;
use super::request::{PhaseStats, QueryStats, RowsAndBytes, TableAccess};
use crate::clock::micros;

impl Execution {
    /// What the query has cost so far.
    pub fn stats(&self) -> QueryStats {
        let duration = self.engine.clock().passed().saturating_sub(self.started);
        let mut affected = 0;
        let mut tables = Vec::new();
        for (path, usage) in &self.usage.tables {
            let partitions = self.engine.partition_count(path);
            affected += partitions;
            tables.push(TableAccess {
                name: path.to_string(),
                reads: RowsAndBytes { rows: usage.read_rows, bytes: usage.read_bytes },
                updates: RowsAndBytes { rows: usage.updated_rows, bytes: usage.updated_bytes },
                deletes: RowsAndBytes { rows: usage.deleted_rows, bytes: 0 },
                partitions_count: partitions,
            });
        }
        let phase = PhaseStats { duration_us: self.spent_us, affected_shards: affected, table_access: tables };
        QueryStats { duration_us: micros(duration), cpu_us: self.spent_us, phases: vec![phase] }
    }
}
