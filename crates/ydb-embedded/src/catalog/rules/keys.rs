//! Primary keys: which columns, of which types.

use std::collections::{HashMap, HashSet};

use super::super::{Column, Store, limits, refusal};
use super::types::{self, Use};
use crate::error::Result;

/// The positions of the key's columns.
pub(in crate::catalog) fn build(key: &[String], columns: &[Column], store: Store) -> Result<Vec<usize>> {
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
    match (store, types::uses(ty, store)) {
        (_, Use::Key) if store == Store::Row || column.not_null => Ok(()),
        (Store::Row, _) => Err(refusal::scheme(format!("Column {name} has wrong key type {ty}"))),
        (Store::Column, Use::Key) => Err(refusal::scheme(format!("Nullable key column '{name}'"))),
        (Store::Column, _) => {
            let text = format!("Type '{ty}' specified for column '{name}' is not supported as primary key");
            Err(refusal::scheme(text))
        }
    }
}
