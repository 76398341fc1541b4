//! Counts the partitions that are touched between two reads of YDB's counters.

use support::{Partition, Result, partitions, partitions_when};
use ydb::Client;

pub(crate) struct Meter<'a> {
    client: &'a Client,
    /// Paths of the orders, their index, and the stock.
    tables: [String; 3],
    before: [Vec<Partition>; 3],
}

impl<'a> Meter<'a> {
    pub(crate) fn new(client: &'a Client, orders: &str, stock: &str) -> Self {
        let tables = [orders.to_owned(), format!("{orders}/by_sku/indexImplTable"), stock.to_owned()];
        Meter { client, tables, before: Default::default() }
    }

    pub(crate) async fn begin(&mut self) -> Result {
        for (table, before) in self.tables.iter().zip(&mut self.before) {
            *before = partitions(self.client, table).await?;
        }
        Ok(())
    }

    /// Returns the number of partitions, of all three tables, that were read or written since `begin`.
    ///
    /// A cluster updates its counters late, so this waits until they show the given number of rows read or written in
    /// each table.
    pub(crate) async fn end(&self, orders: u64, index: u64, stock: u64) -> Result<usize> {
        let mut touched = 0;
        for ((table, before), least) in self.tables.iter().zip(&self.before).zip([orders, index, stock]) {
            let ready = |after: &[Partition]| rows(after) >= rows(before) + least;
            let after = partitions_when(self.client, table, ready).await?;
            let changed = |(after, before): &(&Partition, &Partition)| {
                (after.updates, after.reads, after.ranges) != (before.updates, before.reads, before.ranges)
            };
            touched += after.iter().zip(before).filter(changed).count();
        }
        Ok(touched)
    }
}

fn rows(partitions: &[Partition]) -> u64 {
    partitions.iter().map(|partition| partition.updates + partition.reads).sum()
}
