//! ALTER TABLE: makes a new description from the old one, and lists the effects on rows and paths.

use std::sync::Arc;

use super::create::some_replicas;
use super::rules::{columns, indexes, partitions};
use super::spec::{Alteration, ColumnSpec, DefaultSpec, IndexSpec, PartitioningSpec};
use super::{
    Column, ColumnId, DefaultValue, Family, Index, IndexKind, PartitionSettings, Partitioning, Store, Table, TableId,
    TableIds, paths, refusal, rules,
};
use crate::error::{Error, Result};
use crate::work::tick;

/// Change of rows or paths that the engine makes after the new description is in place.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    BackfillIndex(Arc<str>),
    DropIndexData(TableId),
    FillDefault {
        column: ColumnId,
    },
    /// Removal of the values of a dropped column, whose id is never used again.
    ForgetColumn(ColumnId),
    Repartition {
        table: TableId,
        settings: PartitionSettings,
    },
    /// Start of the recording of changes for the new changefeed with this id.
    OpenFeed(TableId),
    DropFeed(TableId),
    /// Move of the table to another absolute path (`Catalog::rename`).
    Rename(String),
}

/// Applies alterations in order. Returns the new description, and the effects that the engine must carry out.
pub fn alter(
    table: &Table,
    alterations: Vec<Alteration>,
    ids: &mut TableIds,
    now_us: u64,
) -> Result<(Table, Vec<Effect>)> {
    check_mix(&alterations)?;
    let mut change = TableChange { table: table.clone(), effects: Vec::new(), ids, now_us };
    for alteration in alterations {
        tick(change.table.columns.len())?;
        change.apply(alteration)?;
    }
    let TableChange { mut table, effects, .. } = change;
    table.version += 1;
    Ok((table, effects))
}

struct TableChange<'a> {
    table: Table,
    effects: Vec<Effect>,
    ids: &'a mut TableIds,
    now_us: u64,
}

