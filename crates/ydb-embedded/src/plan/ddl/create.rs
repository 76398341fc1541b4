//! CREATE TABLE: columns, the key, families, indexes, and the settings of changefeeds.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::settings::{self, Clause, Settings, text, wrong};
use crate::catalog::spec::{ColumnSpec, DefaultSpec, IndexSpec, TableSpec};
use crate::catalog::{Compression, Family, IndexKind, Store, check_settings, refusal};
use crate::error::{Error, Position, Result};
use crate::types::{self, Primitive, Value};
use crate::work::tick;
use crate::yql::ast::{
    ChangefeedSpec, ColumnSpec as WrittenColumn, CreateTable, Expr, ExprKind, FamilySpec, Ident, IndexSpec as Written,
    Literal, Setting, SettingValue, UnaryOp,
};

/// Returns the specification of a new table at an absolute path.
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
        indexes: statement.indexes.iter().map(index).collect::<Result<_>>()?,
        families: statement.families.iter().map(family).collect::<Result<_>>()?,
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

/// Returns the specification of a column of CREATE TABLE or of ADD COLUMN.
pub(super) fn column(written: &WrittenColumn) -> Result<ColumnSpec> {
    let name = &written.name;
    let (ty, serial) = settings::column_type(&written.ty)?;
    let default = match &written.default {
        Some(default) if serial => {
            // UNVERIFIED: this text.
            let text = format!("Default value is not allowed for serial column: {}", name.name);
            return Err(Error::type_annotation(default.at, text));
        }
        Some(default) => {
            let (ty, value) = settings::constant(default)?;
            Some(DefaultSpec::Literal(ty, value))
        }
        None => serial.then_some(DefaultSpec::Sequence),
    };
    if serial && written.not_null == Some(false) {
        let text = format!("Serial column {} cannot be NULL", name.name);
        return Err(Error::type_annotation(name.at, text));
    }
    let compression = written.compression.as_deref().map(compression).transpose()?.flatten();
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

pub(super) fn family(spec: &FamilySpec) -> Result<Family> {
    let name = &spec.name.name;
    let mut family = Family { name: name.clone(), data: None, compression: None, cache_mode: None };
    let (mut algorithm, mut level) = (None, None);
    for (i, setting) in spec.settings.iter().enumerate() {
        let key = setting.key.name.to_ascii_lowercase();
        if spec.settings[..i].iter().any(|other| other.key.name.eq_ignore_ascii_case(&key)) {
            let text = format!("Redefinition of '{key}' setting for column family '{name}'");
            return Err(Error::translation(setting.key.at, text));
        }
        match &*key {
            "data" => family.data = Some(text(setting)?),
            "compression" => algorithm = Some(text(setting)?),
            "cache_mode" => family.cache_mode = Some(text(setting)?),
            "compression_level" => level = Some(integer(setting)?),
            _ => return Err(settings::unknown(&setting.key)),
        }
    }
    family.compression = match (algorithm, level) {
        (None, None) => None,
        // A level without an algorithm has no meaning.
        (None, Some(_)) => {
            return Err(Error::translation(spec.name.at, "COMPRESSION_LEVEL needs COMPRESSION"));
        }
        (Some(algorithm), level) => Some(Compression { algorithm: algorithm.to_ascii_lowercase(), level }),
    };
    Ok(family)
}

/// Reads `COMPRESSION (algorithm = .., level = ..)` of a column. Returns `None` if there is no algorithm.
pub(super) fn compression(settings: &[Setting]) -> Result<Option<Compression>> {
    let (mut algorithm, mut level) = (None, None);
    for setting in settings {
        match &*setting.key.name.to_ascii_lowercase() {
            "algorithm" => algorithm = Some(word(setting)?.to_ascii_lowercase()),
            "level" => level = Some(integer(setting)?),
            other => {
                let text = format!("Unknown compression setting: {other}");
                return Err(Error::translation(setting.key.at, text));
            }
        }
    }
    match (algorithm, level, settings.first()) {
        (Some(algorithm), level, _) => Ok(Some(Compression { algorithm, level })),
        (None, Some(_), Some(setting)) => {
            Err(Error::translation(setting.key.at, "COMPRESSION level needs an algorithm"))
        }
        _ => Ok(None),
    }
}

fn word(setting: &Setting) -> Result<String> {
    match &setting.value {
        SettingValue::Word(word) => Ok(word.name.to_string()),
        _ => text(setting),
    }
}

fn integer(setting: &Setting) -> Result<i64> {
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(Literal::Integer { value, .. }) => i64::try_from(*value).ok(),
        _ => None,
    };
    let value = match &setting.value {
        SettingValue::Expr(Expr { kind: ExprKind::Unary { op: UnaryOp::Minus, expr }, .. }) => number(expr).map(|n| -n),
        SettingValue::Expr(expr) => number(expr),
        _ => None,
    };
    value.ok_or_else(|| wrong(setting, "an integer"))
}

