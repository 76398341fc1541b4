//! Changes of the schema and descriptions of it: the catalog and the rows, kept in step.

use std::sync::Arc;
use std::time::Instant;

use super::directories::{SchemeEntry, describe};
use super::engine::{Engine, now_us};
use crate::catalog::spec::{Alteration, TableSpec};
use crate::catalog::{
    Catalog, DefaultValue, Effect, Entry, Partitioning, Rights, Store, Table, TableId, is_system_view, paths, refusal,
};
use crate::error::{Error, Result, Status};
use crate::exec::{Decoder, IndexedRow};
use crate::plan::steps::SchemeStep;
use crate::storage::row::{self, encode_value};
use crate::storage::{Direction, Isolation, KeyRange, Layout, PartitionStats, key};
use crate::types::{Row, Value};

/// A table as it is now.
#[derive(Clone, Debug)]
pub struct TableDescription {
    /// What the Scheme service says of it.
    pub entry: SchemeEntry,
    /// Its description.
    pub table: Arc<Table>,
    /// Where its partitions begin, but for the first: prefixes of the key. Empty for a column table.
    pub bounds: Vec<Vec<Value>>,
    /// Its partitions.
    pub partitions: Vec<PartitionStats>,
}

impl Engine {
    pub(super) fn scheme_step(&self, step: &SchemeStep) -> Result<()> {
        match step {
            SchemeStep::Create { spec, if_not_exists } => {
                if *if_not_exists && matches!(self.catalog.read().entry(&spec.path), Some(Entry::Table(_))) {
                    return Ok(());
                }
                self.create_table((**spec).clone())
            }
            SchemeStep::Alter { path, alterations } => self.alter_table(path, alterations.clone()),
            SchemeStep::RestartSequence { path, if_exists, restart } => {
                self.restart_sequence(path, *if_exists, *restart)
            }
            SchemeStep::Drop { path, if_exists } => {
                if *if_exists && self.catalog.read().entry(path).is_none() {
                    return Ok(());
                }
                self.drop_table(path)
            }
            SchemeStep::ChangeAccess { paths, changes } => {
                let mut catalog = self.catalog.write();
                paths.iter().try_for_each(|path| self.change_access(&mut catalog, path, changes))
            }
            SchemeStep::Truncate { path } => {
                let mut catalog = self.catalog.write();
                self.require(&catalog, path, Rights::ERASE_ROW)?;
                let table = catalog.table(path)?;
                // By the new version transactions under way tell that their rows are gone.
                catalog.touch(path)?;
                self.storage.clear(table.id);
                table.indexes.iter().for_each(|index| self.storage.clear(index.table.id));
                Ok(())
            }
        }
    }

    /// Creates a table.
    ///
    /// # Errors
    ///
    /// When something has its path already, or a rule of YDB's is broken.
    pub fn create_table(&self, mut spec: TableSpec) -> Result<()> {
        let mut catalog = self.catalog.write();
        spec.path = catalog.resolve(&spec.path)?;
        self.require_above(&catalog, &spec.path, Rights::CREATE_TABLE)?;
        spec.columns.iter().try_for_each(|column| self.config.behavior.release.check_column(column))?;
        let own = self.owner_of_new(&catalog, &spec.path);
        let table = catalog.create(spec, now_us())?;
        own(&mut catalog);
        self.storage.create(table.id, layout(&table));
        for index in &table.indexes {
            self.storage.create(index.table.id, layout(&index.table));
        }
        Ok(())
    }

