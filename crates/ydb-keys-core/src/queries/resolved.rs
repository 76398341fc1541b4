//! Resolution of each name of a query to the column of a source, once for all checks; unknown names; the columns of
//! results.

use ydb_yql::facts::{MAX_SOURCES, code};

use super::edits::{NOWHERE, refuse};
use super::facts::{Column, Scope, SourceKind, column, position};
use super::fault::{Fault, What};

use super::parameters::compared;
use super::{Combination, List, Query};
use crate::schema::any::Table;
use crate::schema::column::ColumnDef;
use crate::types::YdbType;
use crate::types::const_text::{each, same};

/// Most columns of a scope that is judged.
const MAX_COLUMNS: usize = 256;

/// Most columns of a table that is judged, the computed ones included. Each column has a bit, and the last bit has
/// another meaning.
const MAX_POSITIONS: usize = 127;

/// Number that stands for an unknown source.
const NO_SOURCE: u8 = u8::MAX;

/// Number that stands for a column that no table has.
const NO_COLUMN: u16 = u16::MAX;

/// Columns of a scope, in their order, resolved.
pub(super) struct Resolved {
    /// Source of each column, and the column's position in the table.
    of: [(u8, u16); MAX_COLUMNS],
    /// `true` if there are so many columns that nothing is judged.
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

    /// Resolves the columns that belong to a source. A column without a qualifier belongs to the first source that has
    /// it.
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

    /// Returns `true` if a column is the column at this position of a source's table.
    pub(super) const fn is(&self, column: usize, source: usize, position: usize) -> bool {
        let (of, found) = self.of[column];
        found as usize == position && of as usize == source
    }

    /// Returns the type of a column, if a table has it.
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

    /// Returns `true` if a column may be NULL.
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

    /// Returns the bit of a column's position if the column belongs to this source, and 0 otherwise.
    pub(super) const fn bit(&self, column: usize, source: usize) -> u128 {
        match self.of[column] {
            (_, NO_COLUMN) => 0,
            (of, found) if of as usize == source => 1 << found,
            _ => 0,
        }
    }

    /// Returns the bits of several columns that belong to this source.
    pub(super) const fn bits(&self, code: &[u32], columns: List, source: usize) -> u128 {
        let (mut bits, mut i) = (0, 0);
        while i < columns.left {
            bits |= self.bit(code[columns.at + i] as usize, source);
            i += 1;
        }
        bits
    }

    /// Returns the source that qualifies the column, or else the source whose table has it.
    pub(super) const fn source(&self, column: usize) -> Option<usize> {
        match self.of[column].0 {
            NO_SOURCE => None,
            source => Some(source as usize),
        }
    }

    /// Returns `true` if a table has the column.
    pub(super) const fn is_found(&self, column: usize) -> bool {
        !self.is_beyond && !matches!(self.of[column], (_, NO_COLUMN))
    }
}

/// Returns the fault of the name of a table or an index, whose numbers begin here.
pub(super) const fn of_schema<'a>(query: &Query<'a>, at: usize) -> Option<Fault<'a>> {
    let (place, table, name) = (query.number(at), query.number(at + 1), query.names[query.number(at + 2)]);
    if table == 0 {
        return Some(Fault::new(place, name, What::UnknownTable));
    }
    let table = query.tables[table - 1];
    match table.index(name) {
        Some(_) => None,
        None => Some(Fault::new(place, name, What::UnknownIndex).of(table)),
    }
}

/// Returns the fault of a column that an expression of a scope names.
pub(super) const fn named<'a>(scope: &Scope<'a>, named: &Column<'a>) -> Option<Fault<'a>> {
    if let Some(source) = named.source {
        return match scope.source(source).kind {
            SourceKind::Table(table, _) => of_table(table, named),
            SourceKind::Rows(_) => match scope.has(source, named.name) {
                Some(false) => Some(of(named, What::UnknownColumn)),
                _ => None,
            },
        };
    }
    let (mut found, mut i) = (0, 0);
    while i < scope.sources {
        match scope.has(i, named.name) {
            Some(true) => found += 1,
            Some(false) => {}
            None => return None,
        }
        i += 1;
    }
    match found {
        0 if scope.sources == 1 && !named.doubtful => match scope.source(0).kind {
            SourceKind::Table(table, _) => of_table(table, named),
            SourceKind::Rows(_) => Some(of(named, What::OfNone(*scope))),
        },
        0 => Some(of(named, What::OfNone(*scope))),
        1 => None,
        _ => Some(of(named, What::Ambiguous)),
    }
}

