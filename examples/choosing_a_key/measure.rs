//! One table under one key: the writes of each partition in each window of time, and what a read touches.
//!
//! The cut into partitions is the best there can be. A table first gets all rows, and the engine splits it by size into
//! 16 partitions of the same number of rows. Then it is emptied, and the same rows are written in order of arrival. So
//! over the whole run every key is even, and what is hot at a moment would stay so, however the table is split.

use support::{Failure, Partition, Result, partitions};
use ydb::Client;
use ydb_embedded::Server;
use ydb_keys::YdbTable;

/// Rows of each table.
pub(crate) const ROWS: u64 = 16_000;
/// The windows of time, of as many rows each.
pub(crate) const WINDOWS: u64 = 16;
/// Rows of a statement.
pub(crate) const BATCH: u64 = 100;
/// Partitions of each table.
pub(crate) const PARTITIONS: usize = 16;

/// The engine that all tables are in.
pub(crate) struct Measure {
    pub(crate) server: Server,
    pub(crate) client: Client,
}

/// A key, and what was measured of it.
pub(crate) struct Choice<'a> {
    /// The key as the model has it.
    pub(crate) key: &'static str,
    /// The writes of each partition in each window.
    pub(crate) windows: Vec<Vec<u64>>,
    /// What each read of interest touched.
    pub(crate) reads: Vec<Touched>,
    /// The table and its index, if it has one, whose writes are measured then.
    paths: Vec<String>,
    client: &'a Client,
}

/// What a read touched.
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

    /// Writes all rows, the last one after the limit of size has been set, so that it splits the table.
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

/// What counts as a megabyte in the engine.
const BYTES_PER_MB: u64 = 4096;

impl Choice<'_> {
    /// Counts what a read touches that the library knows how to bound.
    pub(crate) async fn read<R>(&mut self, read: impl IntoFuture<Output = ydb_keys::Result<R>>) -> Result {
        let before = self.counters().await?;
        read.await?;
        self.touched(&before).await
    }

    /// Counts what a query touches that is written by hand, because a scan of the model does not compile.
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

    /// The counters of all partitions of the table and its index.
    async fn counters(&self) -> Result<Vec<Partition>> {
        let mut all = Vec::new();
        for path in &self.paths {
            all.extend(partitions(self.client, path).await?);
        }
        Ok(all)
    }

    /// The writes of each partition since it was created, of the index if there is one.
    async fn written(&self) -> Result<Vec<u64>> {
        let path = self.paths.last().map_or("", String::as_str);
        Ok(partitions(self.client, path).await?.iter().map(|partition| partition.updates).collect())
    }

    /// Max/mean of the writes of the whole run, and the mean of that of each window.
    pub(crate) fn skew(&self) -> (f64, f64) {
        let mut whole = vec![0; PARTITIONS];
        for window in &self.windows {
            whole.iter_mut().zip(window).for_each(|(sum, writes)| *sum += writes);
        }
        let windows: f64 = self.windows.iter().map(|window| max_over_mean(window)).sum();
        (max_over_mean(&whole), windows / self.windows.len().max(1) as f64)
    }
}

/// The writes of the busiest partition divided by the mean: 1 if the load is even, 16 if one of 16 does it all.
fn max_over_mean(writes: &[u64]) -> f64 {
    let (most, total) = (writes.iter().max().copied().unwrap_or(0), writes.iter().sum::<u64>());
    most as f64 * writes.len() as f64 / total.max(1) as f64
}