    /// Alters a table.
    ///
    /// # Errors
    ///
    /// When there is none, or at the first change that YDB refuses; nothing is changed then.
    pub fn alter_table(&self, path: &str, alterations: Vec<Alteration>) -> Result<()> {
        let mut catalog = self.catalog.write();
        let path = catalog.resolve(path)?;
        self.require_table(&catalog, &path, Rights::ALTER_SCHEMA)?;
        for alteration in &alterations {
            match alteration {
                Alteration::RenameTo(_) => self.check_movable(&*catalog.table(&path)?)?,
                Alteration::AddColumn(column) => self.config.behavior.release.check_column(column)?,
                _ => {}
            }
        }
        let (table, effects) = catalog.alter(&path, alterations, now_us())?;
        // What was read under the old schema must not be followed by writes under the new one.
        self.storage.break_locks(table.id);
        for effect in effects {
            match effect {
                Effect::BackfillIndex(name) => {
                    self.backfill(&table, &name);
                    if let Some(takes) = Some(self.config.index_build_time).filter(|takes| !takes.is_zero()) {
                        catalog.building(&table.path, &name, Instant::now() + takes);
                    }
                }
                Effect::DropIndexData(id) => self.storage.drop_table(id),
                Effect::FillDefault { column } => {
                    let filled = table.columns.iter().find(|own| own.id == column);
                    if let Some((ty, DefaultValue::Literal(value))) =
                        filled.and_then(|column| Some((&column.ty, column.default.as_ref()?)))
                    {
                        let value = encode_value(value, ty);
                        self.storage.rewrite(table.id, |old| Some(row::merge(old, &[(column, value.clone())])));
                    }
                }
                Effect::ForgetColumn(column) => {
                    self.storage.rewrite(table.id, |old| row::remove_column(old, column));
                }
                Effect::Repartition { table, settings } => self.storage.set_settings(table, settings),
                // The catalog has done it; rows do not know paths.
                Effect::Rename(_) => {}
            }
        }
        Ok(())
    }

    /// Fills a new index from the rows of its table. The catalog is locked, so no row changes meanwhile.
    fn backfill(&self, table: &Arc<Table>, name: &str) {
        let Some(index) = table.index(name) else { return };
        self.storage.create(index.table.id, layout(&index.table));
        let one = Table { indexes: vec![index.clone()], ..Table::clone(table) };
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let decoder = Decoder::new(table, table, &all);
        let mut after: Option<Box<[u8]>> = None;
        loop {
            let mut tx = self.storage.begin(Isolation::Snapshot);
            let chunk = tx.scan(table.id, &KeyRange::all(), Direction::Forward, 4096, after.as_deref());
            for (key, row) in &chunk.rows {
                let row = decoder.row(key, row);
                // An index that is added later is never unique, so nothing can be taken.
                let _ = IndexedRow { old: None, new: Some(&row) }.write(&one, &mut tx);
            }
            after = chunk.rows.into_iter().next_back().map(|(key, _)| key);
            // A table that nobody else can write is never lost to others.
            let _ = tx.commit();
            if chunk.done {
                break;
            }
        }
    }

    /// Drops a table with its indexes.
    ///
    /// # Errors
    ///
    /// SCHEME_ERROR when there is none.
    pub fn drop_table(&self, path: &str) -> Result<()> {
        let mut catalog = self.catalog.write();
        let path = catalog.resolve(path)?;
        self.require_table(&catalog, &path, Rights::REMOVE_SCHEMA)?;
        let ids = catalog.drop_table(&path)?;
        self.forget(&ids);
        Ok(())
    }

    /// Whether a table may be renamed at all.
    fn check_movable(&self, table: &Table) -> Result<()> {
        let behavior = &self.config.behavior;
        if table.store == Store::Column && !behavior.rename_column_tables {
            let object = refusal::object(table.id.0, "ColumnTable");
            return Err(refusal::scheme(refusal::check(&table.path, format!("path is not a table {object}"))));
        }
        let has_serial = table.columns.iter().any(|column| column.default == Some(DefaultValue::Sequence));
        if has_serial && !behavior.rename_serial_tables {
            // The text is UNVERIFIED: it follows the one for changefeeds.
            return Err(refusal::precondition("Cannot move table with sequences"));
        }
        Ok(())
    }

