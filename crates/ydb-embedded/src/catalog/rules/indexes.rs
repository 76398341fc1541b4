//! Indexes and their hidden tables.

use std::sync::Arc;

use super::super::spec::IndexSpec;
use super::super::{Column, Index, Store, Table, TableIds, limits, paths, refusal};
use super::types;
use crate::error::Result;

/// What is known of the indexed table while the index is made.
pub(in crate::catalog) struct Base<'a> {
    pub(in crate::catalog) path: &'a str,
    pub(in crate::catalog) columns: &'a [Column],
    pub(in crate::catalog) key: &'a [usize],
    pub(in crate::catalog) store: Store,
}

/// Adds an index to those a table has.
pub(in crate::catalog) fn add(
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
    if indexes.len() >= limits::INDEXES {
        return Err(refusal::precondition(format!(
            "indexes count has reached maximum value in the table, children limit for dir in domain: {}, \
             intention to create new children: {}",
            limits::INDEXES,
            indexes.len() + 1
        )));
    }
    let columns = positions(&spec.columns, base.columns, "key")?;
    let cover = positions(&spec.cover, base.columns, "data")?;
    check_parts(&columns, &cover, base)?;
    let key = table_key(&columns, base.key);
    for &column in &key {
        let Column { name, ty, .. } = &base.columns[column];
        if !types::row_key(ty) {
            let text = format!(
                "IsCompatibleKeyTypes fail with explain: Column '{name}' has wrong key type {ty} for being key"
            );
            return Err(refusal::bad_request(text));
        }
    }
    if key.len() > limits::KEY_COLUMNS {
        return Err(refusal::scheme(format!(
            "Too many key indexed, index table reaches the limit of the maximum keys colums count: \
             indexing colums: {}: requested keys colums for index table: {}. Limit: {}",
            columns.len(),
            key.len(),
            limits::KEY_COLUMNS
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

/// The key of the hidden table, as positions in the main table: the indexed columns, then the rest of the main key.
fn table_key(columns: &[usize], key: &[usize]) -> Vec<usize> {
    let rest = key.iter().filter(|column| !columns.contains(column));
    columns.iter().chain(rest).copied().collect()
}

/// The same indexes under the path of another table, or with other ids.
pub(in crate::catalog) fn moved(
    indexes: &[Index],
    path: &str,
    mut id: impl FnMut(&Table) -> super::super::TableId,
) -> Vec<Index> {
    let moved = |index: &Index| {
        let mut table = Table::clone(&index.table);
        table.path = paths::index_table(path, &index.name).into();
        table.id = id(&index.table);
        Index { table: Arc::new(table), ..index.clone() }
    };
    indexes.iter().map(moved).collect()
}
