//! The check of a whole query, and its first fault as a message with the line of the text.

use ydb_yql::facts::code;

use super::access::{Access, of_resolved};
use super::facts::{Column, Scope, SourceKind, Target};
use super::fault::Fault;
use super::key::find;
use super::kinds::{Literal, fault as literal};
use super::parameters::fault as parameter;
use super::query::Query;
use super::resolved::Resolved;
use super::scans::{is_needed, scan};
use super::snippet::refuse;
use super::{names, writes};
use crate::schema::rules::Nearest;
use crate::types::const_text::Message;

/// Ends the evaluation at the first fault of a query.
#[track_caller]
pub const fn check(query: &Query<'_>) {
    if let Some(fault) = first(query) {
        refuse(query, &fault)
    }
}

/// The first fault: of a name, of an access, of a write, of a parameter or a literal.
const fn first(query: &Query<'_>) -> Option<Fault> {
    let mut next = query.first();
    while let Some(scope) = next {
        let columns = Resolved::of(&scope);
        if let Some(fault) = name(&scope, &columns) {
            return Some(fault);
        }
        if let Some(fault) = access(query, &scope, &columns) {
            return Some(fault);
        }
        next = scope.next();
    }
    let mut targets = query.list(0);
    while targets.left > 0 {
        let of = query.target(targets.at);
        if let Some(fault) = target(&of) {
            return Some(fault);
        }
        targets = targets.after(of.end);
    }
    let mut parameters = query.list(1);
    while parameters.left > 0 {
        let of = query.parameter(parameters.at);
        if let Some(fault) = parameter(&of) {
            return Some(fault);
        }
        parameters = parameters.after(of.end);
    }
    let mut literals = query.list(2);
    while literals.left > 0 {
        if let Some(fault) = literal(&query.literal(literals.at)) {
            return Some(fault);
        }
        literals = literals.after(literals.at + Literal::LENGTH);
    }
    None
}

const fn access(query: &Query<'_>, scope: &Scope<'_>, columns: &Resolved) -> Option<Fault> {
    if !scope.is_understood {
        return None;
    }
    let (found, mut source) = (of_resolved(scope, columns, true), 0);
    while source < scope.sources && source < found.len() {
        if matches!(found[source], Access::Full)
            && let Some(fault) = scan(query, scope, source)
        {
            return Some(fault);
        }
        source += 1;
    }
    None
}

/// Ends the evaluation if the permission of this number is not needed.
#[track_caller]
pub const fn check_permission(query: &Query<'_>, number: usize) {
    let permission = &query.full_scans[number];
    if !is_needed(query, permission) {
        let message = Message::rule("allowance").text("no source of this query reads all rows of table ");
        message.name(permission.table.name).text("\nhelp: remove this `full_scan(..)`").refuse()
    }
}

const fn name(scope: &Scope<'_>, columns: &Resolved) -> Option<Fault> {
    let mut i = 0;
    while i < scope.sources {
        let source = scope.source(i);
        if let SourceKind::Table(table, Some(index)) = source.kind
            && find(table, index).is_none()
        {
            let (mut nearest, mut j) = (Nearest::to(index), 0);
            while j < table.indexes.len() {
                nearest = nearest.or(table.indexes[j].name);
                j += 1;
            }
            let message = Message::rule("index").text("table ").name(table.name).text(" has no index ").name(index);
            let fault = Fault::new(source.at, index);
            return Some(fault.says(names::meant(message, nearest)));
        }
        i += 1;
    }
    let mut i = 0;
    while i < scope.named {
        let column = scope.column(i);
        // Of one source it is there; of several, another may have it, too.
        let only = scope.sources == 1 || column.source.is_some();
        if !(only && columns.is_found(i))
            && let Some(fault) = names::named(scope, &column)
        {
            return Some(fault);
        }
        i += 1;
    }
    if scope.sources != 1 {
        return None;
    }
    let SourceKind::Table(table, _) = scope.source(0).kind else { return None };
    let mut i = 0;
    while i < scope.set {
        let column = scope.set(i);
        if let Some(fault) = names::of_table(table, &column) {
            return Some(fault);
        }
        if let Some(fault) = writes::set(table, &column) {
            return Some(fault);
        }
        i += 1;
    }
    None
}

const fn target(target: &Target<'_>) -> Option<Fault> {
    if let Some(mut columns) = target.columns {
        while columns.left > 0 {
            if let Some(fault) = names::of_table(target.table, &Column::of(target.query, columns.at)) {
                return Some(fault);
            }
            columns = columns.after(columns.at + code::COLUMN);
        }
    }
    writes::lacks(target)
}
