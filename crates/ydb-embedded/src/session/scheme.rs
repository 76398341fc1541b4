//! Changes of the schema, in which catalog and rows change together. Also copies and renames of tables, and the
//! sequences of serial columns.
//!
//! A change holds the turn to write from its first check to its last row (`change.rs`). Reads go on meanwhile. The
//! order of the steps ensures that a reader never sees a table whose description and rows disagree: data that a new
//! description needs is written before the description is published, and data that it no longer has is removed
//! afterwards. For ALTER TABLE the catalog checks everything and returns [`Effect`]s, which say what to do with the
//! rows: fill a new index or a new column, forget a dropped one, split differently.
//!
//! A change does not wait for open transactions. It breaks their locks on the table and gives the table a new version
//! or id, so that their next statement or commit notices the change.

use std::sync::Arc;

use super::Engine;
use crate::catalog::spec::{Alteration, IndexSpec, TableSpec};
use crate::catalog::{
    Catalog, DefaultValue, Effect, Entry, IndexKind, Partitioning, Rights, Store, Table, TableId, paths, refusal,
};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{Decoder, IndexedRow};
use crate::plan::steps::SchemeStep;
use crate::storage::row::encode_value;
use crate::storage::{Direction, Isolation, KeyRange, Layout, key, row};
use crate::types::{Primitive, Type};
use crate::work::tick;

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
                let mut catalog = self.change()?;
                paths.iter().try_for_each(|path| self.change_access(&mut catalog, path, changes))?;
                catalog.publish();
                Ok(())
            }
            SchemeStep::AlterTopic { path, if_exists, actions } => match self.alter_topic(path, actions.clone()) {
                Err(error) if *if_exists && error.status == Status::SchemeError => Ok(()),
                altered => altered,
            },
            SchemeStep::Truncate { path } => {
                let mut catalog = self.change()?;
                self.require(&catalog, path, Rights::ERASE_ROW)?;
                let table = catalog.table(path)?;
                if !table.changefeeds.is_empty() {
                    return Err(refusal::precondition("Cannot truncate table with CDC streams"));
                }
                // The new version tells open transactions that the rows are gone.
                catalog.touch(path)?;
                catalog.publish();
                self.storage.clear(table.id);
                table.indexes.iter().for_each(|index| self.storage.clear(index.table.id));
                Ok(())
            }
        }
    }

    pub fn create_table(&self, mut spec: TableSpec) -> Result<()> {
        let mut catalog = self.change()?;
        spec.path = catalog.resolve(&spec.path)?;
        spec.indexes.iter_mut().for_each(|index| self.maybe_plain(index));
        self.require_above(&catalog, &spec.path, Rights::CREATE_TABLE)?;
        spec.columns.iter().try_for_each(|column| self.config.behavior.release.check_column(column))?;
        let own = self.owner_of_new(&catalog, &spec.path);
        let table = catalog.create(spec, self.now_us())?;
        own(&mut catalog);
        self.storage.create(table.id, layout(&table));
        for index in &table.indexes {
            self.storage.create(index.table.id, layout(&index.table));
        }
        catalog.publish();
        Ok(())
    }

    pub fn alter_table(&self, path: &str, mut alterations: Vec<Alteration>) -> Result<()> {
        let mut catalog = self.change()?;
        let path = catalog.resolve(path)?;
        self.require_table(&catalog, &path, Rights::ALTER_SCHEMA)?;
        for alteration in &mut alterations {
            match alteration {
                Alteration::AddIndex(index) => self.maybe_plain(index),
                Alteration::RenameTo(_) => self.check_movable(&*catalog.table(&path)?)?,
                Alteration::AddColumn(column) => self.config.behavior.release.check_column(column)?,
                _ => {}
            }
        }
        let (table, effects) = catalog.alter(&path, alterations, self.now_us())?;
        for effect in &effects {
            match effect {
                Effect::BackfillIndex(name) => {
                    self.backfill(&table, name)?;
                    let takes = self.config.index_build_time;
                    if let Some(until) = self.clock().after(takes).filter(|_| !takes.is_zero()) {
                        catalog.building(&table.path, name, until);
                    }
                }
                Effect::FillDefault { column } => {
                    let column = *column;
                    let filled = table.columns.iter().find(|own| own.id == column);
                    if let Some(DefaultValue::Literal(value)) = filled.and_then(|column| column.default.as_ref()) {
                        let value = encode_value(value);
                        self.storage.rewrite(table.id, |old| Some(row::merge(old, &[(column, value.clone())])));
                    }
                }
                Effect::OpenFeed(id) => self.open_feed(&table, *id)?,
                _ => {}
            }
        }
        catalog.publish();
        // A transaction that has read under the old schema must not commit writes under the new schema.
        self.storage.break_locks(table.id);
        for effect in effects {
            match effect {
                Effect::DropIndexData(id) => self.storage.drop_table(id),
                Effect::ForgetColumn(column) => {
                    self.storage.rewrite(table.id, |old| row::remove_column(old, column));
                }
                Effect::Repartition { table, settings } => self.storage.set_settings(table, settings),
                Effect::DropFeed(id) => self.drop_feed(id),
                Effect::BackfillIndex(_) | Effect::FillDefault { .. } | Effect::OpenFeed(_) => {}
                // Nothing to do: rows are stored by table id, not by path.
                Effect::Rename(_) => {}
            }
        }
        Ok(())
    }

    /// Makes a unique index a plain one if the behavior asks for it.
    fn maybe_plain(&self, index: &mut IndexSpec) {
        if index.kind == IndexKind::GlobalUnique && !self.config.behavior.unique_indexes {
            index.kind = IndexKind::Global;
        }
    }

    /// Fills a new index from the rows of its table. The caller holds the turn to write, so no row can change
    /// meanwhile.
    fn backfill(&self, table: &Arc<Table>, name: &str) -> Result<()> {
        let Some(index) = table.index(name) else { return Ok(()) };
        self.storage.create(index.table.id, layout(&index.table));
        let one = Table { indexes: vec![index.clone()], ..Table::clone(table) };
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let decoder = Decoder::new(table, table, &all);
        let mut after: Option<Box<[u8]>> = None;
        loop {
            let mut tx = self.storage.begin(Isolation::Snapshot);
            let chunk = tx.scan(table.id, &KeyRange::all(), Direction::Forward, 512, after.as_deref());
            if let Err(stopped) = tick(chunk.rows.len()) {
                self.storage.drop_table(index.table.id);
                return Err(stopped);
            }
            for (key, row) in &chunk.rows {
                let row = decoder.row(key, row);
                // An index that is added later is never unique, so rows cannot violate it.
                IndexedRow { old: None, new: Some(&row) }.write(&one, &mut tx);
            }
            after = chunk.after;
            // The turn to write is held, so the commit cannot fail.
            let _ = tx.commit();
            if chunk.done {
                return Ok(());
            }
        }
    }

    /// Drops a table with its indexes.
    ///
    /// Fails with SCHEME_ERROR if the table does not exist.
    pub fn drop_table(&self, path: &str) -> Result<()> {
        let mut catalog = self.change()?;
        let path = catalog.resolve(path)?;
        self.require_table(&catalog, &path, Rights::REMOVE_SCHEMA)?;
        let ids = catalog.drop_table(&path)?;
        catalog.publish();
        self.forget(&ids);
        Ok(())
    }

    fn check_movable(&self, table: &Table) -> Result<()> {
        let behavior = &self.config.behavior;
        if !behavior.rename_column_tables {
            check_row_store(table)?;
        }
        let has_serial = table.columns.iter().any(|column| column.default == Some(DefaultValue::Sequence));
        if has_serial && !behavior.rename_serial_tables {
            // UNVERIFIED: this text, modelled on the one for changefeeds.
            return Err(refusal::precondition("Cannot move table with sequences"));
        }
        Ok(())
    }

    /// Checks that the caller has rights to change a table. A table that the caller may not describe counts as missing.
    fn require_table(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<()> {
        match self.require(catalog, path, Rights::DESCRIBE_SCHEMA) {
            Ok(()) => self.require(catalog, path, rights),
            Err(_) => Err(refusal::no_table(path)),
        }
    }

    fn forget(&self, ids: &[TableId]) {
        for &id in ids {
            self.storage.drop_table(id);
            self.drop_feed(id);
        }
        self.sequences.lock().retain(|(table, _), _| !ids.contains(table));
    }
}

