//! The counters of a table's partitions, from YDB's system view.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use ydb::{Client, FromYdbRow as _, YdbResult};
use ydb_keys::{Table, YdbRow};

use crate::{BoxFuture, Failure, Result};

/// What YDB counts of one partition.
#[derive(YdbRow, Clone, Copy, Debug)]
pub struct Partition {
    /// Rows that it holds.
    pub rows: u64,
    /// Rows written.
    pub updates: u64,
    /// Rows read, by point and by range.
    pub reads: u64,
    /// Ranges read, also those that hold no row.
    pub ranges: u64,
}

const COUNTERS: &str = "
    DECLARE $path AS Utf8;
    SELECT COALESCE(RowCount, 0) AS `rows`, COALESCE(RowUpdates, 0) AS `updates`,
           COALESCE(RowReads + RangeReadRows, 0) AS `reads`, COALESCE(RangeReads, 0) AS `ranges`, PartIdx
    FROM `.sys/partition_stats` WHERE Path = $path ORDER BY PartIdx";

/// The counters of all partitions, in the order of the key.
fn partitions<'a>(client: &'a Client, table: &'a Table) -> BoxFuture<'a, Result<Vec<Partition>>> {
    Box::pin(async move {
        let path = format!("{}/{}", client.database(), table.name);
        let set = client.query_client().query_result_set(COUNTERS).param("$path", path).idempotent(true).await?;
        Ok(set.rows().map(Partition::from_row).collect::<YdbResult<_>>()?)
    })
}

/// The counters of all partitions in the order of the key, as soon as they tell what is waited for: a cluster collects
/// them every few seconds.
///
/// # Errors
/// They do not tell it within a minute, or cannot be read.
pub fn partitions_when<'a>(
    client: &'a Client,
    table: &'a Table,
    ready: impl Fn(&[Partition]) -> bool + Send + 'a,
) -> BoxFuture<'a, Result<Vec<Partition>>> {
    Box::pin(async move {
        let start = Instant::now();
        loop {
            let partitions = partitions(client, table).await?;
            if ready(&partitions) {
                return Ok(partitions);
            }
            if start.elapsed() > Duration::from_secs(60) {
                return Err(Failure::new(format!("the counters of `{}` did not change within a minute", table.name)));
            }
            // YDB asks not to read its system views more often.
            sleep(Duration::from_secs(1)).await;
        }
    })
}
