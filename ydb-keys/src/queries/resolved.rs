//! Which column of which source each name is, found once for all that asks.

use super::facts::{Column, Scope, SourceKind, position};

/// Of a scope with more columns, nothing is said.
const MAX_COLUMNS: usize = 256;

/// Nor of one with a table of more columns, the computed ones included: each has a bit.
const MAX_POSITIONS: usize = 128;

/// Stands for a column that no table has.
const NONE: u16 = u16::MAX;

/// The columns of a scope, in their order.
pub(super) struct Resolved {
    /// The source, and the position in its table.
    of: [(u8, u16); MAX_COLUMNS],
    /// Whether there are so many columns that nothing is said.
    pub(super) is_beyond: bool,
}

impl Resolved {
    pub(super) const fn of(scope: &Scope<'_>) -> Self {
        let mut of = [(0, NONE); MAX_COLUMNS];
        let mut is_beyond = scope.columns.len() > MAX_COLUMNS || scope.sources.len() > 64;
        let mut i = 0;
        while i < scope.sources.len() {
            if let SourceKind::Table(table, _) = scope.sources[i].kind {
                is_beyond |= table.columns.len() + table.indexes.len() >= MAX_POSITIONS;
            }
            i += 1;
        }
        let mut i = 0;
        while !is_beyond && i < scope.columns.len() {
            of[i] = find(scope, &scope.columns[i]);
            i += 1;
        }
        Resolved { of, is_beyond }
    }

    /// Whether a column is the one at a position of a source's table.
    pub(super) const fn is(&self, column: u16, source: usize, position: usize) -> bool {
        let (of, found) = self.at(column as usize);
        found as usize == position && of as usize == source
    }

    /// The bit of a column's position, if it is one of a source.
    pub(super) const fn bit(&self, column: u16, source: usize) -> u128 {
        let (of, found) = self.at(column as usize);
        if of as usize == source && (found as usize) < MAX_POSITIONS { 1 << found } else { 0 }
    }

    /// The bits of several.
    pub(super) const fn bits(&self, columns: &[u16], source: usize) -> u128 {
        let (mut bits, mut i) = (0, 0);
        while i < columns.len() {
            bits |= self.bit(columns[i], source);
            i += 1;
        }
        bits
    }

    /// The source of a column that a table has.
    pub(super) const fn source(&self, column: usize) -> Option<usize> {
        match self.at(column) {
            (_, NONE) => None,
            (source, _) => Some(source as usize),
        }
    }

    const fn at(&self, column: usize) -> (u8, u16) {
        if column < MAX_COLUMNS { self.of[column] } else { (0, NONE) }
    }
}

const fn find(scope: &Scope<'_>, column: &Column<'_>) -> (u8, u16) {
    let (mut i, end) = match column.source {
        Some(source) => (source, source + 1),
        None => (0, scope.sources.len()),
    };
    while i < end {
        if let SourceKind::Table(table, _) = scope.sources[i].kind
            && let Some(position) = position(table, column.name)
        {
            return (i as u8, position as u16);
        }
        i += 1;
    }
    (0, NONE)
}
