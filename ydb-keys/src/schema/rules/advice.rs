//! `primary_key(...)` as it should be, for the messages of broken rules.

use super::spread::is_spread_by_hash;
use crate::schema::{ColumnDef, HashDef, Table};
use crate::types::const_text::{self, Message};

/// `primary_key(...)` as it should be: the column at position `first` of the key, its hash in front, then the others.
pub(super) const fn hashed_key(message: Message, table: &Table, first: usize) -> Message {
    let leading = &table.columns[table.key[first]];
    let function = if takes_number(leading) { "numeric_hash" } else { "xxh3" };
    let message = message.text("`primary_key(");
    let message = match hash_name_is_free(table, leading) {
        true => message.text(leading.field).text("_hash"),
        false => message.text("key_hash"),
    };
    let message = message.text(" = ").text(function).text("(").text(leading.field).text("), ").text(leading.field);
    others(message, table, first).text(")`")
}

/// Whether no field and no column is called like the hash that the help proposes.
const fn hash_name_is_free(table: &Table, leading: &ColumnDef) -> bool {
    let mut i = 0;
    while i < table.columns.len() {
        let column = &table.columns[i];
        if is_hash_name(column.field, leading.field) || is_hash_name(column.name, leading.field) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether the name is that of the field with `_hash` after it.
const fn is_hash_name(name: &str, field: &str) -> bool {
    match name.split_at_checked(field.len()) {
        Some((start, end)) => const_text::same(start, field) && const_text::same(end, "_hash"),
        None => false,
    }
}

/// The same key, the column at position `first` of it in front.
pub(super) const fn reordered_key(message: Message, table: &Table, first: usize) -> Message {
    let message = message.text("`primary_key(").text(table.columns[table.key[first]].field);
    others(message, table, first).text(")`")
}

/// The same key, its hash over the column at position `also` of it as well.
pub(super) const fn wider_hash(message: Message, table: &Table, hash: &HashDef, also: usize) -> Message {
    let mut message = message.text("`primary_key(").text(hash.name).text(" = xxh3(");
    let mut i = 0;
    while i < hash.inputs.len() {
        message = message.text(table.columns[hash.inputs[i]].field).text(", ");
        i += 1;
    }
    message = message.text(table.columns[table.key[also]].field).text(")");
    others(message, table, table.key.len()).text(")`")
}

/// The key columns after what has been written of the key, but for the one at position `but`.
const fn others(mut message: Message, table: &Table, but: usize) -> Message {
    let mut i = 0;
    while i < table.key.len() {
        if i != but {
            message = message.text(", ").text(table.columns[table.key[i]].field);
        }
        i += 1;
    }
    message
}

/// The key column whose hash should lead instead of a column that grows; `None` where no hash of one column spreads the
/// rows.
///
/// Of a time: the first other one that does not grow, so that the rows of each value of it stay together in time order.
pub(super) const fn better_leader(table: &Table) -> Option<usize> {
    let leading = &table.columns[table.key[0]];
    let mut i = 1;
    while leading.ty.is_time() && i < table.key.len() {
        let column = &table.columns[table.key[i]];
        if !column.is_monotonic() && is_spread_by_hash(column) {
            return Some(i);
        }
        i += 1;
    }
    if is_spread_by_hash(leading) { Some(0) } else { many_values(table, 1) }
}

/// The first key column from position `from` on whose hash would spread the rows; a time only if there is no other.
pub(super) const fn many_values(table: &Table, from: usize) -> Option<usize> {
    let (mut i, mut time) = (from, None);
    while i < table.key.len() {
        let column = &table.columns[table.key[i]];
        if is_spread_by_hash(column) {
            if !column.ty.is_time() {
                return Some(i);
            }
            if time.is_none() {
                time = Some(i);
            }
        }
        i += 1;
    }
    time
}

/// Whether `numeric_hash` takes the column.
pub(super) const fn takes_number(column: &ColumnDef) -> bool {
    column.ty.stored_as().is_some()
}
