//! Columns: names, types, defaults, compression.

use std::sync::Arc;

use super::super::spec::{ColumnSpec, DefaultSpec};
use super::super::{Column, ColumnId, Compression, DefaultValue, Store, limits, literal, refusal};
use super::types::{self, Use};
use crate::error::Result;
use crate::types::{Primitive, Type, Value, decimal};

/// The column of this specification, if a table of this store may have it.
pub(in crate::catalog) fn build(spec: ColumnSpec, store: Store, id: ColumnId) -> Result<Column> {
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
    if name.len() > limits::NAME {
        let text = format!("Column name too long '{name}'. Limit: {}", limits::NAME);
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
        // The texts of the two are UNVERIFIED.
        if *precision == 0 || *precision > decimal::MAX_PRECISION {
            return Err(refusal::column_type(name, format_args!("Invalid decimal precision: {precision}")));
        }
        if scale > precision {
            let text = format_args!("Invalid decimal parameters: ({precision},{scale})");
            return Err(refusal::column_type(name, text));
        }
    }
    match (types::uses(ty, store), ty) {
        (Use::Key | Use::Value, _) => Ok(()),
        (Use::OtherStore, _) => {
            Err(refusal::scheme(format!("Type '{ty}' specified for column '{name}' is not supported")))
        }
        (Use::Nowhere, Type::Primitive(_)) => {
            let text = format!("Type '{ty}' specified for column '{name}' is not supported by storage");
            Err(refusal::scheme(text))
        }
        (Use::Nowhere, _) => {
            Err(refusal::column_type(name, "Only YQL data types and PG types are currently supported"))
        }
    }
}

/// The default of a column; `DEFAULT NULL` is the same as no default.
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
        DefaultSpec::Literal(from, value) => match literal::fit(&from, &value, ty) {
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
/// Fails for row tables always; for column tables, when the algorithm or the level is unknown.
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

/// The most columns a table of this store may have.
pub(in crate::catalog) const fn limit(store: Store) -> usize {
    match store {
        Store::Row => limits::ROW_COLUMNS,
        Store::Column => limits::COLUMN_COLUMNS,
    }
}

/// The error for a column that is named twice, in the words of the store.
pub(in crate::catalog) fn duplicate(name: &str, store: Store) -> crate::error::Error {
    match store {
        Store::Row => refusal::scheme(format!("Column '{name}' specified more than once")),
        Store::Column => refusal::scheme(format!("Duplicate column '{name}'")),
    }
}