/// Returns the fault of a column that is named as a column of a table.
pub(super) const fn of_table<'a>(table: &'a Table<'a>, named: &Column<'a>) -> Option<Fault<'a>> {
    match column(table, named.name) {
        Some(_) => None,
        None => Some(of(named, What::UnknownColumn).of(table)),
    }
}

const fn of<'a>(named: &Column<'a>, what: What<'a>) -> Fault<'a> {
    Fault::new(named.at, named.name, what)
}

/// Returns the type of a result's column, and `true` if the column may be NULL; `None` if the text does not decide it.
const fn known(query: &Query<'_>, origin: usize) -> Option<(YdbType, bool)> {
    let is_outer = match query.code[origin] {
        code::COUNTED => return Some((YdbType::Uint64, false)),
        code::OTHER => return None,
        origin => origin == code::OUTER,
    };
    let scope = Scope::of(query, query.number(origin + 1));
    match compared(&scope, query.number(origin + 2)) {
        Some(column) => Some((column.ty, column.nullable || is_outer)),
        None => None,
    }
}

/// Ends the evaluation if a row with these fields cannot be read from the result of a query.
#[track_caller]
pub const fn check_row<'a>(query: &'a Query<'a>, row: &'a str, fields: &'a [ColumnDef<'a>]) {
    let at = query.number(4);
    // The first number is 0 if nothing is known of the result. Otherwise the next number says whether all of its
    // columns are known, and these follow.
    if query.number(at) == 0 {
        return;
    }
    each!(i < fields.len(), {
        if let Some(fault) = field(query, at + 1, row, &fields[i]) {
            refuse(query, &fault);
        }
    });
}

/// Ends the evaluation if a row with these fields cannot be read from the result of each query that a text stands for.
#[track_caller]
pub const fn check_rows<'a>(combinations: &'a [Combination<'a>], row: &'a str, fields: &'a [ColumnDef<'a>]) {
    let mut rest = combinations;
    while let [first, others @ ..] = rest {
        check_row(&first.query, row, fields);
        rest = others;
    }
}

impl<'a> Query<'a> {
    /// Returns the column of a table that stands in the result at a place, or under a name. A column from a side of a
    /// join that may have no row is left out: its NULL need not be in the table.
    pub fn column_at(&'a self, wanted: Result<usize, &str>) -> Option<(&'a Table<'a>, &'a str)> {
        let results = self.number(4) + 1;
        if self.number(results - 1) == 0 || wanted.is_ok() && self.number(results) == 0 {
            return None;
        }
        let (mut columns, mut place) = (List { left: self.number(results + 1), at: results + 2 }, 0);
        while columns.left > 0 {
            let name = self.names[self.number(columns.at)];
            let is_wanted = wanted.map_or_else(|column| column == name, |at| at == place);
            if is_wanted && self.code[columns.at + 2] == code::INNER {
                let scope = Scope::of(self, self.number(columns.at + 3));
                let named = self.number(columns.at + 4);
                return compared(&scope, named).map(|column| (column.table, scope.column(named).name));
            }
            (columns, place) = (columns.after(columns.at + COLUMN), place + 1);
        }
        None
    }
}

/// Count of the numbers that encode a column of a result.
const COLUMN: usize = 5;

/// Returns the fault of a field of a row. The columns of the result begin at offset `results`.
const fn field<'a>(query: &'a Query<'a>, results: usize, row: &'a str, field: &ColumnDef<'a>) -> Option<Fault<'a>> {
    let (are_all, mut columns) =
        (query.number(results) == 1, List { left: query.number(results + 1), at: results + 2 });
    while columns.left > 0 {
        let (name, at) = (query.names[query.number(columns.at)], query.number(columns.at + 1));
        if same(name, field.name) {
            return match known(query, columns.at + 2) {
                Some((ty, _)) if !field.info.can_carry(ty) => Some(Fault::new(at, name, What::OtherField(row, ty))),
                Some((_, true)) if !field.is_nullable() => Some(Fault::new(at, name, What::NullField(row))),
                _ => None,
            };
        }
        columns = columns.after(columns.at + COLUMN);
    }
    if are_all { Some(Fault::new(NOWHERE, field.name, What::NoField(row))) } else { None }
}
