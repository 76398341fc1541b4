//! Rules of columns: names, types, defaults and compression; column families; primary keys.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::ColumnUse;
use crate::catalog::spec::{ColumnSpec, DefaultSpec};
use crate::catalog::{Column, ColumnId, Compression, DefaultValue, Family, Store, refusal, rules};
use crate::error::Result;
use crate::types::{Primitive, Type, Value, decimal};
use crate::work::tick;

/// Builds a column from its specification. Fails if a table of this store may not have such a column.
pub(in crate::catalog) fn build_column(spec: ColumnSpec, store: Store, id: ColumnId) -> Result<Column> {
    check_name(&spec.name)?;
    check_type(&spec.name, &spec.ty, store)?;
    let default = spec.default.map(|default| default_value(&spec.name, &spec.ty, spec.not_null, store, default));
    let default = default.transpose()?.flatten();
    if let Some(compression) = &spec.compression {
        check_compression(compression, store)?;
    }
    // A serial column is always NOT NULL.
    let not_null = spec.not_null || default == Some(DefaultValue::Sequence);
    let family = spec.family.filter(|family| family != "default").map(Arc::from);
    Ok(Column { id, name: spec.name.into(), ty: spec.ty, not_null, family, default, compression: spec.compression })
}

fn check_name(name: &str) -> Result<()> {
    if name.len() > rules::MAX_NAME_LENGTH {
        let text = format!("Column name too long '{name}'. Limit: {}", rules::MAX_NAME_LENGTH);
        return Err(refusal::scheme(text));
    }
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if name.is_empty() || !name.bytes().all(allowed) || name.starts_with("__ydb_") {
        return Err(refusal::scheme(format!("Invalid name for column '{name}'")));
    }
    Ok(())
}

fn check_type(name: &str, ty: &Type, store: Store) -> Result<()> {
    if let Type::Decimal { precision, scale } = ty {
        // The texts of both errors about decimals are UNVERIFIED.
        if *precision == 0 || *precision > decimal::MAX_PRECISION {
            return Err(refusal::column_type(name, format_args!("Invalid decimal precision: {precision}")));
        }
        if scale > precision {
            let text = format_args!("Invalid decimal parameters: ({precision},{scale})");
            return Err(refusal::column_type(name, text));
        }
    }
    match (rules::uses(ty, store), ty) {
        (ColumnUse::Key | ColumnUse::Value, _) => Ok(()),
        (ColumnUse::OtherStore, _) => {
            Err(refusal::scheme(format!("Type '{ty}' specified for column '{name}' is not supported")))
        }
        (ColumnUse::Nowhere, Type::Primitive(_)) => {
            let text = format!("Type '{ty}' specified for column '{name}' is not supported by storage");
            Err(refusal::scheme(text))
        }
        (ColumnUse::Nowhere, _) => {
            Err(refusal::column_type(name, "Only YQL data types and PG types are currently supported"))
        }
    }
}

/// Converts the requested default of a column. `DEFAULT NULL` is the same as no default.
///
/// Fails when the store has no defaults, or the value does not fit the type.
pub(in crate::catalog) fn default_value(
    column: &str,
    ty: &Type,
    not_null: bool,
    store: Store,
    default: DefaultSpec,
) -> Result<Option<DefaultValue>> {
    match default {
        DefaultSpec::Literal(..) if store == Store::Column => {
            Err(refusal::bad_request("Default values are not supported in column tables"))
        }
        DefaultSpec::Sequence if store == Store::Column => {
            Err(refusal::bad_request("Default sequences are not supported in column tables"))
        }
        DefaultSpec::Sequence => match ty {
            Type::Primitive(Primitive::Int16 | Primitive::Int32 | Primitive::Int64) => Ok(Some(DefaultValue::Sequence)),
            _ => Err(refusal::scheme(format!(
                "Column '{column}' is of type {ty} but default expression is of type Int64"
            ))),
        },
        DefaultSpec::Literal(_, Value::Null) if not_null => Err(refusal::generic(format!(
            "Default expr {column} is nullable or optional, but column has not null constraint. "
        ))),
        DefaultSpec::Literal(_, Value::Null) => Ok(None),
        DefaultSpec::Literal(from, value) => match super::fit_literal(&from, &value, ty) {
            Some(value) => Ok(Some(DefaultValue::Literal(value))),
            None => {
                let from = from.unwrap_optional();
                Err(refusal::generic(format!("Default expr {column} type mismatch, expected: {ty}, actual: {from}")))
            }
        },
    }
}

/// Checks that a column of a table of this store may have this compression.
///
/// Always fails for row tables. Fails for column tables when the algorithm or the level is unknown.
pub(in crate::catalog) fn check_compression(compression: &Compression, store: Store) -> Result<()> {
    if store == Store::Row {
        let text = "Column Compression is not supported in row tables. Use COLUMN FAMILY.";
        return Err(refusal::bad_request(text));
    }
    match (compression.algorithm.as_str(), compression.level) {
        ("off" | "lz4" | "zstd", None) => Ok(()),
        ("zstd", Some(0..=22)) => Ok(()),
        // The texts below are UNVERIFIED.
        ("zstd", Some(level)) => {
            Err(refusal::bad_request(format!("Incorrect level {level} for codec `zstd`, have to be 0..22")))
        }
        ("off" | "lz4", Some(_)) => {
            let text = format!("Codec `{}` is not support compression level", compression.algorithm);
            Err(refusal::bad_request(text))
        }
        (other, _) => Err(refusal::bad_request(format!("Unknown compression '{other}' for a column"))),
    }
}

