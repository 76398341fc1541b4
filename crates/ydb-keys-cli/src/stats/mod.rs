//! Partitions and queries as the system views report them.

mod read;

use std::collections::BTreeMap;

pub(crate) use read::{
    BrokenLocks, Contender, HeavyQuery, Reader, SampleScope, StatsError, broken_locks, heaviest, overloaded, tables,
};

/// A table, or the table of an index of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PartitionOwner {
    /// The path of the table, relative to the database.
    pub(crate) table: String,
    /// The index whose table it is.
    pub(crate) index: Option<String>,
}

/// The tables of an index. A vector or full-text index has several, whose names end in one of these.
const OF_INDEXES: &str = "indexImpl";

/// The table and index of a path.
pub(crate) fn owner(path: &str) -> PartitionOwner {
    let of_index = || {
        let (index, last) = path.rsplit_once('/')?;
        let (table, index) = index.rsplit_once('/')?;
        last.starts_with(OF_INDEXES).then(|| PartitionOwner { table: table.to_owned(), index: Some(index.to_owned()) })
    };
    of_index().unwrap_or_else(|| PartitionOwner { table: path.to_owned(), index: None })
}

/// Partitions at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PartitionSample {
    /// When, by the server's clock, in microseconds since 1970.
    pub(crate) at_us: u64,
    /// The partitions of each table, and of each index's table, by the path relative to the database, in key order.
    pub(crate) tables: BTreeMap<String, Vec<SampledPartition>>,
}

/// A partition: the row of its leader in `.sys/partition_stats`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SampledPartition {
    /// The number of the tablet that has its rows. A split and a merge make new tablets.
    pub(crate) tablet: u64,
    pub(crate) node: Option<u32>,
    /// When the tablet started, in microseconds since 1970: a restart on another node is a new start.
    pub(crate) started_us: Option<u64>,
    /// The share of one core that it takes now, at most 1.
    pub(crate) cores: f64,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) counters: PartitionCounters,
}

/// What a tablet has counted since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartitionCounters {
    /// Rows written or deleted.
    pub(crate) writes: u64,
    /// Rows read, by key and by range.
    pub(crate) reads: u64,
    /// Reads by key and of ranges: how often something was read.
    pub(crate) read_requests: u64,
    /// Transactions: how often something was written.
    pub(crate) transactions: u64,
    /// Transactions that were rejected because the partition had too many.
    pub(crate) rejected: u64,
    /// Locks that transactions took, those of them on the whole partition, and those that others broke; zero in a release
    /// that does not count them.
    pub(crate) locks_taken: u64,
    pub(crate) locks_whole: u64,
    pub(crate) locks_broken: u64,
}

impl PartitionCounters {
    /// What was counted since an earlier moment; `None` if some counter is less, so the tablet has started since.
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
