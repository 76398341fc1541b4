//! Descriptions of paths and directories, and of tables with their columns, settings, partitions and CREATE TABLE.

use std::sync::Arc;

use super::Engine;
use super::access::permissions;
use crate::catalog::{Access, Catalog, Entry, Partitioning, Rights, Store, Table, is_system_view, paths};
use crate::error::{Error, Result, Status};
use crate::storage::{PartitionStats, key};
use crate::types::Value;

#[derive(Clone, Debug)]
pub struct TableDescription {
    /// The table's entry in the Scheme service.
    pub entry: SchemeEntry,
    pub table: Arc<Table>,
    /// First key, or prefix of it, of each partition except the first one. Empty for a column table.
    pub bounds: Vec<Vec<Value>>,
    pub partitions: Vec<PartitionStats>,
}

impl Engine {
    /// Describes a table, or the table that stores an index.
    ///
    /// Fails with SCHEME_ERROR if the table does not exist.
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

    /// Returns the partitions of a table, or of the table that stores an index.
    ///
    /// Fails with SCHEME_ERROR if the table does not exist.
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

    /// Returns a copy of the table whose initial partitions are the current ones: SHOW CREATE TABLE prints the current
    /// partitions (`SetReturnBoundaries` in `show_create.cpp`).
    fn as_partitioned(&self, table: &Table) -> Table {
        let mut table = table.clone();
        let now = bounds(&table, &self.storage.partitions(table.id));
        if let Partitioning::Ranges { at, .. } = &mut table.partitioning {
            *at = now;
        }
        table
    }
}

/// Returns the first keys of a row table's partitions, except that of the first partition.
fn bounds(table: &Table, partitions: &[PartitionStats]) -> Vec<Vec<Value>> {
    let types: Vec<_> = table.key_types().cloned().collect();
    match table.partitioning {
        Partitioning::Ranges { .. } => {
            partitions.iter().skip(1).map(|partition| key::decode(&partition.start, &types)).collect()
        }
        Partitioning::Hash { .. } => Vec::new(),
    }
}

/// A path as a directory listing describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeEntry {
    /// The last element of the path.
    pub name: String,
    pub kind: EntryKind,
    /// Creation time in microseconds since 1970.
    pub created_us: u64,
    pub owner: String,
    /// Grants on the path itself: subjects with the names of their permissions. Empty in a listing.
    pub permissions: Vec<(String, Vec<&'static str>)>,
    /// Grants on the path itself and grants inherited from the directories above: subjects with the names of their
    /// permissions. Empty in a listing.
    pub effective_permissions: Vec<(String, Vec<&'static str>)>,
}

/// The kind of object at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum EntryKind {
    Directory,
    Table,
    ColumnTable,
    Topic,
}

impl Engine {
    /// Creates a directory and the directories above it. An existing directory stays as it is.
    ///
    /// Fails if there is a table in the path, or if the path is invalid.
    pub fn make_directory(&self, path: &str) -> Result<()> {
        let mut catalog = self.change()?;
        let path = catalog.resolve(path)?;
        self.require_above(&catalog, &path, Rights::CREATE_DIRECTORY)?;
        let own = self.owner_of_new(&catalog, &path);
        catalog.make_directory(&path, self.now_us())?;
        own(&mut catalog);
        catalog.publish();
        Ok(())
    }

    pub fn remove_directory(&self, path: &str) -> Result<()> {
        let mut catalog = self.change()?;
        let path = catalog.resolve(path)?;
        self.require(&catalog, &path, Rights::REMOVE_SCHEMA)?;
        catalog.remove_directory(&path)?;
        catalog.publish();
        Ok(())
    }

    /// Returns the entries of a directory and of its children.
    ///
    /// Fails with SCHEME_ERROR if the directory does not exist.
    pub fn list_directory(&self, path: &str) -> Result<(SchemeEntry, Vec<SchemeEntry>)> {
        if path == "/" {
            let domain = self.config.database.split('/').find(|part| !part.is_empty()).unwrap_or_default();
            return Ok((root("/"), vec![root(domain)]));
        }
        let own = self.describe_path(path)?;
        let catalog = self.catalog.read();
        let path = catalog.resolve(path)?;
        let children = catalog.list(&path)?.into_iter().map(|(name, entry)| {
            let path = format!("{path}/{name}");
            describe(&catalog, &path, name, &entry, false)
        });
        Ok((own, children.collect()))
    }

    /// Describes the object at a path.
    ///
    /// Fails with SCHEME_ERROR if the path does not exist.
    pub fn describe_path(&self, path: &str) -> Result<SchemeEntry> {
        if path == "/" {
            return Ok(root("/"));
        }
        let catalog = self.catalog.read();
        let path = catalog.resolve(path)?;
        match catalog.entry(&path) {
            Some(entry) => {
                self.require(&catalog, &path, Rights::DESCRIBE_SCHEMA)?;
                Ok(describe(&catalog, &path, paths::leaf(&path).to_owned(), &entry, true))
            }
            None => match self.describe_topic(&path) {
                Ok(topic) => Ok(topic.entry),
                Err(_) => Err(Error::new(Status::SchemeError, format!("Path does not exist: {path}"))),
            },
        }
    }
}

/// Returns the entry of the root of all paths, or of the domain in it. YDB describes them by name only
/// (`TDescribeReq::FillRootDescr`).
fn root(name: &str) -> SchemeEntry {
    let (owner, permissions, effective_permissions) = Default::default();
    let kind = EntryKind::Directory;
    SchemeEntry { name: name.to_owned(), kind, created_us: 0, owner, permissions, effective_permissions }
}

/// Returns the Scheme service's entry for a path; with its grants if `with_access`.
pub(super) fn describe(catalog: &Catalog, path: &str, name: String, entry: &Entry, with_access: bool) -> SchemeEntry {
    let (kind, created_us) = match entry {
        Entry::Directory { created_us } => (EntryKind::Directory, *created_us),
        Entry::Table(table) if table.store == Store::Column => (EntryKind::ColumnTable, table.created_us),
        Entry::Table(table) => (EntryKind::Table, table.created_us),
    };
    let access = catalog.access().get(path);
    let shown = |access: &Access| if with_access { permissions(access) } else { Vec::new() };
    SchemeEntry {
        name,
        kind,
        created_us,
        permissions: shown(&access),
        effective_permissions: shown(&catalog.access().effective(path)),
        owner: access.owner.to_string(),
    }
}