    /// Whether the caller may change a table. One that may not be described does not exist for the caller.
    fn require_table(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<()> {
        match self.require(catalog, path, Rights::DESCRIBE_SCHEMA) {
            Ok(()) => self.require(catalog, path, rights),
            Err(_) => Err(refusal::no_table(path)),
        }
    }

    fn forget(&self, ids: &[TableId]) {
        ids.iter().for_each(|&id| self.storage.drop_table(id));
        self.sequences.lock().retain(|(table, _), _| !ids.contains(table));
    }

    /// Copies tables with their rows, all or none, as they are at one moment.
    ///
    /// # Errors
    ///
    /// When there is no such table, or the target is taken.
    pub fn copy_tables(&self, tables: &[(&str, &str)]) -> Result<()> {
        let mut catalog = self.catalog.write();
        let mut changed = catalog.clone();
        let mut copied = Vec::with_capacity(tables.len());
        for (from, to) in tables {
            let (from, to) = (changed.resolve(from)?, changed.resolve(to)?);
            self.require_table(&changed, &from, Rights::SELECT_ROW)?;
            self.require_above(&changed, &to, Rights::CREATE_TABLE)?;
            let own = self.owner_of_new(&changed, &to);
            copied.push(changed.copy(&from, &to, now_us())?.1);
            own(&mut changed);
        }
        *catalog = changed;
        let mut sequences = self.sequences.lock();
        for pairs in &copied {
            for (old, new) in pairs {
                self.storage.copy(*old, *new);
            }
            let Some((old, new)) = pairs.first() else { continue };
            let own = sequences.iter().filter(|((table, _), _)| table == old);
            let own: Vec<_> = own.map(|((_, column), last)| ((*new, *column), *last)).collect();
            sequences.extend(own);
        }
        Ok(())
    }

    /// Moves tables, all or none, one after the other; each with whether it may replace another one.
    ///
    /// # Errors
    ///
    /// When there is no such table, or a target is taken.
    pub fn rename_tables(&self, tables: &[(&str, &str, bool)]) -> Result<()> {
        let mut catalog = self.catalog.write();
        let mut changed = catalog.clone();
        let mut moved = Vec::with_capacity(tables.len());
        let mut replaced = Vec::new();
        for (from, to, replace) in tables {
            let (from, to) = (changed.resolve(from)?, changed.resolve(to)?);
            self.require_table(&changed, &from, Rights::SELECT_ROW.and(Rights::REMOVE_SCHEMA))?;
            self.check_movable(&*changed.table(&from)?)?;
            match changed.entry(&to) {
                Some(_) => self.require(&changed, &to, Rights::REMOVE_SCHEMA)?,
                None => self.require_above(&changed, &to, Rights::CREATE_TABLE)?,
            }
            let (table, gone) = changed.rename(&from, &to, *replace, now_us())?;
            moved.push(table.id);
            replaced.extend(gone);
        }
        *catalog = changed;
        moved.into_iter().for_each(|table| self.storage.break_locks(table));
        self.forget(&replaced);
        Ok(())
    }

    /// A table's description and partitions; also of the table behind an index.
    ///
    /// # Errors
    ///
    /// SCHEME_ERROR when there is none.
    pub fn describe_table(&self, path: &str) -> Result<TableDescription> {
        let catalog = self.catalog.read();
        let path = catalog.resolve(path)?;
        let table = catalog.table(&path)?;
        self.require(&catalog, &path, Rights::DESCRIBE_SCHEMA)?;
        let entry = describe(&catalog, &path, paths::leaf(&path).to_owned(), &Entry::Table(Arc::clone(&table)), true);
        let partitions = self.storage.partitions(table.id);
        let types: Vec<_> = table.key_types().cloned().collect();
        let bounds = match table.partitioning {
            Partitioning::Ranges { .. } => {
                partitions.iter().skip(1).map(|partition| key::decode(&partition.start, &types)).collect()
            }
            Partitioning::Hash { .. } => Vec::new(),
        };
        Ok(TableDescription { entry, table, bounds, partitions })
    }

    /// The partitions of a table, or of the table behind an index.
    ///
    /// # Errors
    ///
    /// SCHEME_ERROR when there is none.
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
                format!("{} is a system view: it was never created", table.path),
            ));
        }
        let sequences = self.sequences.lock();
        let next = |name: &str| {
            let column = table.column(name).map(|position| table.columns[position].id);
            column.and_then(|column| sequences.get(&(table.id, column))).map_or(1, |last| last.saturating_add(1))
        };
        crate::catalog::show_create(table, &self.config.database, next)
    }
}

/// How the rows of a table begin in the storage.
pub(super) fn layout(table: &Table) -> Layout {
    let types: Vec<_> = table.key_types().cloned().collect();
    match &table.partitioning {
        Partitioning::Ranges { at, settings } => {
            let at = at.iter().map(|prefix| key::encode_prefix(prefix, &types)).collect();
            Layout::Ranges { at, settings: settings.clone() }
        }
        Partitioning::Hash { columns, shards } => {
            let in_key = |column: &usize| table.key.iter().position(|own| own == column);
            Layout::Hash { columns: columns.iter().filter_map(in_key).collect(), types, shards: *shards }
        }
    }
}

/// A row of all columns that is NULL everywhere.
pub(super) fn empty_row(table: &Table) -> Row {
    vec![Value::Null; table.columns.len()]
}
