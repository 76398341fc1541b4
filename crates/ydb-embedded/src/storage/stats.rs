//! The counters of each partition, as in `.sys/partition_stats`.

/// The counters of one partition since its creation, named as in `.sys/partition_stats`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Point lookups, also of rows that do not exist.
    pub row_reads: u64,
    /// Rows written.
    pub row_updates: u64,
    /// Rows deleted.
    pub row_deletes: u64,
    /// Range reads.
    pub range_reads: u64,
    /// Rows that range reads returned.
    pub range_read_rows: u64,
    /// Transactions that took locks here.
    pub locks_acquired: u64,
    /// Locks that were widened to the whole partition.
    pub locks_whole_shard: u64,
    /// Locks that a write here broke.
    pub locks_broken: u64,
    /// Commits that wrote only here.
    pub immediate_tx_completed: u64,
    /// Commits that wrote here and elsewhere.
    pub coordinated_tx_completed: u64,
}

/// A partition as it is now. Times are microseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionStats {
    /// Its position among the table's partitions.
    pub index: u64,
    /// Its id: never used twice, and new after a split or merge.
    pub tablet_id: u64,
    /// Where it begins, a key or a prefix of one; empty for the first, and for shards of a column table.
    pub start: Vec<u8>,
    /// Where the next one begins; `None` for the last, and for shards of a column table.
    pub end: Option<Vec<u8>>,
    /// Bytes of keys and rows.
    pub data_size: u64,
    /// Rows.
    pub row_count: u64,
    /// When it was created.
    pub start_time: u64,
    /// When it was last read or written; 0 for never.
    pub access_time: u64,
    /// When it was last written; 0 for never.
    pub update_time: u64,
    /// Reads and writes per second in the last finished window, see
    /// [`Thresholds::decision_interval_us`](super::Thresholds::decision_interval_us).
    pub operations_per_second: u64,
    /// The counters.
    pub counters: Counters,
}
