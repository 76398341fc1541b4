//! `ALTER TABLE .. ALTER INDEX .. SET`: YDB takes no partition settings where an index is created.

use std::fmt;

use super::create_table::CreateTable;
use super::quote::Name;
use super::settings::automatic_partitioning;
use crate::schema::{ByLoad, BySize, IndexDef, Partitioning};

/// An `ALTER TABLE .. ALTER INDEX .. SET` statement, without a closing semicolon; see [`CreateTable::index_settings`].
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is changed until `.exec(client).await`, or until you send its text"]
pub struct AlterIndex<'a> {
    #[doc(hidden)]
    pub table: &'static str,
    #[doc(hidden)]
    pub path: &'a str,
    #[doc(hidden)]
    pub index: &'static str,
    buckets: u32,
}

impl<'a> CreateTable<'a> {
    /// The statements that let the indexes with buckets split by load, and keep a partition for each bucket; to be run
    /// after the table is created: each by its `exec(client)`, or as the text that it prints. All settings of automatic
    /// partitioning are named, because YDB resets the others.
    /// Syntax: [ALTER INDEX](https://ydb.tech/docs/en/yql/reference/syntax/alter_table/indexes).
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// #[ydb(index(by_time, on(time_shard = xxh3(order_id) % 16, placed_at)))]
    /// struct Order {
    ///     order_id: u64,
    ///     placed_at: u64,
    /// }
    ///
    /// let statements: Vec<String> = Order::TABLE.create_table().index_settings().map(|set| set.to_string()).collect();
    /// assert_eq!(
    ///     statements,
    ///     ["ALTER TABLE `orders` ALTER INDEX `by_time` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, \
    ///       AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, AUTO_PARTITIONING_BY_LOAD = ENABLED, \
    ///       AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 16)"]
    /// );
    /// ```
    pub fn index_settings(&self) -> impl Iterator<Item = AlterIndex<'a>> + use<'a> {
        let (table, path) = (self.table(), self.path());
        let set = move |index: &'static IndexDef| {
            let buckets = index.hash?.buckets?;
            Some(AlterIndex { table: table.name, path, index: index.name, buckets })
        };
        table.indexes.iter().filter_map(set)
    }
}

impl<'a> CreateTable<'a> {
    /// All statements to be run after the table is created, in their order.
    #[doc(hidden)]
    pub fn further(&self) -> impl Iterator<Item = String> + use<'a> {
        let sets = self.index_settings().map(|set| set.to_string());
        sets.chain(self.changefeeds().map(|add| add.to_string()))
    }
}

impl fmt::Display for AlterIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, settings) = (Name(self.index), index_partitioning(self.buckets).join(", "));
        write!(f, "ALTER TABLE {} ALTER INDEX {index} SET ({settings})", Name(self.path))
    }
}

/// The settings of an index with buckets.
pub fn index_partitioning(buckets: u32) -> Vec<String> {
    let partitioning = Partitioning {
        by_size: BySize::Default,
        by_load: ByLoad::On,
        min: Some(buckets),
        max: None,
        uniform: None,
        at_keys: &[],
    };
    automatic_partitioning(&partitioning, None)
}
