//! Data on partitions and queries from the system views.

mod read;

use std::collections::BTreeMap;

pub(crate) use read::{
    BrokenLocks, Contender, HeavyQueries, HeavyQuery, Reader, SampleScope, StatsError, broken_locks, heaviest,
    overloaded, tables,
};

/// Table to which partitions belong, or index of that table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PartitionOwner {
    /// Path of the table, relative to the database.
    pub(crate) table: String,
    /// Name of the index, if the partitions store an index.
    pub(crate) index: Option<String>,
}

/// Beginning of the names of tables that store an index. A vector or fulltext index has several tables.
const OF_INDEXES: &str = "indexImpl";

/// Splits a path of the system views into table and index.
pub(crate) fn owner(path: &str) -> PartitionOwner {
    let of_index = || {
        let (index, last) = path.rsplit_once('/')?;
        let (table, index) = index.rsplit_once('/')?;
        last.starts_with(OF_INDEXES).then(|| PartitionOwner { table: table.to_owned(), index: Some(index.to_owned()) })
    };
    of_index().unwrap_or_else(|| PartitionOwner { table: path.to_owned(), index: None })
}

/// State of all partitions at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PartitionSample {
    /// Time of the server's clock, in microseconds since 1970.
    pub(crate) at_us: u64,
    /// Partitions in key order, by path relative to the database. Index tables have paths of their own.
    pub(crate) tables: BTreeMap<String, Vec<SampledPartition>>,
}

/// Partition, from the row of its leader in `.sys/partition_stats`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SampledPartition {
    /// Number of the tablet that has the partition's rows. A split and a merge make new tablets.
    pub(crate) tablet: u64,
    pub(crate) node: Option<u32>,
    /// Start of the tablet, in microseconds since 1970. A restart on another node is a new start.
    pub(crate) started_us: Option<u64>,
    /// Share of one core that the partition uses now, at most 1.
    pub(crate) cores: f64,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) counters: PartitionCounters,
}

/// Counters of a tablet since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartitionCounters {
    /// Number of rows written or deleted.
    pub(crate) writes: u64,
    /// Number of rows read, by key and by range.
    pub(crate) reads: u64,
    /// Number of read requests, by key and by range.
    pub(crate) read_requests: u64,
    /// Number of transactions that wrote.
    pub(crate) transactions: u64,
    /// Number of transactions that were rejected because the partition had too many.
    pub(crate) rejected: u64,
    /// Number of locks that transactions took; then of locks on the whole partition, and of locks broken by others.
    /// Zero in a release that does not count them.
    pub(crate) locks_taken: u64,
    pub(crate) locks_whole: u64,
    pub(crate) locks_broken: u64,
}

impl PartitionCounters {
    /// Returns the difference to an earlier moment; `None` if a counter is less, because then the tablet has restarted.
    pub(crate) fn since(&self, before: &Self) -> Option<Self> {
        Some(Self {
            writes: self.writes.checked_sub(before.writes)?,
            reads: self.reads.checked_sub(before.reads)?,
            read_requests: self.read_requests.checked_sub(before.read_requests)?,
            transactions: self.transactions.checked_sub(before.transactions)?,
            rejected: self.rejected.checked_sub(before.rejected)?,
            locks_taken: self.locks_taken.checked_sub(before.locks_taken)?,
            locks_whole: self.locks_whole.checked_sub(before.locks_whole)?,
            locks_broken: self.locks_broken.checked_sub(before.locks_broken)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_named_by_its_table() {
        let named = |path| {
            let PartitionOwner { table, index } = owner(path);
            (table, index.unwrap_or_default())
        };
        let two = |table: &str, index: &str| (table.to_owned(), index.to_owned());
        assert_eq!(named("shop/orders/by_time/indexImplTable"), two("shop/orders", "by_time"));
        assert_eq!(named("orders/by_time/indexImplTable"), two("orders", "by_time"));
        assert_eq!(named("orders/like/indexImplPostingTable"), two("orders", "like"));
        for table in ["shop/orders", "orders", "shop/indexImplTable", "a/b/c"] {
            assert_eq!(named(table), two(table, ""));
        }
    }
}
