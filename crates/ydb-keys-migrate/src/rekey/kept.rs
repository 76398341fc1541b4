//! Columns and settings that the new table keeps of the old one, although the model does not declare them; and
//! alterations of a table since it was described.
//!
//! Steps with ALTER TABLE leave such columns and settings alone, too, unless dropping columns is allowed.

use std::collections::BTreeMap;
use std::fmt::Debug;

use ydb_keys::schema::{IndexDef, Store};
use ydb_keys::{Layout, Table};
use ydb_keys_core::ddl::{Name, index_partitioning, simple, switch};
use ydb_keys_core::schema::simple::SETTINGS;
use ydb_yql::printed_settings;

use super::TablePair;
use crate::live::{LiveColumn, LiveDefault, LiveTable};

/// Partition size in megabytes of a table that was created without one.
const DEFAULT_SIZE_MB: u64 = 2048;

/// Returns the columns that the model does not declare, and whose values are not computed from other columns.
pub(crate) fn extra_columns<'a>(table: &'static Table, old: &'a LiveTable) -> impl Iterator<Item = &'a LiveColumn> {
    let layout = old.attributes.get(Layout::ATTRIBUTE).and_then(|line| line.parse::<Layout>().ok());
    let mut computed: Vec<String> = layout.iter().flat_map(|layout| layout.indexed_names()).map(Into::into).collect();
    match layout {
        Some(layout) => computed.extend(layout.into_parts().0.map(|hash| hash.name)),
        None => {
            let first = old.primary_key.first().and_then(|name| old.column(name));
            computed.extend(first.filter(|column| column.is_called_hash()).map(|column| column.name.clone()));
        }
    }
    old.columns.iter().filter(move |live| {
        let declared = table.columns.iter().map(|column| column.name).chain(table.computed().map(|hash| hash.name));
        declared.into_iter().all(|name| name != live.name) && !computed.contains(&live.name)
    })
}

impl LiveColumn {
    /// Returns `true` if a copy can have this column although the model does not declare it.
    pub(crate) fn can_be_kept(&self) -> bool {
        !self.is_foreign() && self.ty.is_some()
    }

    /// Returns `true` if the column stays NOT NULL. Programs with the model do not write it; therefore it needs a
    /// default.
    pub(crate) fn stays_not_null(&self) -> bool {
        !self.nullable && matches!(self.default, LiveDefault::Literal(_))
    }
}

impl<'a> TablePair<'a> {
    /// Returns the columns that the new table keeps although the model does not declare them.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &'a LiveColumn> + use<'a> {
        let keeps = self.keeps;
        extra_columns(self.table, self.old).filter(move |column| keeps && column.can_be_kept())
    }

    /// Returns the columns whose values the copy would lose without permission.
    pub(super) fn not_kept(&self) -> impl Iterator<Item = &'a LiveColumn> + use<'a> {
        let keeps = self.keeps;
        extra_columns(self.table, self.old).filter(move |column| keeps && !column.can_be_kept())
    }

    /// Writes the statements that give kept columns and settings to the new table, which was created from the model.
    pub(crate) fn keep(&self, new: &LiveTable) -> Vec<String> {
        let path = Name(&self.paths.new);
        let missing = self.kept().filter(|column| new.column(&column.name).is_none());
        let mut statements: Vec<String> = missing
            .map(|column| {
                let not_null = if column.stays_not_null() { " NOT NULL" } else { "" };
                let default = match &column.default {
                    LiveDefault::Literal(value) => format!(" DEFAULT {value}"),
                    _ => String::new(),
                };
                let (name, ty) = (Name(&column.name), &column.type_text);
                let has = |name: &&String| self.table.families.iter().any(|family| family.name == **name);
                let family = column.family.as_ref().filter(has);
                let family = family.map_or_else(String::new, |family| format!(" FAMILY {}", Name(family)));
                format!("ALTER TABLE {path} ADD COLUMN {name} {ty}{family}{not_null}{default}")
            })
            .collect();
        let settings = kept_settings(self.table, self.old);
        if !settings.is_empty() {
            statements.push(format!("ALTER TABLE {path} SET ({})", settings.join(", ")));
        }
        statements.extend(self.table.indexes.iter().filter_map(|index| {
            let settings = settings_of_index(self.old, index).filter(|settings| settings.are_by_hand)?;
            Some(format!("ALTER TABLE {path} ALTER INDEX {} SET ({})", Name(index.name), settings.texts.join(", ")))
        }));
        statements
    }
}