/// Returns the specification of an index.
///
/// Fails if YDB refuses the index's kind, or if this engine does not support it.
pub(super) fn index(spec: &Written) -> Result<IndexSpec> {
    let at = spec.name.at;
    if let Some(using) = &spec.using {
        return Err(subtype(using, spec.local));
    }
    if spec.local {
        return Err(Error::translation(at, "LOCAL index requires USING"));
    }
    let kind = match (spec.unique, spec.is_async == Some(true)) {
        (false, false) => IndexKind::Global,
        (false, true) => IndexKind::GlobalAsync,
        (true, false) => IndexKind::GlobalUnique,
        (true, true) => return Err(Error::translation(at, "unique: alternative is not implemented yet: async")),
    };
    if let Some(Setting { key, .. }) = spec.settings.first() {
        let text = format!("Unknown index setting: {}", key.name);
        return Err(Error::translation(key.at, text));
    }
    Ok(IndexSpec { name: spec.name.name.to_string(), kind, columns: names(&spec.columns), cover: names(&spec.cover) })
}

fn subtype(using: &Ident, local: bool) -> Error {
    let name = using.name.to_ascii_lowercase();
    let known: &[&str] = if local {
        &["bloom_filter", "bloom_ngram_filter", "min_max"]
    } else {
        &["vector_kmeans_tree", "fulltext_plain", "fulltext_relevance", "json"]
    };
    if known.contains(&&*name) {
        let place = if local { "LOCAL" } else { "GLOBAL" };
        return Error::unsupported(using.at, format!("An index {place} USING {name}"));
    }
    Error::translation(using.at, format!("{} index subtype is not supported", name.to_uppercase()))
}

/// Returns the settings of a changefeed in the catalog's form: names in upper case, values as text.
pub(super) fn changefeed_settings(spec: &ChangefeedSpec) -> Result<Vec<(String, String)>> {
    let setting = |setting: &Setting| {
        let name = setting.key.name.to_ascii_uppercase();
        let wrong = || Error::translation(setting.key.at, format!("Invalid value of changefeed setting: {name}"));
        let value = match &setting.value {
            SettingValue::Word(word) => word.name.to_string(),
            // A flag without a value is on.
            SettingValue::None => "true".to_owned(),
            SettingValue::Expr(expr) => value(expr, &name)?.ok_or_else(wrong)?,
            SettingValue::Keys(_) | SettingValue::Ttl { .. } => return Err(wrong()),
        };
        Ok((name, value))
    };
    spec.settings.iter().map(setting).collect()
}

fn value(expr: &Expr, name: &str) -> Result<Option<String>> {
    if matches!(name, "RETENTION_PERIOD" | "BARRIERS_INTERVAL" | "RESOLVED_TIMESTAMPS") {
        let micros = settings::interval(expr, &name.to_ascii_lowercase())?;
        return Ok(Some(types::to_text(&Value::Int(micros), &Primitive::Interval.into())));
    }
    Ok(match &expr.kind {
        ExprKind::Literal(Literal::Bool(value)) => Some(value.to_string()),
        ExprKind::Literal(Literal::Integer { value, .. }) => Some(value.to_string()),
        _ => settings::constant_text(expr),
    })
}
