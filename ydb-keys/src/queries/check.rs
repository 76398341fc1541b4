//! The check of a whole query, and its first fault as a message with the line of the text.

use super::access::of_resolved;
use super::facts::{Scope, SourceKind, Target};
use super::fault::Fault;
use super::key::find;
use super::kinds::{Literal, fault as literal};
use super::parameters::{Parameter, fault as parameter};
use super::resolved::Resolved;
use super::results::{Results, field};
use super::scans::{FullScan, is_needed, scan};
use super::snippet::{in_braces, snippet};
use super::{names, writes};
use crate::schema::column::ColumnDef;
use crate::schema::rules::Nearest;
use crate::types::const_text::Message;

/// A query in the text of a program.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The path of the file that has the text, if it is one of its own.
    pub file: Option<&'a str>,
    pub scopes: &'a [Scope<'a>],
    pub targets: &'a [Target<'a>],
    pub parameters: &'a [Parameter<'a>],
    pub literals: &'a [Literal<'a>],
    pub full_scans: &'a [FullScan<'a>],
    /// What it returns, if that is one result.
    pub results: Option<Results<'a>>,
}

/// Ends the evaluation at the first fault of a query.
#[track_caller]
pub const fn check(query: &Query<'_>) {
    if let Some(fault) = first(query) {
        refuse(query, &fault)
    }
}

/// Ends the evaluation if a row of these columns cannot be read from the result of a query.
#[track_caller]
pub(crate) const fn check_row(query: &Query<'_>, row: &str, fields: &[ColumnDef<'_>]) {
    let Some(results) = &query.results else { return };
    let mut i = 0;
    while i < fields.len() {
        if let Some(fault) = field(query.scopes, results, row, &fields[i]) {
            refuse(query, &fault);
        }
        i += 1;
    }
}

/// Ends the evaluation with a fault.
#[track_caller]
const fn refuse(query: &Query<'_>, fault: &Fault) -> ! {
    let message = Message::EMPTY.then(&fault.message).then(&snippet(query, fault.at, fault.width));
    let message = match fault.cure.is_empty() {
        true if in_braces(query, fault.at) => {
            message.text("\nhelp: a model, as in `{Order}`, is written after FROM, JOIN, INTO and UPDATE only")
        }
        true => message,
        false => message.text("\nhelp: ").then(&fault.cure),
    };
    message.refuse()
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
        if !(only && i < columns.count() && columns.source(i).is_some())
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
