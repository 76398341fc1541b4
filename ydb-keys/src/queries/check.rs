//! The check of a whole query, and its first fault as a message with the line of the text.

use super::facts::{Scope, SourceKind, Target};
use super::fault::Fault;
use super::key::find;
use super::parameters::fault as parameter;
use super::query::Query;
use super::scans::{all, is_needed, scan};
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

/// The first fault: of a name, of a write, of a parameter, of an access.
const fn first(query: &Query<'_>) -> Option<Fault> {
    let mut i = 0;
    while i < query.scopes.len() {
        if let Some(fault) = name(&query.scopes[i]) {
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
    while i < query.scopes.len() {
        let (found, mut source) = (all(&query.scopes[i]), 0);
        while source < query.scopes[i].sources.len() && source < found.len() {
            if let Some(fault) = scan(query, &query.scopes[i], source, found[source]) {
                return Some(fault);
            }
            source += 1;
        }
        i += 1;
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

const fn name(scope: &Scope<'_>) -> Option<Fault> {
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
    while i < scope.columns.len() {
        if let Some(fault) = names::named(scope, &scope.columns[i]) {
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
