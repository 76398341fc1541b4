//! Sources of which all rows are read, and what to write instead.

use super::access::{Access, accesses, is_for_scans, through};
use super::facts::{Scope, SourceKind};
use super::fault::Fault;
use super::key::{Part, part};
use super::query::{FullScan, Query};
use crate::schema::any::Table;
use crate::types::const_text::{Message, same};

/// The fault of a source whose rows are all read, unless its table is one of those that may be scanned.
pub(super) const fn scan(query: &Query<'_>, scope: &Scope<'_>, source: usize) -> Option<Fault> {
    let own = scope.source(source);
    let (SourceKind::Table(table, index), at) = (own.kind, own.at) else { return None };
    if is_for_scans(table) || is_allowed(table, query.full_scans) {
        return None;
    }
    let message = Message::rule("full_scan").text("all rows of ");
    let message = match index {
        Some(index) => message.text("index ").name(index).text(" of table ").name(table.name).text(" are read"),
        None => message.text("table ").name(table.name).text(" are read"),
    };
    let first = part(&own, 0);
    let mut cure = first_columns(Message::EMPTY.text("compare "), table, first);
    // A range of an input says nothing of its hash.
    cure = cure.text(if matches!(first, Some(Part::Hash(_))) {
        " with a value by `=` or `IN`; "
    } else {
        " with a value; "
    });
    let message = match first {
        // The inputs have values, and nothing says which hash belongs to them.
        Some(Part::Hash(hash)) if !matches!(accesses(&scope.with_any_chain(), true)[source], Access::Full) => {
            cure = cure.text("or join what has the values, with `ON` instead of `USING` and of `IN (SELECT ..)`; ");
            message.text(": ").name(hash.name).text(" cannot be computed from these conditions")
        }
        _ => message,
    };
    let mut i = 0;
    while i < table.indexes.len() {
        let other = &table.indexes[i];
        if index.is_none() && !matches!(through(scope, source, other.name), Access::Full) {
            cure = model(cure.text("or read through an index, `{"), query, at).text(":").text(other.name).text("}`; ");
        }
        i += 1;
    }
    let cure = model(cure.text("or, if a scan is meant, write `full_scan("), query, at);
    let cure = cure.text(", reason = \"..\")` after the text");
    Some(Fault::new(at, table.name).says(message).cured(cure))
}

/// The model at a place, as the text names it.
const fn model(message: Message, query: &Query<'_>, at: usize) -> Message {
    match super::snippet::model(query, at) {
        Some((from, to)) => message.part(query.text, from, to),
        None => message.text("Model"),
    }
}

/// Whether a permission to read all rows of a table is needed.
pub(super) const fn is_needed(query: &Query<'_>, permission: &FullScan<'_>) -> bool {
    let mut next = query.first();
    while let Some(scope) = next {
        let (found, mut source) = (all(&scope), 0);
        while source < scope.sources {
            if let SourceKind::Table(table, _) = scope.source(source).kind
                && same(table.name, permission.table.name)
                && (source >= found.len() || matches!(found[source], Access::Full | Access::Unknown))
            {
                return true;
            }
            source += 1;
        }
        next = scope.next();
    }
    false
}

/// How each source is read, as far as that is understood.
pub(super) const fn all(scope: &Scope<'_>) -> [Access; 64] {
    if scope.is_understood { accesses(scope, true) } else { [Access::Unknown; 64] }
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
