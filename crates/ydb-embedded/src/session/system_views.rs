//! Services of the engine for the operators of a plan: the next number of a sequence, and the rows of system views. The
//! rows of `.sys/partition_stats` and `.sys/top_partitions_*`, the history of overloaded partitions, are here.

use std::sync::Arc;

use super::Engine;
use super::heaviest::{Heavy, Intervals, MinuteEnd};
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
            // The other counters are not kept. In YDB, too, most of them are zero.
            _ => Value::Uint(0),
        }
    }
}

// The history of overloaded partitions: `.sys/top_partitions_*`.
//
// The rules are YDB's (`partition_stats.cpp`, `tx_top_partitions.cpp` of `ydb/core/sys_view`):
//
// - At each check of the load, partitions with at least 0.7 cores count as overloaded. The views `by_tli` list
//   partitions that have broken a lock since their tablet started.
// - Each interval, a minute or an hour, keeps the ten highest peaks, one for each tablet.
// - Rows appear at the end of a minute. Rows of the current hour appear and change at the end of each of its minutes.
// - Minutes are kept for six hours, hours for two weeks.

/// Number of cores from which a partition counts as overloaded.
const OVERLOADED_CORES: f64 = 0.7;

/// Largest number of rows in an interval.
const ROWS: usize = 10;

/// Row of a view without its rank.
#[derive(Clone, Debug)]
struct Peak {
    path: Arc<str>,
    partition: PartitionStats,
    time_us: u64,
    cores: f64,
}

/// Row of a view.
pub(super) struct Top {
    interval_end_us: u64,
    rank: u64,
    peak: Peak,
}

impl Top {
    pub(super) fn value(&self, column: &str) -> Value {
        let Peak { path, partition, time_us, cores } = &self.peak;
        match column {
            "IntervalEnd" => Value::Uint(self.interval_end_us),
            "Rank" => Value::Uint(self.rank),
            "TabletId" => Value::Uint(partition.tablet_id),
            "Path" => Value::text(&**path),
            "PeakTime" => Value::Uint(*time_us),
            "CPUCores" => Value::Double(*cores),
            "NodeId" => Value::Uint(1),
            "DataSize" => Value::Uint(partition.data_size),
            "RowCount" => Value::Uint(partition.row_count),
            "LocksAcquired" => Value::Uint(partition.counters.locks_acquired),
            "LocksWholeShard" => Value::Uint(partition.counters.locks_whole_shard),
            "LocksBroken" => Value::Uint(partition.counters.locks_broken),
            // Other columns are 0: indexes of parts and running transactions are not counted, and there are no
            // followers.
            _ => Value::Uint(0),
        }
    }
}

/// The data of all `top_partitions` views, each by minutes and by hours.
#[derive(Debug, Default)]
pub struct Overload {
    by_cores: [Intervals<Peak>; 2],
    by_locks: [Intervals<Peak>; 2],
    minute_end: MinuteEnd,
}

impl Overload {
    /// Adds the partitions whose load was checked.
    pub(super) fn add(&mut self, now_us: u64, partitions: impl Iterator<Item = (Arc<str>, PartitionStats, f64)>) {
        self.close(now_us);
        for (path, partition, cores) in partitions {
            let peak = Peak { path, partition, time_us: now_us, cores };
            let same = |known: &Peak| known.partition.tablet_id == peak.partition.tablet_id;
            if cores >= OVERLOADED_CORES {
                let order = |a: &Peak, b: &Peak| b.cores.total_cmp(&a.cores);
                self.by_cores.iter_mut().for_each(|view| view.add(&peak, same, order, ROWS));
            }
            if peak.partition.counters.locks_broken > 0 {
                let broken = |peak: &Peak| peak.partition.counters.locks_broken;
                let order = |a: &Peak, b: &Peak| broken(b).cmp(&broken(a));
                self.by_locks.iter_mut().for_each(|view| view.add(&peak, same, order, ROWS));
            }
        }
    }

    fn close(&mut self, now_us: u64) {
        if let Some((over, end)) = self.minute_end.pass(now_us) {
            Intervals::close(&mut self.by_cores, over, end);
            Intervals::close(&mut self.by_locks, over, end);
        }
    }

