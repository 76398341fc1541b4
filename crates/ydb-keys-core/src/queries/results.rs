//! The columns of a result, compared with the fields that are read from it.

use ydb_yql::facts::code;

use super::facts::Scope;
use super::fault::{Fault, What};
use super::parameters::compared;
use super::query::{List, Query};
use super::snippet::{NOWHERE, refuse};
use crate::schema::any::Table;
use crate::schema::column::ColumnDef;
use crate::types::YdbType;
use crate::types::const_text::same;

/// The type of a result's column, and whether it may be NULL; `None` if the text does not say it.
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

/// Ends the evaluation if a row of these columns cannot be read from the result of a query.
#[track_caller]
pub const fn check_row<'a>(query: &'a Query<'a>, row: &'a str, fields: &'a [ColumnDef<'a>]) {
    let at = query.number(4);
    // It is known whether these are all columns of the result, and then these follow.
    if query.number(at) == 0 {
        return;
    }
    let mut i = 0;
    while i < fields.len() {
        if let Some(fault) = field(query, at + 1, row, &fields[i]) {
            refuse(query, &fault);
        }
        i += 1;
    }
}

impl<'a> Query<'a> {
    /// The column of a table that stands in the result at a place, or under a name. One of a side of a join that may have no row
    /// is left out: its NULL need not be in the table.
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

/// The numbers of a column of a result.
const COLUMN: usize = 5;

/// The fault of a field, where the results begin here.
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
