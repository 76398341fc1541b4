//! The columns of a result, compared with the fields that are read from it.

use ydb_yql::facts::code;

use super::facts::Scope;
use super::fault::{Fault, What};
use super::parameters::compared;
use super::query::{List, Query};
use super::snippet::{NOWHERE, refuse};
use crate::error::{Detail, Error, ValueError};
use crate::schema::column::ColumnDef;
use crate::statements::null::in_key;
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
pub(crate) const fn check_row<'a>(query: &'a Query<'a>, row: &'a str, fields: &'a [ColumnDef<'a>]) {
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

impl Query<'static> {
    /// What a NULL means in a result of the query: where it is in a key without NOT NULL, the error is that of a whole row. By
    /// the place of the column, where a tuple or one value is read, or by its name.
    ///
    /// A column of a side of a join that may have no row is left out: such a NULL need not be in the table.
    #[cold]
    pub(crate) fn explain(&'static self, error: Error) -> Error {
        let wanted = match *error.detail() {
            Detail::Place { at, error: ValueError::Null, .. } => Ok(at),
            Detail::Value { column, decoded: true, error: ValueError::Null, .. } => Err(column),
            _ => return error,
        };
        let results = self.number(4) + 1;
        if self.number(results - 1) == 0 || wanted.is_ok() && self.number(results) == 0 {
            return error;
        }
        let (mut columns, mut place) = (List { left: self.number(results + 1), at: results + 2 }, 0);
        while columns.left > 0 {
            let name = self.names[self.number(columns.at)];
            if wanted.map_or_else(|column| column == name, |at| at == place) && self.code[columns.at + 2] == code::INNER {
                let scope = Scope::of(self, self.number(columns.at + 3));
                let named = self.number(columns.at + 4);
                let found = compared(&scope, named).and_then(|column| in_key(column.table, scope.column(named).name));
                return found.unwrap_or(error);
            }
            (columns, place) = (columns.after(columns.at + COLUMN), place + 1);
        }
        error
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
