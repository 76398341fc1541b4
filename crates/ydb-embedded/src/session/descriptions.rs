//! Descriptions of a table: columns and settings, partitions, CREATE TABLE.

use std::sync::Arc;

use super::directories::{SchemeEntry, describe};
use super::engine::Engine;
use crate::catalog::{Entry, Partitioning, Rights, Table, is_system_view, paths};
use crate::error::{Error, Result, Status};
use crate::storage::{PartitionStats, key};
use crate::types::Value;

/// A table as it is now.
#[derive(Clone, Debug)]
pub struct TableDescription {
    /// Its entry in the Scheme service.
    pub entry: SchemeEntry,
    /// Its description.
    pub table: Arc<Table>,
    /// The first key, or prefix of one, of every partition but the first. Empty for a column table.
    pub bounds: Vec<Vec<Value>>,
    /// Its partitions.
    pub partitions: Vec<PartitionStats>,
}

impl Engine {
    /// Describes a table, or the table that stores an index.
    ///
    /// Fails with SCHEME_ERROR if it does not exist.
    pub fn describe_table(&self, path: &str) -> Result<TableDescription> {
        let catalog = self.catalog.read();
        let path = catalog.resolve(path)?;
        let table = catalog.table(&path)?;
        self.require(&catalog, &path, Rights::DESCRIBE_SCHEMA)?;
        let entry = describe(&catalog, &path, paths::leaf(&path).to_owned(), &Entry::Table(Arc::clone(&table)), true);
        let partitions = self.storage.partitions(table.id);
        let bounds = bounds(&table, &partitions);
        Ok(TableDescription { entry, table, bounds, partitions })
    }

    /// The partitions of a table, or of the table that stores an index.
    ///
    /// Fails with SCHEME_ERROR if it does not exist.
    pub fn partition_stats(&self, path: &str) -> Result<Vec<PartitionStats>> {
        Ok(self.describe_table(path)?.partitions)
    }

    pub(super) fn partition_count(&self, path: &str) -> u64 {
        let table = self.catalog.read().table(path);
        table.map_or(0, |table| self.storage.partitions(table.id).len() as u64)
    }

    pub(super) fn show_create(&self, table: &Table) -> Result<String> {
        if is_system_view(table) {
            return Err(Error::new(
                Status::BadRequest,
                format!("{} is a system view, which has no CREATE TABLE", table.path),
            ));
        }
        let sequences = self.sequences.lock();
        let next = |name: &str| {
            let column = table.column(name).map(|position| table.columns[position].id);
            column.and_then(|column| sequences.get(&(table.id, column))).map_or(1, |last| last.saturating_add(1))
        };
        let mut table = self.as_partitioned(table);
        for index in &mut table.indexes {
            index.table = Arc::new(self.as_partitioned(&index.table));
        }
        crate::catalog::show_create(&table, &self.config.database, next)
    }

    /// The table with the partitions that it has now, which SHOW CREATE TABLE prints as its first ones
    /// (`SetReturnBoundaries` in `show_create.cpp`).
    fn as_partitioned(&self, table: &Table) -> Table {
        let mut table = table.clone();
        let now = bounds(&table, &self.storage.partitions(table.id));
        if let Partitioning::Ranges { at, .. } = &mut table.partitioning {
            *at = now;
        }
        table
    }
}

/// Where the partitions of a row table begin, but the first.
fn bounds(table: &Table, partitions: &[PartitionStats]) -> Vec<Vec<Value>> {
    let types: Vec<_> = table.key_types().cloned().collect();
    match table.partitioning {
        Partitioning::Ranges { .. } => {
            partitions.iter().skip(1).map(|partition| key::decode(&partition.start, &types)).collect()
        }
        Partitioning::Hash { .. } => Vec::new(),
    }
}
