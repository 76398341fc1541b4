//! What is written: the columns that rows must have, and the columns that no UPDATE can set.

use ydb_yql::facts::code;

use super::facts::{Column, Target, computed};
use super::fault::Fault;
use super::query::{List, Query};
use crate::schema::any::Table;
use crate::schema::column::ColumnDef;
use crate::types::const_text::{Message, same};

/// The first column that the rows of a target lack. A computed one is there when its inputs are, because it is added.
pub(super) const fn lacks(target: &Target<'_>) -> Option<Fault> {
    let Some(columns) = target.columns else { return None };
    let table = target.table;
    let mut i = 0;
    while i < table.columns.len() {
        let column = &table.columns[i];
        let is_key = table.is_key(i);
        let needed = is_key || target.inserts && !column.is_nullable();
        if needed && !is_filled(column) && !has(target.query, columns, column.name) {
            let message = Message::rule("missing_column").text("the rows have no ").name(column.name);
            let message = match is_key {
                true => message.text(", which belongs to the key of table ").name(table.name),
                false => message.text(", which is NOT NULL in table ").name(table.name).text(" and has no default"),
            };
            let cure = Message::EMPTY.text("write a value for ").name(column.name).text(", too");
            return Some(Fault::new(target.at, table.name).says(message).cured(cure));
        }
        i += 1;
    }
    None
}

/// The fault of a column that an UPDATE sets: a part of the key, or computed from it.
pub(super) const fn set(table: &Table<'_>, column: &Column<'_>) -> Option<Fault> {
    let (mut is_computed, mut i) = (false, 0);
    while let Some(hash) = computed(table, i) {
        is_computed |= same(hash.name, column.name);
        i += 1;
    }
    let mut is_key = matches!(table.hash, Some(hash) if same(hash.name, column.name));
    let mut i = 0;
    while i < table.key.len() {
        is_key |= same(table.columns[table.key[i]].name, column.name);
        i += 1;
    }
    if !is_key && !is_computed {
        return None;
    }
    let why = if is_key { " belongs to the key" } else { " is computed from columns of the key" };
    let message = Message::rule("hash_written").name(column.name).text(why).text(" of table ").name(table.name);
    let message = message.text(", so no UPDATE can set it");
    let cure = Message::EMPTY.text("insert a row with the new key, and delete the old one");
    Some(Fault::new(column.at, column.name).says(message).cured(cure))
}

const fn has(query: &Query<'_>, mut columns: List, name: &str) -> bool {
    while columns.left > 0 {
        if same(query.names[query.number(columns.at)], name) {
            return true;
        }
        columns = columns.after(columns.at + code::COLUMN);
    }
    false
}

const fn is_filled(column: &ColumnDef<'_>) -> bool {
    column.serial || column.default.is_some()
}
