//! Rules of indexes, their hidden tables, and changefeeds.

use std::sync::Arc;

use crate::catalog::spec::IndexSpec;
use crate::catalog::{Changefeed, Column, Index, Store, Table, TableIds, paths, refusal, rules};
use crate::error::Result;
use crate::types::{Primitive, Type};

/// Parts of the indexed table that the index is made from.
pub(in crate::catalog) struct Base<'a> {
    pub(in crate::catalog) path: &'a str,
    pub(in crate::catalog) columns: &'a [Column],
    pub(in crate::catalog) key: &'a [usize],
    pub(in crate::catalog) store: Store,
}

pub(in crate::catalog) fn add_index(
    spec: &IndexSpec,
    base: &Base<'_>,
    indexes: &mut Vec<Index>,
    ids: &mut TableIds,
    now_us: u64,
) -> Result<()> {
    if base.store == Store::Column {
        // In CREATE TABLE, YDB accepts the entry and silently makes no index; an error is more useful.
        return Err(refusal::unsupported("A GLOBAL index of a column table is not supported"));
    }
    if let Some(error) = paths::element_error(&spec.name) {
        let text = format!("Check failed: path: '{}/{}', error: {error}", base.path, spec.name);
        return Err(refusal::scheme(text));
    }
    if indexes.iter().any(|index| *index.name == *spec.name) {
        let text = format!("Can't create indexes with not unique names for table, for example: {}", spec.name);
        return Err(refusal::bad_request(text));
    }
    if indexes.len() >= rules::MAX_INDEXES {
        return Err(refusal::precondition(format!(
            "indexes count has reached maximum value in the table, children limit for dir in domain: {}, \
             intention to create new children: {}",
            rules::MAX_INDEXES,
            indexes.len() + 1
        )));
    }
    let columns = positions(&spec.columns, base.columns, "key")?;
    let cover = positions(&spec.cover, base.columns, "data")?;
    check_parts(&columns, &cover, base)?;
    // The key of the index table: the indexed columns, then the rest of the main key.
    let rest = base.key.iter().filter(|column| !columns.contains(column));
    let key: Vec<usize> = columns.iter().chain(rest).copied().collect();
    for &column in &key {
        let Column { name, ty, .. } = &base.columns[column];
        if !matches!(rules::uses(ty, Store::Row), rules::ColumnUse::Key) {
            let text = format!(
                "IsCompatibleKeyTypes fail with explain: Column '{name}' has wrong key type {ty} for being key"
            );
            return Err(refusal::bad_request(text));
        }
    }
    if key.len() > rules::MAX_KEY_COLUMNS {
        return Err(refusal::scheme(format!(
            "Too many key indexed, index table reaches the limit of the maximum keys colums count: \
             indexing colums: {}: requested keys colums for index table: {}. Limit: {}",
            columns.len(),
            key.len(),
            rules::MAX_KEY_COLUMNS
        )));
    }
    let hidden = |(id, &position): (u32, &usize)| {
        let Column { name, ty, not_null, .. } = &base.columns[position];
        Column { not_null: *not_null, ..Column::new(id, Arc::clone(name), ty.clone()) }
    };
    let own = (1..).zip(key.iter().chain(&cover)).map(hidden).collect();
    let path = paths::index_table(base.path, &spec.name).into();
    let table = Arc::new(Table::plain(ids.allocate(), path, own, key.len(), now_us));
    indexes.push(Index {
        name: spec.name.as_str().into(),
        kind: spec.kind,
        columns,
        cover,
        table,
        building_until: None,
    });
    Ok(())
}

fn incompatible(explain: impl std::fmt::Display) -> crate::error::Error {
    refusal::bad_request(format!("IsCompatibleIndex fail with explain: {explain}"))
}

fn positions(names: &[String], columns: &[Column], role: &str) -> Result<Vec<usize>> {
    let mut found = Vec::with_capacity(names.len());
    for name in names {
        let Some(position) = columns.iter().position(|column| *column.name == **name) else {
            return Err(incompatible(format_args!(
                "all index {role} columns should be in table columns, index {role} column {name} is missed"
            )));
        };
        if found.contains(&position) {
            return Err(incompatible(format_args!("all index {role} columns should be unique, for example {name}")));
        }
        found.push(position);
    }
    Ok(found)
}