impl TableChange<'_> {
    fn apply(&mut self, alteration: Alteration) -> Result<()> {
        match alteration {
            Alteration::AddColumn(spec) => self.add_column(spec).map_err(|e| self.altering(e))?,
            Alteration::DropColumn(name) => self.drop_column(&name)?,
            Alteration::SetFamily { column, family } => self.set_family(&column, &family)?,
            Alteration::DropNotNull(name) => self.drop_not_null(&name)?,
            Alteration::SetNotNull(name) => {
                self.column(&name)?;
                return Err(refusal::generic("SET NOT NULL is currently not supported."));
            }
            Alteration::SetDefault { column, value } => self.set_default(&column, value)?,
            Alteration::DropDefault(name) => self.drop_default(&name)?,
            Alteration::SetCompression { column, compression } => {
                let column = self.column(&column)?;
                columns::check_compression(&compression, self.table.store)?;
                self.table.columns[column].compression = Some(compression);
            }
            Alteration::AddFamily(family) => self.add_family(family)?,
            Alteration::AlterFamily(family) => self.alter_family(family)?,
            Alteration::SetPartitioning(spec) => self.set_partitioning(&spec)?,
            Alteration::SetKeyBloomFilter(on) => {
                self.row_only("Key bloom filter settings are not supported")?;
                self.table.key_bloom_filter = Some(on);
            }
            Alteration::SetReadReplicas(replicas) => {
                self.row_only("Read replicas settings are not supported")?;
                self.table.read_replicas = Some(replicas).filter(some_replicas);
            }
            Alteration::SetTtl(spec) => {
                let Table { columns, key, store, .. } = &self.table;
                let ttl = rules::build_ttl(spec, columns, key, *store, self.now_us);
                self.table.ttl = Some(ttl.map_err(|error| self.altering(error))?);
            }
            Alteration::ResetTtl => self.table.ttl = None,
            Alteration::SetAttributes(changes) => {
                for (name, value) in changes {
                    if value.is_empty() {
                        self.table.attributes.remove(&name)
                    } else {
                        self.table.attributes.insert(name, value)
                    };
                }
            }
            Alteration::AddIndex(spec) => self.add_index(&spec)?,
            Alteration::DropIndex(name) => {
                let index = self.index(&name)?;
                let index = self.table.indexes.remove(index);
                self.effects.push(Effect::DropIndexData(index.table.id));
            }
            Alteration::RenameIndex { from, to } => self.rename_index(&from, &to)?,
            Alteration::SetIndexPartitioning { index, settings } => self.set_index_partitioning(&index, &settings)?,
            Alteration::RenameTo(path) => {
                if !self.table.changefeeds.is_empty() {
                    return Err(refusal::precondition("Cannot move table with cdc streams"));
                }
                self.effects.push(Effect::Rename(path));
            }
            Alteration::AddChangefeed { name, settings } => {
                indexes::add_changefeed(&mut self.table, &name, settings, self.ids)?;
                self.effects.extend(self.table.changefeeds.last().map(|feed| Effect::OpenFeed(feed.id)));
            }
            Alteration::DisableChangefeed(name) => {
                let position = self.changefeed(&name)?;
                self.table.changefeeds[position].disabled = true;
            }
            Alteration::DropChangefeed(name) => {
                let position = self.changefeed(&name)?;
                let feed = self.table.changefeeds.remove(position);
                self.effects.push(Effect::DropFeed(feed.id));
            }
            Alteration::Compact => {}
        }
        Ok(())
    }

    fn altering(&self, error: Error) -> Error {
        if self.table.store == Store::Row { refusal::altering(error) } else { error }
    }

    /// Returns the beginning of type annotation's messages about a column or an index of the table.
    fn subject(&self, what: &str) -> String {
        format!("AlterTable : db.[{}] {what}", self.table.path)
    }

    fn column(&self, name: &str) -> Result<usize> {
        self.table
            .column(name)
            .ok_or_else(|| refusal::generic(self.subject(&format!("Column: \"{name}\" does not exist"))))
    }

    fn index(&self, name: &str) -> Result<usize> {
        self.table
            .indexes
            .iter()
            .position(|index| &*index.name == name)
            .ok_or_else(|| refusal::generic(self.subject(&format!("Index: \"{name}\" does not exist"))))
    }

    fn changefeed(&self, name: &str) -> Result<usize> {
        let position = self.table.changefeeds.iter().position(|feed| &*feed.name == name);
        position.ok_or_else(|| {
            let path = format!("{}/{name}", self.table.path);
            refusal::scheme(refusal::check(&path, "path hasn't been resolved"))
        })
    }

    fn row_only(&self, text: &str) -> Result<()> {
        if self.table.store == Store::Row { Ok(()) } else { Err(refusal::bad_request(text)) }
    }

    fn family(&self, name: &str) -> Option<usize> {
        self.table.families.iter().position(|family| &*family.name == name)
    }

    fn add_family(&mut self, family: Family) -> Result<()> {
        if self.family(&family.name).is_some() || &*family.name == "default" {
            // The message texts about column families are UNVERIFIED.
            return Err(refusal::bad_request(format!("Column family '{}' already exists", family.name)));
        }
        columns::check_family(&family, self.table.store)?;
        self.table.families.push(family);
        Ok(())
    }

    fn alter_family(&mut self, changed: Family) -> Result<()> {
        columns::check_family(&changed, self.table.store)?;
        let position = match self.family(&changed.name) {
            Some(position) => position,
            // ALTER FAMILY of a row table creates the family if it does not exist.
            None if self.table.store == Store::Row || &*changed.name == "default" => {
                self.table.families.push(changed);
                return Ok(());
            }
            None => return Err(refusal::bad_request(format!("Unknown column family '{}'", changed.name))),
        };
        let family = &mut self.table.families[position];
        family.data = changed.data.or_else(|| family.data.take());
        family.compression = changed.compression.or_else(|| family.compression.take());
        family.cache_mode = changed.cache_mode.or_else(|| family.cache_mode.take());
        Ok(())
    }

    fn set_partitioning(&mut self, spec: &PartitioningSpec) -> Result<()> {
        // The text for column tables is UNVERIFIED; their number of shards is fixed at creation.
        self.row_only("Partitioning settings of column tables cannot be altered")?;
        let settings = repartition(&mut self.table, spec)?;
        self.effects.push(Effect::Repartition { table: self.table.id, settings });
        Ok(())
    }

    fn add_index(&mut self, spec: &IndexSpec) -> Result<()> {
        let unknown = spec.columns.iter().chain(&spec.cover).find(|name| self.table.column(name).is_none());
        if let Some(name) = unknown {
            return Err(refusal::generic(self.subject(&format!("Column: \"{name}\" does not exist"))));
        }
        if spec.kind == IndexKind::GlobalUnique {
            // Every release of YDB has this feature switched off.
            let text = "Failed item check: Adding a unique index to an existing table is disabled";
            return Err(refusal::bad_request(text));
        }
        let Table { path, columns, key, store, indexes, .. } = &mut self.table;
        let base = indexes::Base { path, columns, key, store: *store };
        indexes::add_index(spec, &base, indexes, self.ids, self.now_us)?;
        self.effects.push(Effect::BackfillIndex(spec.name.as_str().into()));
        Ok(())
    }

    fn rename_index(&mut self, from: &str, to: &str) -> Result<()> {
        let position = self.index(from)?;
        if let Some(error) = paths::element_error(to) {
            return Err(refusal::scheme(refusal::check(&format!("{}/{to}", self.table.path), error)));
        }
        if let Some(other) = self.table.index(to) {
            let path = format!("{}/{to}", self.table.path);
            let error = format!("path has been resolved {}", refusal::object(other.table.id.0, "TableIndex"));
            return Err(refusal::scheme(refusal::check(&path, error)));
        }
        let index = &mut self.table.indexes[position];
        index.name = to.into();
        Arc::make_mut(&mut index.table).path = paths::index_table(&self.table.path, to).into();
        Ok(())
    }

    fn set_index_partitioning(&mut self, name: &str, spec: &PartitioningSpec) -> Result<()> {
        let found = self.table.indexes.iter_mut().find(|index| &*index.name == name);
        let Some(index) = found else {
            return Err(refusal::scheme(format!("Unknown index name: {name}")));
        };
        let table = Arc::make_mut(&mut index.table);
        let settings = repartition(table, spec)?;
        table.version += 1;
        self.effects.push(Effect::Repartition { table: table.id, settings });
        Ok(())
    }
}