/// Returns the maximum number of columns in a table of this store.
pub(in crate::catalog) const fn limit(store: Store) -> usize {
    match store {
        Store::Row => rules::MAX_ROW_COLUMNS,
        Store::Column => rules::MAX_COLUMN_COLUMNS,
    }
}

/// Returns the error for a column that is named twice. Row tables and column tables have different texts.
pub(in crate::catalog) fn duplicate(name: &str, store: Store) -> crate::error::Error {
    match store {
        Store::Row => refusal::scheme(format!("Column '{name}' specified more than once")),
        Store::Column => refusal::scheme(format!("Duplicate column '{name}'")),
    }
}

/// Builds the column families of a new table. In a row table, a column that names a family creates it, even if the
/// family has no entry of its own.
pub(in crate::catalog) fn build_families(specs: Vec<Family>, columns: &[Column], store: Store) -> Result<Vec<Family>> {
    let mut families: Vec<Family> = Vec::with_capacity(specs.len());
    for family in specs {
        tick(families.len())?;
        if families.iter().any(|other| other.name == family.name) {
            // The text is UNVERIFIED.
            return Err(refusal::bad_request(format!("Duplicate column family: '{}'", family.name)));
        }
        check_family(&family, store)?;
        families.push(family);
    }
    for column in columns {
        if let Some(family) = &column.family {
            tick(families.len())?;
            use_by(family, &column.name, &mut families, store)?;
        }
    }
    Ok(families)
}

/// Checks that a column can be in this family. A row table gets the family if it does not have it yet.
///
/// Fails if a column table does not have the family.
pub(in crate::catalog) fn use_by(
    name: &Arc<str>,
    column: &str,
    families: &mut Vec<Family>,
    store: Store,
) -> Result<()> {
    if &**name == "default" || families.iter().any(|family| family.name == *name) {
        return Ok(());
    }
    if store == Store::Column {
        let text = format!("Cannot set column family `{name}` for column `{column}`. Family not found");
        return Err(refusal::scheme(text));
    }
    families.push(Family { name: name.clone(), data: None, compression: None, cache_mode: None });
    Ok(())
}

/// Checks that the store allows the settings of a family.
pub(in crate::catalog) fn check_family(family: &Family, store: Store) -> Result<()> {
    if family.name.is_empty() {
        return Err(refusal::bad_request("Column family name must not be empty"));
    }
    if store == Store::Column && family.data.is_some() {
        return Err(refusal::bad_request("Field `DATA` is not supported for OLAP tables"));
    }
    if let Some(mode) = &family.cache_mode {
        if store == Store::Column {
            return Err(refusal::bad_request("Field `CACHE_MODE` is not supported for OLAP tables"));
        }
        if !matches!(mode.as_str(), "regular" | "in_memory") {
            let text = format!("Unknown cache mode '{mode}' for a column family");
            return Err(refusal::bad_request(text));
        }
    }
    let Some(compression) = &family.compression else { return Ok(()) };
    match (compression.algorithm.as_str(), store) {
        ("off" | "lz4", _) | ("zstd", Store::Column) => {}
        ("zstd", Store::Row) => return Err(refusal::bad_request("Unsupported compression value 3")),
        (other, _) => {
            return Err(refusal::generic(format!("Unknown compression '{other}' for a column family")));
        }
    }
    match (compression.level, store) {
        (Some(_), Store::Row) => Err(refusal::bad_request("Field COMPRESSION_LEVEL is not supported for OLTP tables")),
        (Some(_), Store::Column) => check_compression(compression, store),
        (None, _) => Ok(()),
    }
}

/// Returns the positions of the key's columns among `columns`.
pub(in crate::catalog) fn build_key(key: &[String], columns: &[Column], store: Store) -> Result<Vec<usize>> {
    if key.is_empty() {
        return Err(refusal::scheme("No key columns specified"));
    }
    let by_name: HashMap<&str, usize> = columns.iter().enumerate().map(|(i, column)| (&*column.name, i)).collect();
    let (mut positions, mut seen) = (Vec::with_capacity(key.len()), HashSet::new());
    for name in key {
        let Some(&position) = by_name.get(&**name) else {
            return Err(refusal::scheme(format!("Unknown column '{name}' specified in key column list")));
        };
        if !seen.insert(position) {
            return Err(refusal::scheme(match store {
                Store::Row => format!("Column '{name}' specified more than once in key column list"),
                Store::Column => format!("Duplicate key column '{name}'"),
            }));
        }
        check_column(&columns[position], store)?;
        positions.push(position);
    }
    if positions.len() > rules::MAX_KEY_COLUMNS {
        let (new, limit) = (positions.len(), rules::MAX_KEY_COLUMNS);
        return Err(refusal::scheme(format!("Too many key columns: current: 0, new: {new}. Limit: {limit}")));
    }
    Ok(positions)
}

fn check_column(column: &Column, store: Store) -> Result<()> {
    let (name, ty) = (&column.name, &column.ty);
    if store == Store::Row && column.family.is_some() {
        return Err(refusal::scheme(format!("Key column '{name}' must belong to the default family")));
    }
    match (store, rules::uses(ty, store)) {
        (_, ColumnUse::Key) if store == Store::Row || column.not_null => Ok(()),
        (Store::Row, _) => Err(refusal::scheme(format!("Column {name} has wrong key type {ty}"))),
        (Store::Column, ColumnUse::Key) => Err(refusal::scheme(format!("Nullable key column '{name}'"))),
        (Store::Column, _) => {
            let text = format!("Type '{ty}' specified for column '{name}' is not supported as primary key");
            Err(refusal::scheme(text))
        }
    }
}
