//! The check of a whole query, and its first fault as a message with the line of the text.

use super::access::{Access, of_resolved};
use super::facts::{Place, Scope, SourceKind, Target};
use super::fault::Fault;
use super::key::find;
use super::kinds::{Literal, fault as literal};
use super::parameters::{Parameter, fault as parameter};
use super::resolved::Resolved;
use super::results::{Results, field};
use super::scans::{FullScan, is_needed, scan};
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
pub const fn check_row(query: &Query<'_>, row: &str, fields: &[ColumnDef<'_>]) {
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
const fn refuse(query: &Query<'_>, fault: &Fault<'_>) -> ! {
    let message = Message::EMPTY.then(&fault.message).then(&snippet(query, fault.at, fault.width));
    let message = match fault.cure.is_empty() {
        true => message,
        false => message.text("\nhelp: ").then(&fault.cure),
    };
    message.refuse()
}

/// The first fault: of a name, of an access, of a write, of a parameter or a literal.
pub(super) const fn first<'a>(query: &Query<'a>) -> Option<Fault<'a>> {
    let mut i = 0;
    while i < query.scopes.len() {
        let scope = &query.scopes[i];
        let columns = Resolved::of(scope);
        if let Some(fault) = name(scope, &columns) {
            return Some(fault);
        }
        if let Some(fault) = access(scope, &columns, query.full_scans) {
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
    let mut i = 0;
    while i < query.full_scans.len() {
        if !is_needed(query.scopes, &query.full_scans[i]) {
            return Some(not_needed(&query.full_scans[i]));
        }
        i += 1;
    }
    None
}

const fn access<'a>(scope: &Scope<'a>, columns: &Resolved, full_scans: &[FullScan<'_>]) -> Option<Fault<'a>> {
    if !scope.is_understood {
        return None;
    }
    let (found, mut source) = (of_resolved(scope, columns, true), 0);
    while source < scope.sources.len() && source < found.len() {
        if matches!(found[source], Access::Full)
            && let Some(fault) = scan(scope, source, full_scans)
        {
            return Some(fault);
        }
        source += 1;
    }
    None
}

const fn name<'a>(scope: &Scope<'a>, columns: &Resolved) -> Option<Fault<'a>> {
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
            let fault = Fault::new("index", scope.sources[i].at, index).of(table);
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

const fn target<'a>(target: &Target<'a>) -> Option<Fault<'a>> {
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

const fn not_needed<'a>(permission: &FullScan<'a>) -> Fault<'a> {
    let message = Message::rule("allowance").text("no query here reads all rows of table ").name(permission.table.name);
    let cure = Message::EMPTY.text("remove its `full_scan(..)`");
    Fault::new("allowance", Place { line: 0, column: 0 }, "").of(permission.table).says(message).cured(cure)
}

/// The line of a place, with carets below it.
const fn snippet(query: &Query<'_>, at: Place, width: usize) -> Message {
    let bytes = query.text.as_bytes();
    let (mut line, mut from) = (1, 0);
    while line < at.line && from < bytes.len() {
        if bytes[from] == b'\n' {
            line += 1;
        }
        from += 1;
    }
    if at.line == 0 || line < at.line {
        return Message::EMPTY;
    }
    // Without what all lines are indented by, as far as this one is.
    let mut skipped = 0;
    while from < bytes.len() && bytes[from] == b' ' && skipped + 1 < at.column {
        from += 1;
        skipped += 1;
    }
    let mut to = from;
    while to < bytes.len() && bytes[to] != b'\n' {
        to += 1;
    }
    let message = Message::EMPTY.text("\n");
    let message = match query.file {
        Some(file) => message.text("--> ").text(file).text(":").number(at.line as i128),
        None => message.text("--> line ").number(at.line as i128),
    };
    let message = match query.file {
        Some(_) => message.text(":").number(at.column as i128),
        None => message.text(", column ").number(at.column as i128),
    };
    let mut message = message.text("\n  | ").part(query.text, from, to).text("\n  | ");
    let mut i = skipped + 1;
    while i < at.column {
        message = message.text(" ");
        i += 1;
    }
    let mut i = 0;
    while i < width {
        message = message.text("^");
        i += 1;
    }
    message
}
