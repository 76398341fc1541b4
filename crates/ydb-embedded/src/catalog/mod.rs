//! Schema of a database: paths, table descriptions and the rules of DDL. The rows of the tables are not here.

mod access;
mod alter;
mod create;
pub mod paths;
pub mod refusal;
mod rights;
mod rules;
mod show;
pub mod spec;
pub mod sysview;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock::Deadline;
use crate::error::Result;
use rules::indexes;
use spec::{Alteration, TableSpec};

pub use access::{Access, AccessChange, AccessLists};
pub use alter::{Effect, alter};
pub use create::check_settings;
pub use paths::below;
pub use rights::{Permission, Rights};
pub use show::show_create;
pub use sysview::is_view as is_system_view;
pub use table::{
    Changefeed, Column, ColumnId, Compression, ConsumerSpec, DefaultValue, Family, FeedMode, Index, IndexKind,
    PartitionSettings, Partitioning, ReadReplicas, Store, Table, TableId, TableIds, TopicAction, Ttl, TtlTier, TtlUnit,
};

/// YDB's built-in administrator, who owns a new database.
pub const ADMINISTRATOR: &str = "root@builtin";

/// Directory or table at a path.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A directory, with the time of its creation in microseconds since 1970.
    Directory {
        created_us: u64,
    },
    Table(Arc<Table>),
}

/// Copied table, and pairs of ids: the id of rows to copy, and the id of their copy.
pub type Copied = (Arc<Table>, Vec<(TableId, TableId)>);

/// Schema of one database.
#[derive(Clone, Debug)]
pub struct Catalog {
    database: Arc<str>,
    created_us: u64,
    entries: BTreeMap<String, Entry>,
    access: AccessLists,
    ids: TableIds,
    version: u64,
}

impl Catalog {
    /// Returns the schema of an empty database at this absolute path.
    pub fn new(database: &str, now_us: u64) -> Self {
        let database = format!("/{}", database.trim_matches('/')).into();
        let access = AccessLists::new(ADMINISTRATOR.into());
        Self { database, created_us: now_us, entries: BTreeMap::new(), access, ids: TableIds::default(), version: 1 }
    }

    /// Sets the administrator, who owns every path that has no owner of its own. Drops all access rights.
    pub fn administered_by(mut self, name: &str) -> Self {
        self.access = AccessLists::new(name.into());
        self
    }

    /// Returns the schema of an earlier moment as the next version. The ids of tables that were created since then are
    /// not used again.
    pub fn back_to(&self, earlier: &Self) -> Self {
        Self { ids: self.ids.clone(), version: self.version + 1, ..earlier.clone() }
    }

    pub const fn access(&self) -> &AccessLists {
        &self.access
    }

    pub fn change_access(&mut self, path: &str, change: &AccessChange) {
        self.access.change(path, change);
    }

    /// Returns the version of the schema, which grows when tables or directories change. A plan that was made at a
    /// lower version is outdated.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Resolves a path, as written in a statement or a request, into an absolute path.
    pub fn resolve(&self, written: &str) -> Result<String> {
        paths::resolve(&self.database, written)
    }

    /// Returns the directory or the table at an absolute path. The database itself is a directory.
    pub fn entry(&self, path: &str) -> Option<Entry> {
        if path == &*self.database {
            return Some(Entry::Directory { created_us: self.created_us });
        }
        self.entries.get(path).cloned()
    }

    /// Returns the table at an absolute path. Tables of indexes and system views are found, too.
    ///
    /// Fails with SCHEME_ERROR (issue 2003) when the table does not exist.
    pub fn table(&self, path: &str) -> Result<Arc<Table>> {
        if let Some(Entry::Table(table)) = self.entries.get(path) {
            return Ok(table.clone());
        }
        let system = format!("{}/{}", self.database, paths::SYSTEM);
        if below(&system, path).is_some() {
            return sysview::describe(&self.database, path).map(Arc::new);
        }
        self.index_table(path).ok_or_else(|| refusal::no_table(path))
    }

    fn index_table(&self, path: &str) -> Option<Arc<Table>> {
        let index = path.strip_suffix(paths::INDEX_TABLE)?.strip_suffix('/')?;
        let Some(Entry::Table(table)) = self.entries.get(paths::parent(index)) else { return None };
        table.index(paths::leaf(index)).map(|index| index.table.clone())
    }

    /// Returns a table that may be altered or dropped: no index table, and no system view.
    fn own_table(&self, path: &str) -> Result<Arc<Table>> {
        match self.entries.get(path) {
            Some(Entry::Table(table)) => Ok(table.clone()),
            _ => Err(refusal::no_table(path)),
        }
    }

