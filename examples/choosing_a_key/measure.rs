//! Measures one table under one key: the writes of each partition in each window of time, and the partitions of a read.
//!
//! The partition bounds are the best there can be. A table first gets all rows, and the engine splits it by size into
//! 16 partitions of the same number of rows. Then it is emptied, and the same rows are written in order of arrival.
//! Over the whole run, every key is therefore even. A partition that is hot at a moment would stay hot with any other
//! bounds.

use support::{Failure, Partition, Result, partitions};
use ydb::Client;
use ydb_embedded::Server;
use ydb_keys::YdbTable;

/// Number of rows in each table.
pub(crate) const ROWS: u64 = 16_000;
/// Number of windows of time; each has the same number of rows.
pub(crate) const WINDOWS: u64 = 16;
/// Number of rows in a statement.
pub(crate) const BATCH: u64 = 100;
/// Number of partitions of each table.
pub(crate) const PARTITIONS: usize = 16;

/// Engine with all measured tables.
pub(crate) struct Measure {
    pub(crate) server: Server,
    pub(crate) client: Client,
}

/// Key, with its measurements.
pub(crate) struct Choice<'a> {
    /// Key as the model declares it.
    pub(crate) key: &'static str,
    /// Number of writes of each partition in each window.
    pub(crate) windows: Vec<Vec<u64>>,
    /// Partitions and rows that each read of interest touched.
    pub(crate) reads: Vec<Touched>,
    /// Paths of the table and, if it has one, of its index; writes of the last path are measured.
    paths: Vec<String>,
    client: &'a Client,
}

/// Partitions and rows that a read touched.
pub(crate) struct Touched {
    pub(crate) partitions: usize,
    pub(crate) rows: u64,
}

impl Measure {
    /// Writes the rows into a new table, window by window.
    pub(crate) async fn write<T>(&self, key: &'static str, rows: &[T]) -> Result<Choice<'_>>
    where
        T: YdbTable<Version = ()> + Send + Sync,
    {
        let table = T::TABLE.name;
        let mut paths = vec![table.to_owned()];
        paths.extend(T::TABLE.indexes.iter().map(|index| format!("{table}/{}/indexImplTable", index.name)));
        T::TABLE.create_table().exec(&self.client).await?;
        self.cut(rows, &paths).await?;
        self.client.query_client().exec(format!("DELETE FROM `{table}`")).await?;
        for path in &paths {
            self.server.restart_tablets(path)?;
        }
        let mut choice = Choice { key, windows: Vec::new(), reads: Vec::new(), paths, client: &self.client };
        let mut before = vec![0; PARTITIONS];
        for window in rows.chunks((ROWS / WINDOWS) as usize) {
            for batch in window.chunks(BATCH as usize) {
                T::upsert_many(batch).exec(&self.client).await?;
            }
            let after = choice.written().await?;
            choice.windows.push(after.iter().zip(&before).map(|(after, before)| after - before).collect());
            before = after;
        }
        Ok(choice)
    }

    /// Writes all rows. Sets the limit of size before the last row, so the engine splits the table then.
    async fn cut<T: YdbTable<Version = ()> + Send + Sync>(&self, rows: &[T], paths: &[String]) -> Result {
        let (last, first) = rows.split_last().ok_or_else(|| Failure::new("there are no rows"))?;
        for batch in first.chunks(1_000) {
            T::upsert_many(batch).exec(&self.client).await?;
        }
        for path in paths {
            let stats = self.server.partition_stats(path)?;
            let [whole] = &stats[..] else { continue };
            // Eighths of the table are split, sixteenths are not.
            let size = whole.data_size / 12 / BYTES_PER_MB;
            let what = match path.strip_suffix("/indexImplTable").and_then(|path| path.rsplit_once('/')) {
                None => format!("`{path}`"),
                Some((table, index)) => format!("`{table}` ALTER INDEX `{index}`"),
            };
            let settings = format!(
                "AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = {size}, \
                 AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {PARTITIONS}, \
                 AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = {PARTITIONS}"
            );
            self.client.query_client().exec(format!("ALTER TABLE {what} SET ({settings})")).await?;
        }
        last.upsert().exec(&self.client).await?;
        for path in paths {
            let count = self.server.partition_stats(path)?.len();
            if count != PARTITIONS {
                return Err(Failure::new(format!("`{path}` has {count} partitions")));
            }
        }
        Ok(())
    }
}

/// Number of bytes that the engine counts as a megabyte.
const BYTES_PER_MB: u64 = 4096;

impl Choice<'_> {
    /// Counts the partitions and rows that a read of the library touches.
    pub(crate) async fn read<R>(&mut self, read: impl IntoFuture<Output = ydb_keys::Result<R>>) -> Result {
        let before = self.counters().await?;
        read.await?;
        self.touched(&before).await
    }

    /// Counts the partitions and rows that a handwritten query touches, because a scan of the model does not compile.
    pub(crate) async fn query(&mut self, condition: &str) -> Result {
        let before = self.counters().await?;
        let text = format!("SELECT * FROM `{}` {condition}", self.paths[0]);
        self.client.query_client().query_result_set(text).await?;
        self.touched(&before).await
    }

    async fn touched(&mut self, before: &[Partition]) -> Result {
        let after = self.counters().await?;
        let rows = |all: &[Partition]| all.iter().map(|partition| partition.reads).sum::<u64>();
        let is_touched =
            |(before, after): &(&Partition, &Partition)| before.ranges != after.ranges || before.reads != after.reads;
        let partitions = before.iter().zip(&after).filter(is_touched).count();
        self.reads.push(Touched { partitions, rows: rows(&after) - rows(before) });
        Ok(())
    }

    /// Returns the counters of all partitions of the table and its index.
    async fn counters(&self) -> Result<Vec<Partition>> {
        let mut all = Vec::new();
        for path in &self.paths {
            all.extend(partitions(self.client, path).await?);
        }
        Ok(all)
    }

    /// Returns the number of writes of each partition since it was created: of the index, or else of the table.
    async fn written(&self) -> Result<Vec<u64>> {
        let path = self.paths.last().map_or("", String::as_str);
        Ok(partitions(self.client, path).await?.iter().map(|partition| partition.updates).collect())
    }

    /// Returns max/mean of the writes of the whole run, and the mean of max/mean over the windows.
    pub(crate) fn skew(&self) -> (f64, f64) {
        let mut whole = vec![0; PARTITIONS];
        for window in &self.windows {
            whole.iter_mut().zip(window).for_each(|(sum, writes)| *sum += writes);
        }
        let windows: f64 = self.windows.iter().map(|window| max_over_mean(window)).sum();
        (max_over_mean(&whole), windows / self.windows.len().max(1) as f64)
    }
}

/// Returns the writes of the busiest partition divided by the mean: 1 for even load, 16 if one of 16 does it all.
fn max_over_mean(writes: &[u64]) -> f64 {
    let (most, total) = (writes.iter().max().copied().unwrap_or(0), writes.iter().sum::<u64>());
    most as f64 * writes.len() as f64 / total.max(1) as f64
}