fn repartition(table: &mut Table, spec: &PartitioningSpec) -> Result<PartitionSettings> {
    match &mut table.partitioning {
        Partitioning::Ranges { settings, .. } => {
            *settings = partitions::altered(settings, spec)?;
            Ok(settings.clone())
        }
        Partitioning::Hash { .. } => {
            Err(refusal::bad_request("Partitioning settings of column tables cannot be altered"))
        }
    }
}

impl TableChange<'_> {
    fn add_column(&mut self, spec: ColumnSpec) -> Result<()> {
        if self.table.column(&spec.name).is_some() {
            return Err(refusal::generic(self.subject(&format!("Column: \"{}\" already exists", spec.name))));
        }
        if spec.default == Some(DefaultSpec::Sequence) {
            return Err(refusal::generic("Column addition with serial data type is unsupported"));
        }
        if spec.not_null && spec.default.is_none() {
            return Err(refusal::bad_request("Cannot add not null column without default value"));
        }
        let store = self.table.store;
        let column = columns::build_column(spec, store, ColumnId(self.table.next_column_id))?;
        if let Some(family) = &column.family {
            columns::use_by(family, &column.name, &mut self.table.families, store)?;
        }
        let (current, limit) = (self.table.columns.len(), columns::limit(store));
        if current + 1 > limit {
            let text = format!("Too many columns: current: {current}, new: 1, dropping: 0. Limit: {limit}");
            return Err(refusal::scheme(text));
        }
        if matches!(column.default, Some(DefaultValue::Literal(_))) {
            self.effects.push(Effect::FillDefault { column: column.id });
        }
        self.table.next_column_id += 1;
        self.table.columns.push(column);
        Ok(())
    }

    fn drop_column(&mut self, name: &str) -> Result<()> {
        let Some(position) = self.table.column(name) else {
            return Err(refusal::generic(self.subject(&format!("Column \"{name}\" does not exist"))));
        };
        if self.table.key.contains(&position) {
            let text = format!("Column: \"{name}\" is a key column. Key column drop is not supported");
            return Err(refusal::generic(self.subject(&text)));
        }
        if self.table.ttl.as_ref().is_some_and(|ttl| ttl.column == position) {
            let error = refusal::scheme(format!("Can't drop TTL column: '{name}', disable TTL first "));
            return Err(self.altering(error));
        }
        let use_of = |index: &Index| {
            let keyed = index.columns.contains(&position).then_some("has an index with");
            keyed.or_else(|| index.cover.contains(&position).then_some("index covers"))
        };
        if let Some((index, uses)) = self.table.indexes.iter().find_map(|index| Some((index, use_of(index)?))) {
            return Err(refusal::precondition(format!(
                "Impossible drop column because table {uses} that column, column name: {name}, \
                 table name: {}, index name: {}",
                self.table.path, index.name
            )));
        }
        let Column { id, .. } = self.table.columns.remove(position);
        self.effects.retain(|effect| *effect != Effect::FillDefault { column: id });
        self.effects.push(Effect::ForgetColumn(id));
        self.shift_positions(position);
        Ok(())
    }

    /// Decrements the stored positions of all columns behind the removed column.
    fn shift_positions(&mut self, removed: usize) {
        let shift = |position: &mut usize| *position -= usize::from(*position > removed);
        let Table { key, indexes, ttl, partitioning, .. } = &mut self.table;
        key.iter_mut().for_each(shift);
        for index in indexes {
            index.columns.iter_mut().chain(&mut index.cover).for_each(shift);
        }
        if let Some(ttl) = ttl {
            shift(&mut ttl.column);
        }
        if let Partitioning::Hash { columns, .. } = partitioning {
            columns.iter_mut().for_each(shift);
        }
    }

    fn set_family(&mut self, name: &str, family: &str) -> Result<()> {
        let position = self.column(name)?;
        if self.table.store == Store::Row && self.table.key.contains(&position) {
            let id = self.table.columns[position].id.0;
            return Err(refusal::bad_request(format!("Cannot set family for key column ' {name}' with id {id}")));
        }
        let family: Arc<str> = family.into();
        columns::use_by(&family, name, &mut self.table.families, self.table.store)?;
        self.table.columns[position].family = Some(family).filter(|family| &**family != "default");
        Ok(())
    }

    fn drop_not_null(&mut self, name: &str) -> Result<()> {
        let position = self.column(name)?;
        if self.table.store == Store::Column && self.table.key.contains(&position) {
            return Err(refusal::scheme(format!("Nullable key column '{name}'")));
        }
        self.table.columns[position].not_null = false;
        // The index tables have copies of the column.
        for index in &mut self.table.indexes {
            let table = Arc::make_mut(&mut index.table);
            if let Some(copy) = table.column(name) {
                table.columns[copy].not_null = false;
                table.version += 1;
            }
        }
        Ok(())
    }

    fn set_default(&mut self, name: &str, value: DefaultSpec) -> Result<()> {
        let position = self.column(name)?;
        if value == DefaultSpec::Sequence {
            return Err(refusal::unsupported("SET DEFAULT to a sequence is not supported"));
        }
        let Column { ty, not_null, .. } = &self.table.columns[position];
        let default = columns::default_value(name, ty, *not_null, self.table.store, value)?;
        self.table.columns[position].default = default;
        Ok(())
    }

    fn drop_default(&mut self, name: &str) -> Result<()> {
        let position = self.column(name)?;
        if self.table.columns[position].not_null {
            return Err(refusal::generic("Cannot drop default for a NOT NULL column"));
        }
        self.table.columns[position].default = None;
        Ok(())
    }
}

