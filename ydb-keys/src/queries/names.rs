//! Columns that are in none of the sources that they may be of, or in several.

use super::facts::{Column, Scope, SourceKind, column, computed};
use super::fault::Fault;
use crate::schema::any::Table;
use crate::schema::rules::Nearest;
use crate::types::const_text::Message;

/// The fault of a column that an expression of a scope names.
pub(super) const fn named(scope: &Scope<'_>, named: &Column<'_>) -> Option<Fault> {
    if let Some(source) = named.source {
        return match scope.source(source).kind {
            SourceKind::Table(table, _) => of_table(table, named),
            SourceKind::Rows(_) => match scope.has(source, named.name) {
                Some(false) => Some(
                    Fault::new(named.at, named.name)
                        .says(Message::rule("unknown_column").text("the source has no column ").name(named.name)),
                ),
                _ => None,
            },
        };
    }
    let (mut found, mut i) = (0, 0);
    while i < scope.sources {
        match scope.has(i, named.name) {
            Some(true) => found += 1,
            Some(false) => {}
            None => return None,
        }
        i += 1;
    }
    match found {
        0 if scope.sources == 1 && !named.doubtful => match scope.source(0).kind {
            SourceKind::Table(table, _) => of_table(table, named),
            SourceKind::Rows(_) => Some(of_none(scope, named)),
        },
        0 => Some(of_none(scope, named)),
        1 => None,
        _ => Some(
            Fault::new(named.at, named.name)
                .says(Message::rule("ambiguous_column").text("several sources have a column ").name(named.name))
                .cured(
                    Message::EMPTY
                        .text("write the name of one of them before it, as in ")
                        .text("`o.")
                        .text(named.name)
                        .text("`"),
                ),
        ),
    }
}

/// The fault of a column that is named as one of a table.
pub(super) const fn of_table(table: &Table<'_>, named: &Column<'_>) -> Option<Fault> {
    if column(table, named.name).is_some() {
        return None;
    }
    let message =
        Message::rule("unknown_column").text("table ").name(table.name).text(" has no column ").name(named.name);
    let nearest = among(table, Nearest::to(named.name));
    Some(Fault::new(named.at, named.name).says(meant(message, nearest)))
}

const fn of_none(scope: &Scope<'_>, named: &Column<'_>) -> Fault {
    let message = Message::rule("unknown_column").text("no source has a column ").name(named.name);
    let (mut nearest, mut i) = (Nearest::to(named.name), 0);
    while i < scope.sources {
        if let SourceKind::Table(table, _) = scope.source(i).kind {
            nearest = among(table, nearest);
        }
        i += 1;
    }
    Fault::new(named.at, named.name).says(meant(message, nearest))
}

const fn among<'a>(table: &Table<'a>, mut nearest: Nearest<'a>) -> Nearest<'a> {
    let mut i = 0;
    while i < table.columns.len() {
        nearest = nearest.or(table.columns[i].name);
        i += 1;
    }
    let mut i = 0;
    while let Some(hash) = computed(table, i) {
        nearest = nearest.or(hash.name);
        i += 1;
    }
    nearest
}

pub(super) const fn meant(message: Message, nearest: Nearest<'_>) -> Message {
    match nearest.name() {
        Some(name) => message.text("; did you mean ").name(name).text("?"),
        None => message,
    }
}
