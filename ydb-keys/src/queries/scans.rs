//! Sources of which all rows are read, and what to write instead.

use super::access::{Access, accesses, is_for_scans, through};
use super::facts::{Scope, SourceKind};
use super::fault::Fault;
use super::key::{Part, part};
use crate::schema::any::Table;
use crate::types::const_text::{Message, same};

/// The fault of a source, all of whose rows are read, unless its table is one of those that may be scanned.
pub const fn scan<'a>(scope: &Scope<'a>, source: usize, allowed: &[FullScan<'_>]) -> Option<Fault<'a>> {
    let SourceKind::Table(table, index) = scope.sources[source].kind else { return None };
    if is_for_scans(table) || is_allowed(table, allowed) {
        return None;
    }
    let message = Message::rule("full_scan").text("all rows of ");
    let message = match index {
        Some(index) => message.text("index ").name(index).text(" of table ").name(table.name).text(" are read"),
        None => message.text("table ").name(table.name).text(" are read"),
    };
    let mut cure = Message::EMPTY.text("compare ");
    cure = first_columns(cure, table, part(&scope.sources[source], 0)).text(" with a value, ");
    let mut i = 0;
    while i < table.indexes.len() {
        let other = &table.indexes[i];
        if index.is_none() && !matches!(through(scope, source, other.name), Access::Full) {
            cure = cure.text("or read through the index, `{Model:").text(other.name).text("}`, ");
        }
        i += 1;
    }
    cure = cure.text("or, if a scan is meant, write `full_scan(Model, reason = \"..\")` after the text");
    Some(Fault::new("full_scan", scope.sources[source].at, table.name).of(table).says(message).cured(cure))
}

/// A table whose rows may all be read, and why.
#[derive(Clone, Copy, Debug)]
pub struct FullScan<'a> {
    pub table: &'a Table<'a>,
    pub reason: &'a str,
}

/// Whether a permission to read all rows of a table is needed.
pub const fn is_needed(scopes: &[Scope<'_>], permission: &FullScan<'_>) -> bool {
    let mut i = 0;
    while i < scopes.len() {
        let mut source = 0;
        while source < scopes[i].sources.len() {
            if let SourceKind::Table(table, _) = scopes[i].sources[source].kind
                && same(table.name, permission.table.name)
                && (reads_all(&scopes[i], source) || !scopes[i].is_understood)
            {
                return true;
            }
            source += 1;
        }
        i += 1;
    }
    false
}

const fn reads_all(scope: &Scope<'_>, source: usize) -> bool {
    scope.is_understood && source < 64 && matches!(accesses(scope, true)[source], Access::Full)
}

const fn is_allowed(table: &Table<'_>, allowed: &[FullScan<'_>]) -> bool {
    let mut i = 0;
    while i < allowed.len() {
        if same(allowed[i].table.name, table.name) {
            return true;
        }
        i += 1;
    }
    false
}

/// The columns that a condition must name first.
const fn first_columns(mut message: Message, table: &Table<'_>, first: Option<Part<'_>>) -> Message {
    match first {
        Some(Part::Column(position)) => message.name(table.columns[position].name),
        Some(Part::Hash(hash)) => {
            let mut i = 0;
            while i < hash.inputs.len() {
                if i > 0 {
                    message = message.text(" and ");
                }
                message = message.name(table.columns[hash.inputs[i]].name);
                i += 1;
            }
            message
        }
        None => message,
    }
}