pub(super) fn layout(table: &Table) -> Layout {
    let types: Vec<_> = table.key_types().cloned().collect();
    match &table.partitioning {
        Partitioning::Ranges { at, settings } => {
            let at = at.iter().map(|prefix| key::encode(prefix, &types)).collect();
            Layout::Ranges { at, settings: settings.clone() }
        }
        Partitioning::Hash { columns, shards } => {
            let in_key = |column: &usize| table.key.iter().position(|own| own == column);
            Layout::Hash { columns: columns.iter().filter_map(in_key).collect(), types, shards: *shards }
        }
    }
}

/// Refuses a column table, which YDB's copies and renames do not accept as a table (ydb issues 12461 and 14976).
fn check_row_store(table: &Table) -> Result<()> {
    match table.store {
        Store::Row => Ok(()),
        Store::Column => {
            let object = refusal::object(table.id.0, "ColumnTable");
            Err(refusal::scheme(refusal::check(&table.path, format!("path is not a table {object}"))))
        }
    }
}

impl Engine {
    /// Copies tables with their rows as of one moment, all of them or none. The flag says whether a table's indexes are
    /// copied, too. Column tables are refused.
    pub fn copy_tables(&self, tables: &[(&str, &str, bool)]) -> Result<()> {
        let mut changed = self.change()?;
        let mut copied = Vec::with_capacity(tables.len());
        for (from, to, indexes) in tables {
            let (from, to) = (changed.resolve(from)?, changed.resolve(to)?);
            self.require_table(&changed, &from, Rights::SELECT_ROW)?;
            check_row_store(&*changed.table(&from)?)?;
            self.require_above(&changed, &to, Rights::CREATE_TABLE)?;
            let own = self.owner_of_new(&changed, &to);
            copied.push(changed.copy(&from, &to, *indexes, self.now_us())?.1);
            own(&mut changed);
        }
        let pairs = || copied.iter().flatten();
        for (old, new) in pairs() {
            if let Err(stopped) = self.storage.copy(*old, *new) {
                pairs().for_each(|(_, new)| self.storage.drop_table(*new));
                return Err(stopped);
            }
        }
        let mut sequences = self.sequences.lock();
        for pairs in &copied {
            let Some((old, new)) = pairs.first() else { continue };
            let own = sequences.iter().filter(|((table, _), _)| table == old);
            let own: Vec<_> = own.map(|((_, column), last)| ((*new, *column), *last)).collect();
            sequences.extend(own);
        }
        changed.publish();
        Ok(())
    }

