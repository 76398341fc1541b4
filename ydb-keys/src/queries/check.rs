//! The check of a whole query, and its first fault as a message with the line of the text.

use super::access::of_resolved;
use super::facts::{Scope, SourceKind, Target};
use super::fault::Fault;
use super::key::find;
use super::kinds::fault as literal;
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
    let mut i = 0;
    while i < query.scopes.len() {
        let scope = &query.scopes[i];
        let columns = Resolved::of(scope);
        if let Some(fault) = name(scope, &columns) {
            return Some(fault);
        }
        if let Some(fault) = access(query, scope, &columns) {
            return Some(fault);
        }
        i += 1;
    }
    let mut i = 0;
    while i < query.targets.len() {
        if let Some(fault) = target(&query.targets[i]) {
            return Some(fault);
        }
        i += 1;
    }
    let mut i = 0;
    while i < query.parameters.len() {
        if let Some(fault) = parameter(query.scopes, &query.parameters[i]) {
            return Some(fault);
        }
        i += 1;
    }
    let mut i = 0;
    while i < query.literals.len() {
        if let Some(fault) = literal(query.scopes, &query.literals[i]) {
            return Some(fault);
        }
        i += 1;
    }
    None
}

const fn access(query: &Query<'_>, scope: &Scope<'_>, columns: &Resolved) -> Option<Fault> {
    if !scope.is_understood {
        return None;
    }
    let (found, mut source) = (of_resolved(scope, columns, true), 0);
    while source < scope.sources.len() && source < found.len() {
        if let Some(fault) = scan(query, scope, source, found[source]) {
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
    if !is_needed(query.scopes, permission) {
        let message = Message::rule("allowance").text("no source of this query reads all rows of table ");
        message.name(permission.table.name).text("\nhelp: remove this `full_scan(..)`").refuse()
    }
}

const fn name(scope: &Scope<'_>, columns: &Resolved) -> Option<Fault> {
    let mut i = 0;
    while i < scope.sources.len() {
        if let SourceKind::Table(table, Some(index)) = scope.sources[i].kind
            && find(table, index).is_none()
        {
            let (mut nearest, mut j) = (Nearest::to(index), 0);
            while j < table.indexes.len() {
                nearest = nearest.or(table.indexes[j].name);
                j += 1;
            }
            let message = Message::rule("index").text("table ").name(table.name).text(" has no index ").name(index);
            let fault = Fault::new(scope.sources[i].at, index);
            return Some(fault.says(names::meant(message, nearest)));
        }
        i += 1;
    }
    let mut i = 0;
    while i < scope.named {
        // Of one source it is there; of several, another may have it, too.
        let only = scope.sources.len() == 1 || scope.columns[i].source.is_some();
        if !(only && columns.source(i).is_some())
            && let Some(fault) = names::named(scope, &scope.columns[i])
        {
            return Some(fault);
        }
        i += 1;
    }
    let [source] = scope.sources else { return None };
    let SourceKind::Table(table, _) = source.kind else { return None };
    let mut i = 0;
    while i < scope.set.len() {
        if let Some(fault) = names::of_table(table, &scope.set[i]) {
            return Some(fault);
        }
        if let Some(fault) = writes::set(table, &scope.set[i]) {
            return Some(fault);
        }
        i += 1;
    }
    None
}

const fn target(target: &Target<'_>) -> Option<Fault> {
    if let Some(columns) = target.columns {
        let mut i = 0;
        while i < columns.len() {
            if let Some(fault) = names::of_table(target.table, &columns[i]) {
                return Some(fault);
            }
            i += 1;
        }
    }
    writes::lacks(target)
}
