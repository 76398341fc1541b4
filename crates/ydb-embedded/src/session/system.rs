//! What operators ask of the engine: the next number of a sequence, and the rows of system views.

use super::engine::Engine;
use super::heaviest::Heavy;
use super::overload::Top;
use crate::catalog::{Table, paths, refusal};
use crate::error::Result;
use crate::exec::Host;
use crate::storage::PartitionStats;
use crate::types::{Row, Value};

impl Host for Engine {
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64> {
        self.draw_serial(table, column)
    }

    fn system_rows(&self, view: &Table) -> Vec<Row> {
        let name = paths::leaf(&view.path);
        if name == "partition_stats" {
            return self.partition_stats_rows(view);
        }
        let heavy = self.heaviest.lock().rows(name);
        if !heavy.is_empty() {
            let row = |heavy: &Heavy| view.columns.iter().map(|column| heavy.value(&column.name)).collect();
            return heavy.iter().map(row).collect();
        }
        let row = |top: Top| view.columns.iter().map(|column| top.value(&column.name)).collect();
        self.overload.lock().rows(name).map(row).collect()
    }
}

impl Engine {
    fn partition_stats_rows(&self, view: &Table) -> Vec<Row> {
        let catalog = self.catalog.read();
        let mut rows = Vec::new();
        for table in catalog.stored_tables() {
            for partition in self.storage.partitions(table.id) {
                let value = |name: &str| self.partition_value(table, &partition, name);
                rows.push(view.columns.iter().map(|column| value(&column.name)).collect());
            }
        }
        rows
    }

    fn partition_value(&self, table: &Table, partition: &PartitionStats, name: &str) -> Value {
        let counters = partition.counters;
        let time = |us: u64| if us == 0 { Value::Null } else { Value::Uint(us) };
        match name {
            "OwnerId" => Value::Uint(refusal::OWNER),
            "PathId" => Value::Uint(table.id.0),
            "PartIdx" => Value::Uint(partition.index),
            "TabletId" => Value::Uint(partition.tablet_id),
            "Path" => Value::text(&*table.path),
            "NodeId" => Value::Uint(1),
            "DataSize" => Value::Uint(partition.data_size),
            "RowCount" => Value::Uint(partition.row_count),
            "CPUCores" => Value::Double(self.config.thresholds.cpu_cores(partition.operations_per_second)),
            "StartTime" => time(partition.start_time),
            "AccessTime" => time(partition.access_time),
            "UpdateTime" => time(partition.update_time),
            "RowReads" => Value::Uint(counters.row_reads),
            "RowUpdates" => Value::Uint(counters.row_updates),
            "RowDeletes" => Value::Uint(counters.row_deletes),
            "RangeReads" => Value::Uint(counters.range_reads),
            "RangeReadRows" => Value::Uint(counters.range_read_rows),
            "ImmediateTxCompleted" => Value::Uint(counters.immediate_tx_completed),
            "CoordinatedTxCompleted" => Value::Uint(counters.coordinated_tx_completed),
            "LocksAcquired" => Value::Uint(counters.locks_acquired),
            "LocksWholeShard" => Value::Uint(counters.locks_whole_shard),
            "LocksBroken" => Value::Uint(counters.locks_broken),
            "LastTtlRunTime" => Value::Null,
            "TxCompleteLag" => Value::Int(0),
            // The other counters are not kept; most of them are zero in YDB, too.
            _ => Value::Uint(0),
        }
    }
}
