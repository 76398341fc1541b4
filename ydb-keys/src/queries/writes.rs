//! What is written: the columns that rows must have, and the columns that no UPDATE can set.

use super::facts::{Column, Target, computed};
use super::fault::Fault;
use crate::schema::any::{HashDef, Table};
use crate::schema::column::ColumnDef;
use crate::types::const_text::{Message, same};

/// The first column that the rows of a target lack. A computed one is there when its inputs are, because it is added.
pub const fn lacks<'a>(target: &Target<'a>) -> Option<Fault<'a>> {
    let Some(columns) = target.columns else { return None };
    let table = target.table;
    let mut i = 0;
    while i < table.columns.len() {
        let column = &table.columns[i];
        let is_key = table.is_key(i);
        let needed = is_key || target.inserts && !column.is_nullable();
        if needed && !is_filled(column) && !has(columns, column.name) {
            let message = Message::rule("missing_column").text("the rows have no ").name(column.name);
            let message = match is_key {
                true => message.text(", which belongs to the key of table ").name(table.name),
                false => message.text(", which is NOT NULL in table ").name(table.name).text(" and has no default"),
            };
            let cure = Message::EMPTY.text("write a value for ").name(column.name).text(", too");
            return Some(Fault::new("missing_column", target.at, table.name).of(table).says(message).cured(cure));
        }
        i += 1;
    }
    None
}

/// The fault of a column that an UPDATE sets: a part of the key, or computed from it.
pub const fn set<'a>(table: &'a Table<'a>, column: &Column<'a>) -> Option<Fault<'a>> {
    let (mut is_computed, mut is_input, mut leads, mut i) = (false, false, false, 0);
    while let Some(hash) = computed(table, i) {
        is_computed |= same(hash.name, column.name);
        is_input |= is_input_of(table, &hash, column.name);
        i += 1;
    }
    if let Some(hash) = table.hash {
        leads = same(hash.name, column.name);
    }
    let mut is_key = leads;
    let mut i = 0;
    while i < table.key.len() {
        is_key |= same(table.columns[table.key[i]].name, column.name);
        i += 1;
    }
    if !is_key && !is_computed {
        return None;
    }
    let rule = if is_computed || is_input { "hash_written" } else { "key_written" };
    let why = if is_key { " belongs to the key" } else { " is computed from columns of the key" };
    let message = Message::rule(rule).name(column.name).text(why).text(" of table ").name(table.name);
    let message = message.text(", so no UPDATE can set it");
    let cure = Message::EMPTY.text("insert a row with the new key, and delete the old one");
    Some(Fault::new(rule, column.at, column.name).of(table).says(message).cured(cure))
}

const fn is_input_of(table: &Table<'_>, hash: &HashDef<'_>, name: &str) -> bool {
    let mut i = 0;
    while i < hash.inputs.len() {
        if same(table.columns[hash.inputs[i]].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn has(columns: &[Column<'_>], name: &str) -> bool {
    let mut i = 0;
    while i < columns.len() {
        if same(columns[i].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_filled(column: &ColumnDef<'_>) -> bool {
    column.serial || column.default.is_some()
}
