//! What operators ask of the engine: the next number of a sequence, and the rows of system views.

use super::engine::Engine;
use crate::catalog::{Table, refusal};
use crate::error::Result;
use crate::exec::Host;
use crate::types::{Row, Value};

impl Host for Engine {
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64> {
        self.draw_serial(table, column)
    }

    fn system_rows(&self, view: &Table) -> Vec<Row> {
        let catalog = self.catalog.read();
        let mut rows = Vec::new();
        for table in catalog.tables() {
            let of_indexes = table.indexes.iter().map(|index| &index.table);
            for table in std::iter::once(table).chain(of_indexes) {
                for partition in self.storage.partitions(table.id) {
                    let counters = partition.counters;
                    let time = |us: u64| if us == 0 { Value::Null } else { Value::Uint(us) };
                    let value = |name: &str| match name {
                        "OwnerId" => Value::Uint(refusal::OWNER),
                        "PathId" => Value::Uint(table.id.0),
                        "PartIdx" => Value::Uint(partition.index),
                        "TabletId" => Value::Uint(partition.tablet_id),
                        "Path" => Value::text(&*table.path),
                        "NodeId" => Value::Uint(1),
                        "DataSize" => Value::Uint(partition.data_size),
                        "RowCount" => Value::Uint(partition.row_count),
                        "CPUCores" => Value::Double(0.0),
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
                        // The other counters are not kept; most of them are zero in YDB, too.
                        _ => Value::Uint(0),
                    };
                    rows.push(view.columns.iter().map(|column| value(&column.name)).collect());
                }
            }
        }
        rows
    }
}