fn check_parts(columns: &[usize], cover: &[usize], base: &Base<'_>) -> Result<()> {
    if columns.is_empty() {
        return Err(incompatible("should be at least single index key column"));
    }
    if columns == base.key {
        return Err(incompatible("index keys shouldn't be table keys"));
    }
    match cover.iter().find(|column| columns.contains(column) || base.key.contains(column)) {
        Some(&column) => Err(incompatible(format_args!(
            "the same column can't be used as key and data column for one index, for example {}",
            base.columns[column].name
        ))),
        None => Ok(()),
    }
}

/// Copies indexes for a table at the path `path`. `id` returns the new id of each index table.
pub(in crate::catalog) fn moved(
    indexes: &[Index],
    path: &str,
    mut id: impl FnMut(&Table) -> crate::catalog::TableId,
) -> Vec<Index> {
    let moved = |index: &Index| {
        let mut table = Table::clone(&index.table);
        table.path = paths::index_table(path, &index.name).into();
        table.id = id(&index.table);
        Index { table: Arc::new(table), ..index.clone() }
    };
    indexes.iter().map(moved).collect()
}

const MODES: [&str; 5] = ["KEYS_ONLY", "UPDATES", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"];
const FORMATS: [&str; 3] = ["JSON", "DEBEZIUM_JSON", "DYNAMODB_STREAMS_JSON"];

/// Names of the settings that a changefeed may have.
const SETTINGS: &str = "\
    MODE FORMAT VIRTUAL_TIMESTAMPS SCHEMA_CHANGES USER_SIDS TRACE_IDS BARRIERS_INTERVAL RETENTION_PERIOD \
    TOPIC_AUTO_PARTITIONING TOPIC_MIN_ACTIVE_PARTITIONS TOPIC_MAX_ACTIVE_PARTITIONS INITIAL_SCAN AWS_REGION \
    RESOLVED_TIMESTAMPS TOPIC_PARTITIONS";

pub(in crate::catalog) fn add_changefeed(
    table: &mut Table,
    name: &str,
    settings: Vec<(String, String)>,
    ids: &mut TableIds,
) -> Result<()> {
    if table.store == Store::Column {
        return Err(refusal::unsupported("Changefeeds of column tables are not supported"));
    }
    if let Some(error) = paths::element_error(name) {
        return Err(refusal::scheme(refusal::check(&format!("{}/{name}", table.path), error)));
    }
    let taken = table.changefeeds.iter().any(|feed| &*feed.name == name) || table.index(name).is_some();
    if taken {
        // The kind of the object and the status are UNVERIFIED.
        let path = format!("{}/{name}", table.path);
        return Err(refusal::exists(&path, table.id.0, "CdcStream"));
    }
    if table.changefeeds.len() >= rules::MAX_CHANGEFEEDS {
        return Err(refusal::precondition(format!(
            "cdc streams count has reached maximum value in the table, children limit for dir in domain: {}, \
             intention to create new children: {}",
            rules::MAX_CHANGEFEEDS,
            table.changefeeds.len() + 1
        )));
    }
    check_settings(table, &settings)?;
    table.changefeeds.push(Changefeed { id: ids.allocate(), name: name.into(), settings, disabled: false });
    Ok(())
}

fn check_settings(table: &Table, settings: &[(String, String)]) -> Result<()> {
    for (i, (key, _)) in settings.iter().enumerate() {
        if !SETTINGS.split(' ').any(|setting| setting == key) {
            return Err(refusal::generic(format!("Unknown changefeed setting: {key}")));
        }
        if settings[..i].iter().any(|(other, _)| other == key) {
            return Err(refusal::generic(format!("{key} specified multiple times")));
        }
    }
    let value = |wanted: &str| settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    one_of("mode", value("MODE"), &MODES)?;
    one_of("format", value("FORMAT"), &FORMATS)?;
    let partitions = value("TOPIC_MIN_ACTIVE_PARTITIONS").and_then(|count| count.parse::<u64>().ok());
    let first = table.key_types().next();
    if let (Some(2..), Some(ty)) = (partitions, first)
        && !matches!(ty, Type::Primitive(Primitive::Uint32 | Primitive::Uint64))
    {
        let text = format!("Unsupported first key column type {ty}, only Uint32 and Uint64 are supported");
        return Err(refusal::scheme(text));
    }
    Ok(())
}

fn one_of(what: &str, value: Option<&str>, known: &[&str]) -> Result<()> {
    match value {
        Some(value) if known.contains(&value.to_ascii_uppercase().as_str()) => Ok(()),
        // The texts are UNVERIFIED.
        Some(value) => Err(refusal::generic(format!("Unknown changefeed {what}: {value}"))),
        None => Err(refusal::generic(format!("{} setting is required for changefeed", what.to_uppercase()))),
    }
}