/// Settings that an index should have.
pub(crate) struct IndexSettings {
    /// Settings as `KEY = value`. All go into one statement, because YDB resets those that it leaves out.
    pub(crate) texts: Vec<String>,
    /// `true` if people made some settings that the model does not have.
    pub(crate) are_by_hand: bool,
}

/// Returns the settings that a model gives to an index, and those that people made on the table's index with that name;
/// `None` if there are none.
pub(crate) fn settings_of_index(live: &LiveTable, index: &IndexDef) -> Option<IndexSettings> {
    let buckets = index.hash.and_then(|hash| hash.buckets);
    let mut texts = buckets.map(index_partitioning).unwrap_or_default();
    let of_model = texts.len();
    let settings = live.settings.as_ref()?.index_settings.iter().find(|(name, _)| name == index.name);
    let text = settings.map_or("", |(_, text)| text);
    let key = |text: &str| text.split('=').next().unwrap_or_default().trim().to_ascii_uppercase();
    for setting in printed_settings(text).unwrap_or_default() {
        let text = setting.span.of(text);
        if texts[..of_model].iter().all(|own| key(own) != key(text)) {
            texts.push(text.to_owned());
        }
    }
    let are_by_hand = texts.len() > of_model;
    (!texts.is_empty()).then_some(IndexSettings { texts, are_by_hand })
}

/// Returns settings of the old table that the model leaves to the server. Settings of partitions belong into one
/// statement: YDB resets those that a statement leaves out.
pub(crate) fn kept_settings(table: &Table, old: &LiveTable) -> Vec<String> {
    let mut texts = Vec::new();
    let (Some(settings), Store::Row, Store::Row) = (&old.settings, old.store, table.store) else { return texts };
    if table.partitioning.is_none() {
        if settings.by_size == Some(false) {
            texts.push(format!("AUTO_PARTITIONING_BY_SIZE = {}", switch(false)));
        } else if let Some(size) = settings.size_mb.filter(|&size| size != DEFAULT_SIZE_MB) {
            texts.push(format!("AUTO_PARTITIONING_PARTITION_SIZE_MB = {size}"));
        }
        if settings.by_load == Some(true) {
            texts.push("AUTO_PARTITIONING_BY_LOAD = ENABLED".to_owned());
        }
        let partitions = settings.split_points.len() as u64 + 1;
        if let Some(min) = settings.min.or(Some(partitions)).filter(|&min| min > 1) {
            texts.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {min}"));
        }
        if let Some(max) = settings.max {
            texts.push(format!("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = {max}"));
        }
    }
    for setting in &SETTINGS {
        if let (Some(value), None) = (settings.simple.get(setting.name), (setting.of)(table)) {
            texts.push(simple(setting, value));
        }
    }
    texts
}

/// Describes the alterations since a table was described, one phrase each. Partitions are not compared: YDB splits and
/// merges them by itself.
pub(crate) fn alterations(then: &LiveTable, now: &LiveTable) -> Vec<String> {
    let (then, now) = (parts(then), parts(now));
    let names: std::collections::BTreeSet<_> = then.keys().chain(now.keys()).collect();
    let altered = names.into_iter().filter_map(|name| match (then.get(name), now.get(name)) {
        (None, _) => Some(format!("{name} was added")),
        (_, None) => Some(format!("{name} was dropped")),
        (then, now) => (then != now).then(|| format!("{name} was altered")),
    });
    altered.collect()
}

/// Returns the parts of a table by their names.
fn parts(of: &LiveTable) -> BTreeMap<String, String> {
    let shown = |what: &dyn Debug| format!("{what:?}");
    let mut parts = BTreeMap::new();
    for column in &of.columns {
        parts.insert(format!("column {}", Name(&column.name)), shown(column));
    }
    for index in &of.indexes {
        parts.insert(format!("index {}", Name(&index.name)), shown(&(index.kind, &index.on, &index.cover)));
    }
    if let Some(settings) = &of.settings {
        parts.extend(settings.changefeeds.iter().map(|name| (format!("changefeed {}", Name(name)), String::new())));
        parts.extend(settings.ttl.iter().map(|ttl| ("TTL".to_owned(), shown(ttl))));
        parts.extend(settings.simple.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    }
    parts
}
