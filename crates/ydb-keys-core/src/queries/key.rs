//! Key by which a source is sorted: the key of the table; or the columns of an index, followed by the key of the table.

use super::facts::{Source, SourceKind, position};
use crate::schema::any::{HashDef, IndexDef, Table};
use crate::types::const_text::{contains, same};

/// Column of a key.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// A computed column, which is known as soon as all its inputs are.
    Hash(HashDef<'a>),
    /// Column at this position of the table.
    Column(usize),
}

impl Part<'_> {
    /// Returns `true` if the bit of the column's position is among these. Computed columns come after the others.
    pub(super) const fn is_in(&self, bits: u128, table: &Table<'_>) -> bool {
        match self {
            Part::Column(position) => *position < 128 && bits & (1 << *position) != 0,
            Part::Hash(_) if bits >> table.columns.len() == 0 => false,
            Part::Hash(_) => bits & self.bit(table) != 0,
        }
    }

    /// Returns the bit of the column's position; 0 if the position is beyond the bits.
    pub(super) const fn bit(&self, table: &Table<'_>) -> u128 {
        let position = match self {
            Part::Column(position) => Some(*position),
            Part::Hash(hash) => position(table, hash.name),
        };
        match position {
            Some(position) if position < 128 => 1 << position,
            _ => 0,
        }
    }
}

/// Returns the column at a position of the key; `None` after the last one.
pub(super) const fn part<'a>(source: &Source<'a>, position: usize) -> Option<Part<'a>> {
    let SourceKind::Table(table, index) = source.kind else { return None };
    let Some(name) = index else { return of_table(table, position) };
    let Some(index) = table.index(name) else { return None };
    let mut position = position;
    if let Some(hash) = index.hash {
        if position == 0 {
            return Some(Part::Hash(hash));
        }
        position -= 1;
    }
    if position < index.on.len() {
        return Some(Part::Column(index.on[position]));
    }
    position -= index.on.len();
    // Then comes the key of the table, without the columns that the index has already.
    let mut next = 0;
    while let Some(part) = of_table(table, next) {
        if !is_indexed(index, &part) {
            if position == 0 {
                return Some(part);
            }
            position -= 1;
        }
        next += 1;
    }
    None
}

/// Returns the computed column that leads the index, or the table if no index is named.
pub(super) const fn index_hash<'a>(table: &Table<'a>, index: Option<&str>) -> Option<HashDef<'a>> {
    match index {
        None => table.hash,
        Some(name) => match table.index(name) {
            Some(index) => index.hash,
            None => None,
        },
    }
}

const fn of_table<'a>(table: &Table<'a>, position: usize) -> Option<Part<'a>> {
    let mut position = position;
    if let Some(hash) = table.hash {
        if position == 0 {
            return Some(Part::Hash(hash));
        }
        position -= 1;
    }
    if position < table.key.len() { Some(Part::Column(table.key[position])) } else { None }
}

const fn is_indexed(index: &IndexDef<'_>, part: &Part<'_>) -> bool {
    match (part, index.hash) {
        (Part::Column(position), _) => contains(index.on, *position),
        (Part::Hash(hash), Some(own)) => same(own.name, hash.name),
        (Part::Hash(_), None) => false,
    }
}