    /// Renames tables one after the other, all of them or none. The flag allows a rename to replace an existing table.
    pub fn rename_tables(&self, tables: &[(&str, &str, bool)]) -> Result<()> {
        let mut changed = self.change()?;
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
            let (table, gone) = changed.rename(&from, &to, *replace, self.now_us())?;
            moved.push(table.id);
            replaced.extend(gone);
        }
        changed.publish();
        moved.into_iter().for_each(|table| self.storage.break_locks(table));
        self.forget(&replaced);
        Ok(())
    }
}

/// Prefix of a sequence's name; the name of its column follows.
const PREFIX: &str = "_serial_column_";

impl Engine {
    pub(super) fn draw_serial(&self, table: &Table, column: usize) -> Result<i64> {
        let description = &table.columns[column];
        let max = match description.ty {
            Type::Primitive(Primitive::Int16) => i64::from(i16::MAX),
            Type::Primitive(Primitive::Int32) => i64::from(i32::MAX),
            _ => i64::MAX,
        };
        let mut sequences = self.sequences.lock();
        let last = sequences.entry((table.id, description.id)).or_insert(0);
        if *last >= max {
            let message = format!("sequence {}/{PREFIX}{} doesn't have any more values", table.path, description.name);
            return Err(Error::issue(
                Issue::new(codes::KIKIMR_SCHEME_ERROR, message.clone()).with(Issue::new(codes::ENGINE_ERROR, message)),
            ));
        }
        *last += 1;
        Ok(*last)
    }

    /// Restarts a sequence at `restart`, or at its first number.
    ///
    /// Fails with SCHEME_ERROR if the sequence does not exist, unless `if_exists` is set.
    fn restart_sequence(&self, path: &str, if_exists: bool, restart: Option<i64>) -> Result<()> {
        let _turn = self.storage.turn();
        let catalog = self.catalog.read();
        let table = catalog.table(paths::parent(path)).ok();
        let sequence = table.and_then(|table| {
            let name = paths::leaf(path).strip_prefix(PREFIX)?;
            let column = table.columns.get(table.column(name)?)?;
            (column.default == Some(DefaultValue::Sequence)).then_some((table.id, column.id))
        });
        match sequence {
            Some(sequence) => {
                self.require(&catalog, paths::parent(path), Rights::ALTER_SCHEMA)?;
                self.sequences.lock().insert(sequence, restart.unwrap_or(1) - 1);
                Ok(())
            }
            None if if_exists => Ok(()),
            // UNVERIFIED: that YDB's message begins with this text, and what it adds about the nearest existing path.
            None => Err(refusal::scheme(refusal::check(path, "path hasn't been resolved"))),
        }
    }
}
