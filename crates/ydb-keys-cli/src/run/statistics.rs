//! Reads the statistics of tables: rows and partitions from the system views, different values from a sample of rows.

use std::collections::BTreeMap;
use std::time::Duration;

use ydb::Client;

use super::sample::table_rows;
use crate::advise::{ProfiledColumn, TableRows, profiles};
use crate::stats::{PartitionSample, Reader, SampledPartition, StatsError, owner};
use crate::workload::Statistics;

/// Most rows that are read of a table.
pub(crate) const SAMPLED_ROWS: u64 = 10_000;

/// Fewest writes in which a busiest partition shows.
const FEW_WRITES: u64 = 100;

/// Reads the statistics of these tables. The partitions are looked at twice, with so much time between; once if it is 0.
///
/// # Errors
/// [`StatsError`]. A table whose rows cannot be read gets a doubt.
pub(crate) async fn statistics(
    client: &Client,
    reader: &mut Reader<'_>,
    paths: &[String],
    between: Duration,
) -> Result<BTreeMap<String, Statistics>, StatsError> {
    let before = reader.sample().await?;
    let mut found = if between.is_zero() {
        of_partitions(&PartitionSample::default(), &before)
    } else {
        tokio::time::sleep(between).await;
        of_partitions(&before, &reader.sample().await?)
    };
    for path in paths {
        let of = found.entry(path.clone()).or_default();
        match table_rows(client, path, SAMPLED_ROWS).await {
            Ok(rows) => of_rows(of, rows),
            Err(error) => of.doubts.push(format!("the rows of `{path}` cannot be read: {error}")),
        }
    }
    Ok(found)
}

/// Counts rows and partitions, and finds the share of the writes that the busiest partition got between two samples;
/// if there were few, since the start of its tablets.
fn of_partitions(before: &PartitionSample, after: &PartitionSample) -> BTreeMap<String, Statistics> {
    let mut found: BTreeMap<String, Statistics> = BTreeMap::new();
    for (path, partitions) in &after.tables {
        let of = owner(path);
        let statistics = found.entry(of.table).or_default();
        if let Some(index) = of.index {
            statistics.index_partitions.insert(index, partitions.len() as f64);
            continue;
        }
        statistics.partitions = partitions.len() as f64;
        statistics.rows = partitions.iter().map(|partition| partition.rows as f64).sum();
        let old = before.tables.get(path).map_or(&[][..], Vec::as_slice);
        let now = |partition: &SampledPartition| {
            let earlier = old.iter().find(|other| other.tablet == partition.tablet);
            let since = earlier.and_then(|other| partition.counters.since(&other.counters));
            since.unwrap_or(partition.counters).writes
        };
        let ever = |partition: &SampledPartition| partition.counters.writes;
        statistics.hottest = busiest(partitions.iter().map(now)).or_else(|| busiest(partitions.iter().map(ever)));
    }
    found
}

/// Returns the share of the greatest number; `None` for a single number and for small ones.
fn busiest(writes: impl Iterator<Item = u64> + Clone) -> Option<f64> {
    let sum: u64 = writes.clone().sum();
    let most = writes.clone().max()?;
    (writes.count() > 1 && sum >= FEW_WRITES).then(|| most as f64 / sum as f64)
}

/// Takes the different values, the most frequent values and the growing columns from a sample of rows.
fn of_rows(of: &mut Statistics, mut rows: TableRows) {
    let lead = rows.key.as_ref().and_then(|key| rows.columns.get(*key.first()?)).map(|column| column.name.clone());
    let (sampled, is_hashed) = (rows.rows.len() as f64, rows.is_random);
    of.rows = of.rows.max(sampled);
    let is_all = sampled >= of.rows;
    if !is_all {
        let order =
            if is_hashed { "which the hash makes a random sample" } else { "the first ones in the order of the key" };
        of.doubts.push(format!("different values are estimated from {sampled} of {} rows, {order}", of.rows));
    }
    // Rows in the order of the key have few of its first values.
    let growth = sampled.max(1.0) / of.rows.max(1.0);
    let sorted = rows.sort(None);
    let Ok(intake) = rows.intake() else { return };
    for column in profiles(&intake) {
        let ProfiledColumn { name, distinct, frequent, is_unique, .. } = &column;
        let distinct = *distinct as f64;
        let all = match (is_all, *is_unique || distinct > sampled * 0.9, distinct < sampled * 0.1) {
            (true, ..) => distinct,
            _ if !is_hashed && lead.as_ref() == Some(name) => distinct / growth,
            (_, true, _) => distinct / growth,
            (_, _, true) => distinct,
            _ => distinct / growth.sqrt(),
        };
        of.distinct.insert(name.clone(), all);
        if let Some(frequent) = frequent {
            of.heavy.insert(name.clone(), frequent.share);
        }
        if sorted.is_ok() && column.growth > 0.0 && column.grows() && distinct > sampled * 0.1 {
            of.growing.insert(name.clone());
        }
    }
}
