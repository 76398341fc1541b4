//! Stored keys and rows, decoded to values and encoded again.

use std::sync::Arc;

use crate::catalog::{ColumnId, Table};
use crate::storage::{key, row};
use crate::types::{Row, Type, Value};

/// Decodes the wanted columns of a table's (or an index's) stored rows into rows of another table's width.
#[derive(Clone, Debug)]
pub struct Decoder {
    width: usize,
    key_types: Vec<Type>,
    /// For each key column, the position of its value in the row.
    key: Vec<Option<usize>>,
    any_key: bool,
    /// The other columns in the order of their ids, with the positions of their values.
    rest: Vec<(ColumnId, Type, usize)>,
}

impl Decoder {
    /// Decodes `wanted` columns of `main` from rows of `read`, whose columns have the names of the main table's.
    pub fn new(main: &Table, read: &Table, wanted: &[usize]) -> Self {
        let target = |position: usize| {
            let name = &read.columns[position].name;
            wanted.iter().copied().find(|&column| main.columns[column].name == *name)
        };
        let key: Vec<Option<usize>> = read.key.iter().map(|&position| target(position)).collect();
        let mut rest: Vec<(ColumnId, Type, usize)> = (0..read.columns.len())
            .filter(|position| !read.key.contains(position))
            .filter_map(|position| {
                let column = &read.columns[position];
                target(position).map(|target| (column.id, column.ty.clone(), target))
            })
            .collect();
        rest.sort_by_key(|(id, ..)| *id);
        Self {
            width: main.columns.len(),
            key_types: read.key_types().cloned().collect(),
            any_key: key.iter().any(Option::is_some),
            key,
            rest,
        }
    }

    /// Decodes a stored key and row.
    pub fn row(&self, key_bytes: &[u8], row_bytes: &[u8]) -> Row {
        let mut out = vec![Value::Null; self.width];
        self.fill(&mut out, key_bytes, row_bytes);
        out
    }

    /// Decodes a stored key and row into an existing row.
    pub fn fill(&self, out: &mut Row, key_bytes: &[u8], row_bytes: &[u8]) {
        if self.any_key {
            for (value, target) in key::decode(key_bytes, &self.key_types).into_iter().zip(&self.key) {
                if let Some(target) = target {
                    out[*target] = value;
                }
            }
        }
        if self.rest.is_empty() {
            return;
        }
        let mut wanted = self.rest.iter().peekable();
        for (id, payload) in row::Reader::new(row_bytes) {
            while wanted.next_if(|(own, ..)| *own < id).is_some() {}
            if let Some((_, ty, target)) = wanted.next_if(|(own, ..)| *own == id) {
                out[*target] = row::decode_value(payload, ty);
            }
            if wanted.peek().is_none() {
                break;
            }
        }
    }
}

/// The key of a row with all columns.
pub fn key_of(table: &Table, row: &[Value]) -> Vec<u8> {
    let values: Vec<Value> = table.key.iter().map(|&column| row[column].clone()).collect();
    key::encode(&values, table.key_types())
}

/// The stored form of a row with all columns, without its key.
pub fn full_row(table: &Arc<Table>, row: &[Value]) -> Box<[u8]> {
    let mut columns: Vec<usize> = (0..table.columns.len()).filter(|column| !table.key.contains(column)).collect();
    columns.sort_by_key(|&column| table.columns[column].id);
    row::encode(columns.into_iter().map(|column| (table.columns[column].id, &row[column])))
}

/// A row with all columns NULL.
pub fn empty_row(table: &Table) -> Row {
    vec![Value::Null; table.columns.len()]
}
