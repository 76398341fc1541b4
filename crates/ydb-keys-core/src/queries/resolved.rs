//! Which column of which source each name is, found once for all that asks.

use ydb_yql::facts::{MAX_SOURCES, code};

use super::facts::{Scope, SourceKind, position};
use super::query::List;
use crate::schema::any::Table;
use crate::types::YdbType;

/// Of a scope with more columns, nothing is said.
const MAX_COLUMNS: usize = 256;

/// Nor of one with a table of more columns, the computed ones included: each has a bit, and the last one has another meaning.
const MAX_POSITIONS: usize = 127;

/// Stands for a source that is not known.
const NO_SOURCE: u8 = u8::MAX;

/// Stands for a column that no table has.
const NO_COLUMN: u16 = u16::MAX;

/// The columns of a scope, in their order.
pub(super) struct Resolved {
    /// The source, and the position in its table.
    of: [(u8, u16); MAX_COLUMNS],
    /// Whether there are so many columns that nothing is said.
    pub(super) is_beyond: bool,
}

impl Resolved {
    pub(super) const fn of(scope: &Scope<'_>) -> Self {
        let mut resolved = Resolved {
            of: [(NO_SOURCE, NO_COLUMN); MAX_COLUMNS],
            is_beyond: scope.columns > MAX_COLUMNS || scope.sources > MAX_SOURCES,
        };
        let mut source = 0;
        while source < scope.sources && !resolved.is_beyond {
            match scope.source(source).kind {
                SourceKind::Table(table, _) if table.columns.len() + table.indexes.len() < MAX_POSITIONS => {
                    resolved.take(scope, source, Some(table));
                }
                SourceKind::Table(..) => resolved.is_beyond = true,
                SourceKind::Rows(_) => resolved.take(scope, source, None),
            }
            source += 1;
        }
        resolved
    }

    /// Finds the columns that are those of a source; without a qualifier, the first one that has them.
    const fn take(&mut self, scope: &Scope<'_>, source: usize, table: Option<&Table<'_>>) {
        let (query, step, mut at, mut i) = (scope.query, code::COLUMN, scope.columns_at, 0);
        while i < scope.columns {
            let of = query.code[at + 2];
            let is_qualified = of == source as u32;
            let may_be = matches!((of, self.of[i]), (code::ANY_SOURCE | code::DOUBTFUL, (NO_SOURCE, _)));
            if is_qualified || may_be {
                let position = match table {
                    Some(table) => position(table, query.names[query.code[at] as usize]),
                    None => None,
                };
                match position {
                    Some(position) => self.of[i] = (source as u8, position as u16),
                    None if is_qualified => self.of[i] = (source as u8, NO_COLUMN),
                    None => {}
                }
            }
            (at, i) = (at + step, i + 1);
        }
    }

    /// Whether a column is the one at a position of a source's table.
    pub(super) const fn is(&self, column: usize, source: usize, position: usize) -> bool {
        let (of, found) = self.of[column];
        found as usize == position && of as usize == source
    }

    /// The type of a column, if it is one of a table's.
    pub(super) const fn ty(&self, scope: &Scope<'_>, column: usize) -> Option<YdbType> {
        match self.of[column] {
            (_, NO_COLUMN) => None,
            (source, position) => match scope.source(source as usize).kind {
                SourceKind::Table(table, _) if (position as usize) < table.columns.len() => {
                    Some(table.columns[position as usize].ty)
                }
                SourceKind::Table(..) => Some(YdbType::Uint64),
                SourceKind::Rows(_) => None,
            },
        }
    }

    /// Whether a column may be NULL.
    pub(super) const fn is_nullable(&self, scope: &Scope<'_>, column: usize) -> bool {
        match self.of[column] {
            (_, NO_COLUMN) => true,
            (source, position) => match scope.source(source as usize).kind {
                SourceKind::Table(table, _) if (position as usize) < table.columns.len() => {
                    table.may_be_null(position as usize)
                }
                // The hash of the key is the first of the computed columns.
                SourceKind::Table(table, _) => position as usize == table.columns.len() && table.hash_may_be_null(),
                _ => false,
            },
        }
    }

    /// The bit of a column's position, if it is one of a source.
    pub(super) const fn bit(&self, column: usize, source: usize) -> u128 {
        match self.of[column] {
            (_, NO_COLUMN) => 0,
            (of, found) if of as usize == source => 1 << found,
            _ => 0,
        }
    }

    /// The bits of several.
    pub(super) const fn bits(&self, code: &[u32], columns: List, source: usize) -> u128 {
        let (mut bits, mut i) = (0, 0);
        while i < columns.left {
            bits |= self.bit(code[columns.at + i] as usize, source);
            i += 1;
        }
        bits
    }

    /// The source that qualifies a column, or else the one whose table has it.
    pub(super) const fn source(&self, column: usize) -> Option<usize> {
        match self.of[column].0 {
            NO_SOURCE => None,
            source => Some(source as usize),
        }
    }

    /// Whether a table has a column.
    pub(super) const fn is_found(&self, column: usize) -> bool {
        !self.is_beyond && !matches!(self.of[column], (_, NO_COLUMN))
    }
}