    /// Returns all tables in the order of their paths.
    pub fn tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.entries.values().filter_map(|entry| match entry {
            Entry::Table(table) => Some(table),
            Entry::Directory { .. } => None,
        })
    }

    /// Returns all tables in the order of their paths, each followed by the tables of its indexes.
    pub fn stored_tables(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables().flat_map(|table| {
            let of_indexes = table.indexes.iter().map(|index| &index.table);
            std::iter::once(table).chain(of_indexes)
        })
    }

    pub fn has_async_index(&self) -> bool {
        self.tables().any(|table| table.indexes.iter().any(|index| index.kind == IndexKind::GlobalAsync))
    }

    /// Returns the entries of a directory with their names, in the order of the names.
    ///
    /// Fails with SCHEME_ERROR when there is nothing at the path. The list of a table is empty.
    pub fn list(&self, path: &str) -> Result<Vec<(String, Entry)>> {
        if self.entry(path).is_none() {
            return Err(unknown_path(path));
        }
        Ok(self.children(path).map(|(name, entry)| (name.to_owned(), entry.clone())).collect())
    }

    fn children<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a Entry)> {
        let first = format!("{path}/");
        let inside = self.entries.range(first..).map_while(|(child, entry)| Some((below(path, child)?, entry)));
        inside.filter(|(name, _)| !name.contains('/'))
    }

    /// Makes a directory and the directories above it, unless they exist. Returns `true` if the directory is new.
    ///
    /// Fails when a name is not allowed, or when there is a table at the path or above it.
    pub fn make_directory(&mut self, path: &str, now_us: u64) -> Result<bool> {
        match self.entry(path) {
            Some(Entry::Directory { .. }) => return Ok(false),
            Some(Entry::Table(table)) => {
                let error = format_args!("unexpected path type {}", object(&table)).to_string();
                return Err(refusal::scheme(refusal::check(path, error + ", expected types: EPathTypeDir")));
            }
            None => {}
        }
        paths::check_new(&self.database, path)?;
        self.make_parents(path, now_us)?;
        self.entries.insert(path.to_owned(), Entry::Directory { created_us: now_us });
        self.version += 1;
        Ok(true)
    }

    fn make_parents(&mut self, path: &str, now_us: u64) -> Result<()> {
        let mut missing = Vec::new();
        let mut above = paths::parent(path);
        loop {
            match self.entry(above) {
                Some(Entry::Directory { .. }) => break,
                Some(Entry::Table(table)) => {
                    let error = format!("path is not a directory {}", object(&table));
                    return Err(refusal::name_conflict(above, error));
                }
                None if above.is_empty() => return Err(unknown_path(path)),
                None => missing.push(above.to_owned()),
            }
            above = paths::parent(above);
        }
        let directories = missing.into_iter().map(|path| (path, Entry::Directory { created_us: now_us }));
        self.entries.extend(directories);
        Ok(())
    }

    /// Removes an empty directory.
    ///
    /// Fails with SCHEME_ERROR when the directory does not exist, is the database itself, or is not empty.
    pub fn remove_directory(&mut self, path: &str) -> Result<()> {
        if path == &*self.database {
            return Err(refusal::scheme(refusal::check(path, "path is root")));
        }
        match self.entry(path) {
            None => return Err(unknown_path(path)),
            Some(Entry::Table(table)) => {
                let error = format!("path is not a directory {}", object(&table));
                return Err(refusal::scheme(refusal::check(path, error)));
            }
            Some(Entry::Directory { .. }) => {}
        }
        let children = self.children(path).count();
        if children > 0 {
            let error = format!("path has children, request doesn't accept it, children: {children}");
            return Err(refusal::scheme(refusal::check(path, error)));
        }
        self.entries.remove(path);
        self.access.remove(path);
        self.version += 1;
        Ok(())
    }

    pub fn create(&mut self, spec: TableSpec, now_us: u64) -> Result<Arc<Table>> {
        let path = spec.path.clone();
        self.check_free(&path)?;
        let table = Arc::new(Table::create(spec, &mut self.ids, now_us)?);
        self.make_parents(&path, now_us)?;
        self.insert(path, &table);
        Ok(table)
    }

    fn check_free(&self, path: &str) -> Result<()> {
        match self.entry(path) {
            Some(Entry::Table(table)) => return Err(refusal::exists(path, table.id.0, path_type(&table))),
            Some(Entry::Directory { .. }) => {
                let error =
                    format!("unexpected path type {}, expected types: EPathTypeTable", refusal::object(1, "Dir"));
                return Err(refusal::name_conflict(path, error));
            }
            None => {}
        }
        paths::check_new(&self.database, path)
    }

    fn insert(&mut self, path: String, table: &Arc<Table>) {
        self.entries.insert(path, Entry::Table(table.clone()));
        self.version += 1;
    }

    /// Gives a table a new version and changes nothing else.
    ///
    /// Fails with SCHEME_ERROR when the table does not exist.
    pub fn touch(&mut self, path: &str) -> Result<()> {
        let old = self.own_table(path)?;
        let table = Arc::new(Table { version: old.version + 1, ..Table::clone(&old) });
        self.insert(path.to_owned(), &table);
        Ok(())
    }

    /// Applies alterations to a table. An [`Effect::Rename`] among the returned effects has already been carried out.
    pub fn alter(
        &mut self,
        path: &str,
        alterations: Vec<Alteration>,
        now_us: u64,
    ) -> Result<(Arc<Table>, Vec<Effect>)> {
        let old = self.own_table(path)?;
        let (table, effects) = alter(&old, alterations, &mut self.ids, now_us)?;
        let table = Arc::new(table);
        let target = effects.iter().find_map(|effect| match effect {
            Effect::Rename(target) => Some(target.clone()),
            _ => None,
        });
        if let Some(target) = target {
            let (table, _) = self.rename(path, &target, false, now_us)?;
            return Ok((table, effects));
        }
        self.insert(path.to_owned(), &table);
        Ok((table, effects))
    }

    /// Records the time until which an index is being built.
    pub fn building(&mut self, path: &str, index: &str, until: Deadline) {
        let Some(Entry::Table(table)) = self.entries.get_mut(path) else { return };
        if let Some(index) = Arc::make_mut(table).indexes.iter_mut().find(|own| &*own.name == index) {
            index.building_until = Some(until);
        }
    }

    /// Removes a table. Returns the ids of all data that is stored for the table, its indexes and its changefeeds.
    ///
    /// Fails with SCHEME_ERROR when the table does not exist.
    pub fn drop_table(&mut self, path: &str) -> Result<Vec<TableId>> {
        let table = self.own_table(path)?;
        self.entries.remove(path);
        self.access.remove(path);
        self.version += 1;
        Ok(table_ids(&table))
    }

    /// Moves a table with its indexes, attributes, owner and grants. Its rows keep their ids. With `replace`, a table
    /// at the target is dropped, and the ids of the dropped data are returned.
    pub fn rename(&mut self, from: &str, to: &str, replace: bool, now_us: u64) -> Result<(Arc<Table>, Vec<TableId>)> {
        let old = self.own_table(from)?;
        if !old.changefeeds.is_empty() {
            return Err(refusal::precondition("Cannot move table with cdc streams"));
        }
        let replaced = match self.entries.get(to) {
            Some(Entry::Table(table)) if replace && from != to => table_ids(table),
            _ => {
                self.check_free(to)?;
                Vec::new()
            }
        };
        let indexes = indexes::moved(&old.indexes, to, |table| table.id);
        let table = Table { path: to.into(), indexes, version: old.version + 1, ..Table::clone(&old) };
        let table = Arc::new(table);
        self.make_parents(to, now_us)?;
        self.entries.remove(from);
        self.access.rename(from, to);
        self.insert(to.to_owned(), &table);
        Ok((table, replaced))
    }

    /// Copies the description of a table, and of its indexes if `indexes` is `true`. Returns the copy with pairs of
    /// ids: the id of rows to copy, and the id of their copy.
    pub fn copy(&mut self, from: &str, to: &str, indexes: bool, now_us: u64) -> Result<Copied> {
        let old = self.own_table(from)?;
        self.check_free(to)?;
        self.make_parents(to, now_us)?;
        let id = self.ids.allocate();
        let mut pairs = vec![(old.id, id)];
        let ids = &mut self.ids;
        let kept = if indexes { &*old.indexes } else { &[] };
        let indexes = indexes::moved(kept, to, |table| {
            let id = ids.allocate();
            pairs.push((table.id, id));
            id
        });
        // Changefeeds stay with the original table.
        let table = Table {
            id,
            path: to.into(),
            version: 1,
            indexes,
            changefeeds: Vec::new(),
            created_us: now_us,
            ..Table::clone(&old)
        };
        let table = Arc::new(table);
        self.insert(to.to_owned(), &table);
        Ok((table, pairs))
    }
}

/// Returns the ids of all data that is stored for a table, its indexes and its changefeeds.
fn table_ids(table: &Table) -> Vec<TableId> {
    let indexes = table.indexes.iter().map(|index| index.table.id);
    std::iter::once(table.id).chain(indexes).chain(table.changefeeds.iter().map(|feed| feed.id)).collect()
}

const fn path_type(table: &Table) -> &'static str {
    match table.store {
        Store::Row => "Table",
        Store::Column => "ColumnTable",
    }
}

fn object(table: &Table) -> String {
    refusal::object(table.id.0, path_type(table))
}

/// Returns the Scheme service's error for a path that does not exist.
fn unknown_path(path: &str) -> crate::error::Error {
    refusal::scheme(format!("Path not found: {path}"))
}
