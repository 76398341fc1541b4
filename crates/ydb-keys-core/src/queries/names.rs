//! Tables and indexes that do not exist, and columns that are in none of the sources that they may be of, or in several.

use super::facts::{Column, Scope, SourceKind, column};
use super::fault::{Fault, What};
use super::key::find;
use super::query::Query;
use crate::schema::any::Table;

/// The fault of the name of an index or a table, whose numbers begin here.
pub(super) const fn of_schema<'a>(query: &Query<'a>, at: usize) -> Option<Fault<'a>> {
    let (place, table, name) = (query.number(at), query.number(at + 1), query.names[query.number(at + 2)]);
    if table == 0 {
        return Some(Fault::new(place, name, What::UnknownTable));
    }
    let table = query.tables[table - 1];
    match find(table, name) {
        Some(_) => None,
        None => Some(Fault::new(place, name, What::UnknownIndex).of(table)),
    }
}

/// The fault of a column that an expression of a scope names.
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

/// The fault of a column that is named as one of a table.
pub(super) const fn of_table<'a>(table: &'a Table<'a>, named: &Column<'a>) -> Option<Fault<'a>> {
    match column(table, named.name) {
        Some(_) => None,
        None => Some(of(named, What::UnknownColumn).of(table)),
    }
}

const fn of<'a>(named: &Column<'a>, what: What<'a>) -> Fault<'a> {
    Fault::new(named.at, named.name, what)
}