    /// Returns the rows of a view; none if there is no view with this name.
    pub(super) fn rows(&self, view: &str) -> impl Iterator<Item = Top> {
        let history = match view {
            "top_partitions_one_minute" => self.by_cores.first(),
            "top_partitions_one_hour" => self.by_cores.last(),
            "top_partitions_by_tli_one_minute" => self.by_locks.first(),
            "top_partitions_by_tli_one_hour" => self.by_locks.last(),
            _ => None,
        };
        history.into_iter().flat_map(|history| &history.shown).flat_map(|(&interval_end_us, peaks)| {
            let ranked = (1..).zip(peaks.iter().cloned());
            ranked.map(move |(rank, peak)| Top { interval_end_us, rank, peak })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::heaviest::{HOUR_US, MINUTE_US};
    use crate::storage::Counters;

    fn partition(tablet_id: u64, cores: f64, locks_broken: u64) -> (Arc<str>, PartitionStats, f64) {
        let counters = Counters { locks_broken, ..Counters::default() };
        let stats = PartitionStats {
            index: 0,
            tablet_id,
            start: Vec::new(),
            end: None,
            data_size: 10,
            row_count: 1,
            start_time: 1,
            access_time: 1,
            update_time: 1,
            operations_per_second: 0,
            counters,
        };
        ("/local/t".into(), stats, cores)
    }

    /// Returns the end of the interval in minutes, the rank and the tablet of each row.
    fn rows(overload: &Overload, view: &str) -> Vec<(u64, u64, u64)> {
        let row = |top: Top| (top.interval_end_us / MINUTE_US, top.rank, top.peak.partition.tablet_id);
        overload.rows(view).map(row).collect()
    }

    const SECOND: u64 = 1_000_000;

    #[test]
    fn the_peaks_of_a_minute_are_ranked_at_its_end() {
        let mut overload = Overload::default();
        let minutes = "top_partitions_one_minute";
        overload.add(SECOND, [partition(1, 0.7, 0), partition(2, 0.69, 1), partition(3, 0.8, 0)].into_iter());
        overload.add(20 * SECOND, [partition(1, 0.9, 0), partition(3, 0.2, 0)].into_iter());
        assert_eq!(rows(&overload, minutes), []);
        overload.add(60 * SECOND, [partition(4, 1.0, 3)].into_iter());
        assert_eq!(rows(&overload, minutes), [(1, 1, 1), (1, 2, 3)]);
        assert_eq!(rows(&overload, "top_partitions_by_tli_one_minute"), [(1, 1, 2)]);
        let cores: Vec<Value> = overload.rows(minutes).map(|top| top.value("CPUCores")).collect();
        assert_eq!(cores, [Value::Double(0.9), Value::Double(0.8)]);
        let times: Vec<Value> = overload.rows(minutes).map(|top| top.value("PeakTime")).collect();
        assert_eq!(times, [Value::Uint(20 * SECOND), Value::Uint(SECOND)]);
        // Two minutes later; nothing happened in the minute between.
        overload.add(185 * SECOND, std::iter::empty());
        assert_eq!(rows(&overload, minutes), [(1, 1, 1), (1, 2, 3), (2, 1, 4)]);
        assert_eq!(rows(&overload, "top_partitions_by_tli_one_hour"), [(60, 1, 4), (60, 2, 2)]);
        assert_eq!(rows(&overload, "top_partitions_one_hour"), [(60, 1, 4), (60, 2, 1), (60, 3, 3)]);
        assert_eq!(rows(&overload, "nodes"), []);
    }

    #[test]
    fn ten_tablets_an_interval_and_six_hours_of_minutes() {
        let mut overload = Overload::default();
        overload.add(0, (1..=12).map(|tablet| partition(tablet, 0.7 + tablet as f64 / 100.0, 0)));
        overload.add(MINUTE_US, std::iter::empty());
        let tablets: Vec<u64> = rows(&overload, "top_partitions_one_minute").iter().map(|row| row.2).collect();
        assert_eq!(tablets, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
        overload.add(7 * HOUR_US, std::iter::empty());
        overload.add(7 * HOUR_US + MINUTE_US, std::iter::empty());
        assert_eq!(rows(&overload, "top_partitions_one_minute"), []);
        assert_eq!(rows(&overload, "top_partitions_one_hour").len(), 10);
    }
}
