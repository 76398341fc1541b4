//! Primary keys: which columns, of which types.

use super::super::{Column, Store, limits, refusal};
use crate::error::Result;
use crate::types::{Primitive, Type};

/// The positions of the key's columns.
///
/// # Errors
///
/// The first rule the key breaks.
pub(in crate::catalog) fn build(key: &[String], columns: &[Column], store: Store) -> Result<Vec<usize>> {
    if key.is_empty() {
        return Err(refusal::scheme("No key columns specified"));
    }
    let mut positions = Vec::with_capacity(key.len());
    for name in key {
        let Some(position) = columns.iter().position(|column| *column.name == **name) else {
            return Err(refusal::scheme(format!("Unknown column '{name}' specified in key column list")));
        };
        if positions.contains(&position) {
            return Err(refusal::scheme(match store {
                Store::Row => format!("Column '{name}' specified more than once in key column list"),
                Store::Column => format!("Duplicate key column '{name}'"),
            }));
        }
        check_column(&columns[position], store)?;
        positions.push(position);
    }
    if positions.len() > limits::KEY_COLUMNS {
        let (new, limit) = (positions.len(), limits::KEY_COLUMNS);
        return Err(refusal::scheme(format!("Too many key columns: current: 0, new: {new}. Limit: {limit}")));
    }
    Ok(positions)
}

fn check_column(column: &Column, store: Store) -> Result<()> {
    let (name, ty) = (&column.name, &column.ty);
    if store == Store::Row && column.family.is_some() {
        return Err(refusal::scheme(format!("Key column '{name}' must belong to the default family")));
    }
    match store {
        Store::Row if !row_key(ty) => Err(refusal::scheme(format!("Column {name} has wrong key type {ty}"))),
        Store::Column if !column_key(ty) => {
            let text = format!("Type '{ty}' specified for column '{name}' is not supported as primary key");
            Err(refusal::scheme(text))
        }
        Store::Column if !column.not_null => Err(refusal::scheme(format!("Nullable key column '{name}'"))),
        _ => Ok(()),
    }
}

/// Whether a column of this type may stand in the key of a row table or of an index.
#[must_use]
pub(in crate::catalog) const fn row_key(ty: &Type) -> bool {
    use Primitive::{Double, Float, Json, JsonDocument, Yson};
    !matches!(ty, Type::Primitive(Json | Yson | Float | Double | JsonDocument))
}

const fn column_key(ty: &Type) -> bool {
    use Primitive::{
        Date, Date32, Datetime, Datetime64, Int8, Int16, Int32, Int64, Interval64, String, Timestamp, Timestamp64,
        Uint8, Uint16, Uint32, Uint64, Utf8,
    };
    match ty {
        Type::Decimal { .. } => true,
        Type::Primitive(primitive) => matches!(
            primitive,
            Int8 | Int16
                | Int32
                | Int64
                | Uint8
                | Uint16
                | Uint32
                | Uint64
                | String
                | Utf8
                | Date
                | Datetime
                | Timestamp
                | Date32
                | Datetime64
                | Timestamp64
                | Interval64
        ),
        _ => false,
    }
}
