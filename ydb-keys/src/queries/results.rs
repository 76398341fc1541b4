//! The columns of a result, compared with the fields that are read from it.

use super::facts::{Place, Scope, SourceKind, column};
use super::fault::Fault;
use super::query::{Origin, Query, Results};
use crate::schema::column::ColumnDef;
use crate::types::YdbType;
use crate::types::const_text::{Message, same};

/// The type of a result's column, and whether it may be NULL; `None` if the text does not say it.
const fn known(scopes: &[Scope<'_>], origin: &Origin) -> Option<(YdbType, bool)> {
    let (scope, named, is_outer) = match origin {
        Origin::Column { scope, column, is_outer } => {
            (&scopes[*scope], &scopes[*scope].columns[*column as usize], *is_outer)
        }
        Origin::Count => return Some((YdbType::Uint64, false)),
        Origin::Unknown => return None,
    };
    let mut i = 0;
    while i < scope.sources.len() {
        let may_be = match named.source {
            Some(source) => source == i,
            None => true,
        };
        if may_be {
            match scope.sources[i].kind {
                SourceKind::Rows(_) => return None,
                SourceKind::Table(table, _) => {
                    if let Some(column) = column(table, named.name) {
                        return Some((column.ty, column.nullable || is_outer));
                    }
                }
            }
        }
        i += 1;
    }
    None
}

/// Ends the evaluation if a row of these columns cannot be read from the result of a query.
#[track_caller]
pub(crate) const fn check_row(query: &Query<'_>, row: &str, fields: &[ColumnDef<'_>]) {
    let Some(results) = &query.results else { return };
    let mut i = 0;
    while i < fields.len() {
        if let Some(fault) = field(query.scopes, results, row, &fields[i]) {
            super::snippet::refuse(query, &fault);
        }
        i += 1;
    }
}

const fn field(scopes: &[Scope<'_>], results: &Results<'_>, row: &str, field: &ColumnDef<'_>) -> Option<Fault> {
    let mut i = 0;
    while i < results.columns.len() {
        let found = &results.columns[i];
        if same(found.name, field.name) {
            let Some((ty, nullable)) = known(scopes, &found.origin) else { return None };
            let message = Message::rule("row").name(found.name).text(" of the result ");
            let cure = Message::EMPTY.text("declare the field as ");
            if !field.info.can_carry(ty) {
                let message = message.text("is a ").ydb_type(ty).text(", which the field of `").text(row);
                let message = message.text("` cannot hold");
                let cure = cure.text("a type that is stored as ").ydb_type(ty).text(", or cast the column in the text");
                return Some(Fault::new(found.at, found.name).says(message).cured(cure));
            }
            if nullable && !field.is_nullable() {
                let message = message.text("may be NULL, and its field in `").text(row).text("` is no `Option`");
                let cure = cure.text("an `Option`, or write `COALESCE(..)` in the text");
                return Some(Fault::new(found.at, found.name).says(message).cured(cure));
            }
            return None;
        }
        i += 1;
    }
    if !results.are_all {
        return None;
    }
    let message = Message::rule("row").text("the result has no column ").name(field.name);
    let message = message.text(", which `").text(row).text("` reads");
    let cure = Message::EMPTY.text("select it, or name an expression of the text so: `AS ").text(field.name).text("`");
    Some(Fault::new(Place { line: 0, column: 0 }, "").says(message).cured(cure))
}