/// Kinds of alterations. All alterations of one statement or request must be of one kind.
#[derive(PartialEq, Eq)]
enum MixKind {
    Common,
    AddIndex,
    DropIndex,
    RenameIndex,
    AlterIndex,
    Attributes,
    Changefeed,
    Rename,
}

const fn mix_kind(alteration: &Alteration) -> MixKind {
    match alteration {
        Alteration::AddIndex(_) => MixKind::AddIndex,
        Alteration::DropIndex(_) => MixKind::DropIndex,
        Alteration::RenameIndex { .. } => MixKind::RenameIndex,
        Alteration::SetIndexPartitioning { .. } => MixKind::AlterIndex,
        Alteration::SetAttributes(_) => MixKind::Attributes,
        Alteration::AddChangefeed { .. } | Alteration::DisableChangefeed(_) | Alteration::DropChangefeed(_) => {
            MixKind::Changefeed
        }
        Alteration::RenameTo(_) => MixKind::Rename,
        _ => MixKind::Common,
    }
}

/// Checks that one statement may contain all these alterations.
///
/// Fails if there are no alterations, if their kinds differ, or if their kind allows only one alteration.
fn check_mix(alterations: &[Alteration]) -> Result<()> {
    let Some(first) = alterations.first() else {
        return Err(refusal::bad_request("Empty alter"));
    };
    if alterations.len() == 1 {
        return Ok(());
    }
    let has = |wanted| alterations.iter().any(|alteration| mix_kind(alteration) == wanted);
    if has(MixKind::AlterIndex) {
        return Err(refusal::generic("ALTER INDEX action cannot be combined with any other ALTER TABLE action"));
    }
    if has(MixKind::Rename) {
        return Err(refusal::generic("RENAME TO can not be used together with another table action"));
    }
    if alterations.iter().any(|other| mix_kind(other) != mix_kind(first)) {
        return Err(refusal::unsupported("Mixed alter is unsupported"));
    }
    let text = match mix_kind(first) {
        MixKind::Common | MixKind::Attributes | MixKind::AlterIndex | MixKind::Rename => return Ok(()),
        MixKind::AddIndex => "Only one index can be added by one operation",
        MixKind::DropIndex => "Only one index can be removed by one operation",
        MixKind::RenameIndex => "Only one index can be renamed by one operation",
        MixKind::Changefeed => "Only one changefeed can be changed by one operation",
    };
    Err(refusal::unsupported(text))
}
