//! Reads the load of partitions: two samples, the peaks of the last minutes, and the descriptions of busy tables.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::sleep;
use ydb_keys_core::schema::path::TablePath;

use super::HotArgs;
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::progress::{Reporter, Update};
use crate::hot::{HotBasis, HotReport, busy, report};
use crate::stats::{BrokenLocks, PartitionSample, Reader, SampleScope, broken_locks, overloaded, tables};

/// Report of a watch, with notes on data that is missing.
pub(in crate::commands) struct Observed {
    pub(in crate::commands) report: HotReport,
    /// Sentences on data that could not be read.
    pub(in crate::commands) notes: Vec<String>,
}

pub(super) async fn observe(database: &Database, args: &HotArgs, reporter: Reporter) -> Result<Observed, Failure> {
    let mut reader = Reader::new(&database.client, scope(database, args), Duration::from_secs(args.timeout));
    let before = reader.sample().await?;
    all_found(&before, database, args)?;
    for waited in 0..args.seconds {
        let text = format!("looking for {waited} of {} s", args.seconds);
        // Cannot fail: the receiver lives as long as this future.
        let _ = reporter.0.send(Update::Now { text, rows: None });
        sleep(Duration::from_secs(1)).await;
    }
    let after = reader.sample().await?;
    let (peaks, locks, mut notes) = lately(&mut reader, &after).await;
    let busy = busy(&before, &after, args.patience as f64);
    let described = if busy.is_empty() { Default::default() } else { tables(&database.channels().await?, &busy).await };
    let unknown: Vec<&str> = busy.iter().filter(|path| !described.contains_key(*path)).map(String::as_str).collect();
    if !unknown.is_empty() {
        notes.push(format!("The settings and bounds of some tables are unknown: {}.", unknown.join(", ")));
    }
    if args.seconds < REFRESHED {
        notes.push(format!(
            "YDB refreshes the counters of a partition every {REFRESHED} seconds: `--seconds {}` and more compare better.",
            3 * REFRESHED
        ));
    }
    let _ = reporter.0.send(Update::Done);
    let known = HotBasis { tables: described, peaks, locks, patience: args.patience as f64, by: args.by };
    Ok(Observed { report: report(&before, &after, &known), notes })
}

/// Reads the peaks and the broken locks of the last minutes, with notes on data that cannot be read. Queries the views
/// of locks only if a partition has ever broken one.
pub(super) async fn lately(
    reader: &mut Reader<'_>,
    now: &PartitionSample,
) -> (BTreeMap<u64, f64>, BrokenLocks, Vec<String>) {
    let (peaks, mut notes) = match overloaded(reader).await {
        Ok(peaks) => (peaks, Vec::new()),
        Err(_) => {
            let note = "`.sys/top_partitions_one_minute` cannot be read, so the peaks of the last minutes are unknown.";
            (BTreeMap::new(), vec![note.to_owned()])
        }
    };
    if !reader.has_locks() {
        notes.push("Broken locks are unknown: this release does not count them; YDB 25.1 and later do.".to_owned());
    }
    let mut partitions = now.tables.values().flatten();
    if !partitions.any(|partition| partition.counters.locks_broken > 0) {
        return (peaks, BrokenLocks::default(), notes);
    }
    let (locks, of_locks) = broken_locks(reader).await;
    notes.extend(of_locks);
    (peaks, locks, notes)
}

/// Seconds between two updates of a partition's counters: `gDbStatsReportInterval` of datashard.cpp.
const REFRESHED: u64 = 10;

pub(super) fn scope(database: &Database, args: &HotArgs) -> SampleScope {
    let below = database.below();
    let table = |path: &String| match below {
        Some(directory) if !path.starts_with('/') => format!("{directory}/{path}"),
        _ => path.clone(),
    };
    SampleScope { tables: args.tables.paths.iter().map(table).collect(), below: below.map(str::to_owned) }
}

/// Checks that each table that the user named has partitions.
pub(super) fn all_found(sample: &PartitionSample, database: &Database, args: &HotArgs) -> Result<(), Failure> {
    for path in scope(database, args).tables {
        let path = TablePath::new(&database.client.database(), &path);
        if !sample.tables.contains_key(&*path) {
            return Err(Failure::NoPartitions { path: path.to_string() });
        }
    }
    Ok(())
}
