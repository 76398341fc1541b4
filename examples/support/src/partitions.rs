//! Reads the counters of a table's partitions, from YDB's system view.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use ydb::{Client, FromYdbRow as _, YdbResult};
use ydb_keys::YdbRow;

use crate::{BoxFuture, Failure, Result};

/// Counters of one partition.
#[derive(YdbRow, Clone, Copy, Debug)]
pub struct Partition {
    /// Number of rows stored.
    pub rows: u64,
    /// Number of rows written.
    pub updates: u64,
    /// Number of rows read, by point and by range.
    pub reads: u64,
    /// Number of ranges read, including empty ones.
    pub ranges: u64,
}

const COUNTERS: &str = "
    DECLARE $path AS Utf8;
    SELECT COALESCE(RowCount, 0) AS `rows`, COALESCE(RowUpdates, 0) AS `updates`,
           COALESCE(RowReads + RangeReadRows, 0) AS `reads`, COALESCE(RangeReads, 0) AS `ranges`, PartIdx
    FROM `.sys/partition_stats` WHERE Path = $path ORDER BY PartIdx";

/// Returns the counters of all partitions of a table, or of an index (`orders/by_time/indexImplTable`), in key order.
pub fn partitions<'a>(client: &'a Client, path: &'a str) -> BoxFuture<'a, Result<Vec<Partition>>> {
    Box::pin(async move {
        let path = format!("{}/{path}", client.database());
        let set = client.query_client().query_result_set(COUNTERS).param("$path", path).idempotent(true).await?;
        Ok(set.rows().map(Partition::from_row).collect::<YdbResult<_>>()?)
    })
}

/// Returns the counters of all partitions in key order, as soon as `ready` accepts them: a cluster updates them every
/// few seconds.
///
/// # Errors
/// The counters cannot be read, or `ready` does not accept them within a minute.
pub fn partitions_when<'a>(
    client: &'a Client,
    path: &'a str,
    ready: impl Fn(&[Partition]) -> bool + Send + 'a,
) -> BoxFuture<'a, Result<Vec<Partition>>> {
    Box::pin(async move {
        let start = Instant::now();
        loop {
            let partitions = partitions(client, path).await?;
            if ready(&partitions) {
                return Ok(partitions);
            }
            if start.elapsed() > Duration::from_secs(60) {
                return Err(Failure::new(format!("the counters of `{}` did not change within a minute", path)));
            }
            // YDB advises against reading its system views more often.
            sleep(Duration::from_secs(1)).await;
        }
    })
}

/// Table in a comparison, with its counters.
pub struct Measured {
    /// Key of the table, or of its index.
    pub key: &'static str,
    /// Counters of the partitions in key order.
    pub partitions: Vec<Partition>,
}

impl Measured {
    /// Describes how even the load is.
    pub(crate) fn caption(&self) -> String {
        match self.partitions.len() {
            1 => "one partition takes all the writes".to_owned(),
            _ => format!("max/mean of writes per partition: {:>5.2}", self.skew()),
        }
    }

    /// Returns the writes of the busiest partition divided by the mean: 1 for even load, 16 if one of 16 does it all.
    fn skew(&self) -> f64 {
        let total: u64 = self.partitions.iter().map(|partition| partition.updates).sum();
        let most = self.partitions.iter().map(|partition| partition.updates).max().unwrap_or(0);
        most as f64 * self.partitions.len() as f64 / total.max(1) as f64
    }
}
