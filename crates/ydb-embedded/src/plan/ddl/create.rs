//! CREATE TABLE.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::settings::{Clause, Settings};
use super::{families, indexes, literal};
use crate::catalog::spec::{ColumnSpec, DefaultSpec, TableSpec};
use crate::catalog::{Store, check_settings, refusal};
use crate::error::{Error, Position, Result};
use crate::work::tick;
use crate::yql::ast::{ColumnSpec as WrittenColumn, CreateTable, Ident};

/// The specification of a new table at an absolute path.
pub fn create_table(statement: &CreateTable, path: String) -> Result<TableSpec> {
    let at = statement.table.path.at;
    let mut settings = Settings::read(&statement.settings, Clause::Create)?;
    let key = key(statement, at)?;
    let columns = columns(statement)?;
    check_names(statement)?;
    if let Some(changefeed) = statement.changefeeds.first() {
        return Err(Error::type_annotation(changefeed.name.at, "Cannot create table with changefeed"));
    }
    let spec = TableSpec {
        path,
        store: settings.store.unwrap_or(Store::Row),
        columns,
        key,
        indexes: statement.indexes.iter().map(indexes::index).collect::<Result<_>>()?,
        families: statement.families.iter().map(families::family).collect::<Result<_>>()?,
        partitions: settings.initial(),
        partitioning: settings.partitioning,
        ttl: settings.ttl,
        hash_columns: statement.partition_by_hash.as_deref().map(names),
        key_bloom_filter: settings.key_bloom_filter,
        read_replicas: settings.read_replicas,
        attributes: BTreeMap::new(),
    };
    check_settings(&spec).map_err(refusal::in_query)?;
    Ok(spec)
}

fn column_names(statement: &CreateTable) -> HashSet<&Arc<str>> {
    statement.columns.iter().map(|column| &column.name.name).collect()
}

fn names(idents: &[Ident]) -> Vec<String> {
    idents.iter().map(|ident| ident.name.to_string()).collect()
}

fn key(statement: &CreateTable, at: Position) -> Result<Vec<String>> {
    let key = statement.primary_key.as_deref().unwrap_or_default();
    if key.is_empty() {
        return Err(Error::type_annotation(at, "Primary key is required for ydb tables."));
    }
    let (known, mut seen) = (column_names(statement), HashSet::new());
    for column in key {
        if !known.contains(&column.name) {
            return Err(undefined(column));
        }
        if !seen.insert(&column.name) {
            return Err(Error::translation(column.at, format!("Duplicated column in PK: {}", column.name)));
        }
    }
    Ok(names(key))
}

fn columns(statement: &CreateTable) -> Result<Vec<ColumnSpec>> {
    let (mut columns, mut seen) = (Vec::with_capacity(statement.columns.len()), HashSet::new());
    for written in &statement.columns {
        tick(1)?;
        let name = &written.name;
        if !seen.insert(&name.name) {
            return Err(Error::type_annotation(name.at, format!("Duplicate column: {}.", name.name)));
        }
        columns.push(column(written)?);
    }
    Ok(columns)
}

/// A column of CREATE TABLE or of ADD COLUMN.
pub(super) fn column(written: &WrittenColumn) -> Result<ColumnSpec> {
    let name = &written.name;
    let (ty, serial) = literal::column_type(&written.ty)?;
    let default = match &written.default {
        Some(default) if serial => {
            // UNVERIFIED: this text.
            let text = format!("Default value is not allowed for serial column: {}", name.name);
            return Err(Error::type_annotation(default.at, text));
        }
        Some(default) => {
            let (ty, value) = literal::constant(default)?;
            Some(DefaultSpec::Literal(ty, value))
        }
        None => serial.then_some(DefaultSpec::Sequence),
    };
    if serial && written.not_null == Some(false) {
        let text = format!("Serial column {} cannot be NULL", name.name);
        return Err(Error::type_annotation(name.at, text));
    }
    let compression = written.compression.as_deref().map(families::compression).transpose()?.flatten();
    Ok(ColumnSpec {
        name: name.name.to_string(),
        ty,
        not_null: serial || written.not_null == Some(true),
        family: written.family.as_ref().map(|family| family.name.to_string()),
        default,
        compression,
    })
}

fn undefined(column: &Ident) -> Error {
    Error::translation(column.at, format!("Undefined column: {}", column.name))
}

/// Checks names as YDB's translator does, before the schema shard looks at them.
fn check_names(statement: &CreateTable) -> Result<()> {
    let (known, mut families, mut indexes) = (column_names(statement), HashSet::new(), HashSet::new());
    for family in &statement.families {
        if !families.insert(&family.name.name) {
            let text = format!("Family {} specified more than once", family.name.name);
            return Err(Error::translation(family.name.at, text));
        }
    }
    for family in statement.columns.iter().filter_map(|column| column.family.as_ref()) {
        if !families.contains(&family.name) {
            return Err(Error::translation(family.at, format!("Unknown family {}", family.name)));
        }
    }
    for index in &statement.indexes {
        if !indexes.insert(&index.name.name) {
            return Err(Error::translation(index.name.at, format!("Index {} must be defined once", index.name.name)));
        }
        if let Some(column) = index.columns.iter().chain(&index.cover).find(|column| !known.contains(&column.name)) {
            return Err(undefined(column));
        }
    }
    Ok(())
}
