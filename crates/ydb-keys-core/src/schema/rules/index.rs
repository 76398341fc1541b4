//! Rules of secondary indexes that depend on the types of the indexed columns.

use super::advice::{bucket_input, bucketed_index};
use super::key::how_few;
use super::spread::gathered_by;
use crate::schema::any::{IndexDef, Table};
use crate::schema::{IndexKind, Rule};
use crate::types::const_text::{Message, refuse};

/// The column at position `position` of an index: of a type YDB takes in a key, and spread if it is the first.
#[track_caller]
pub const fn index_column(table: &Table<'_>, index: usize, position: usize) {
    let index = &table.indexes[index];
    let column = &table.columns[index.on[position]];
    if !column.ty.is_row_key() {
        Message::rule("column_type")
            .text("index ")
            .name(index.name)
            .text(" of table ")
            .name(table.name)
            .text(" is on column ")
            .name(column.name)
            .text(" of type ")
            .ydb_type(column.ty)
            .text(", which YDB refuses in a key\nhelp: index another column; to read this one from the index write `cover(")
            .text(column.field)
            .text(")`")
            .refuse()
    }
    if position == 0 && (column.is_monotonic() || column.is_low_cardinality()) {
        refuse(hot_index(table, index))
    }
}

/// What is wrong with the first column of an index: whether the rows of the index spread by it.
pub const fn hot_index(table: &Table<'_>, index: &IndexDef<'_>) -> Option<Message> {
    let column = &table.columns[index.on[0]];
    // What a hash or a bucket spreads may grow after it.
    if index.hash.is_some() || table.allows(Rule::HotIndex) {
        return None;
    }
    let (which, load) = if column.is_monotonic() && column.is_nullable() {
        (
            "always grows",
            "each write that sets it goes to the index's last partition, and each with NULL to its first one",
        )
    } else if column.is_monotonic() {
        ("always grows", "every insert writes to the index's last partition")
    } else if column.is_low_cardinality() {
        (how_few(column), "a few partitions of the index take all the load")
    } else {
        return None;
    };
    let message = Message::rule("hot_index")
        .text("index ")
        .name(index.name)
        .text(" of table ")
        .name(table.name)
        .text(" starts with column ")
        .name(column.name)
        .text(if column.is_monotonic() { ", which " } else { ", which has " })
        .text(which)
        .text("\nnote: ")
        .text(load)
        .text("; an index is another table, partitioned by key ranges too\nhelp: ");
    let message = match bucket_input(table, true) {
        // A unique index would be unique within each bucket only.
        Some(input) if column.is_monotonic() && !matches!(index.kind, IndexKind::Unique) => {
            bucketed_index(message.text("put a bucket in front, "), table, index, input).text(", or ")
        }
        _ => message,
    }
    .text("start it with a column whose values are spread");
    Some(message.exception("if the table takes few writes, write `allow(hot_index, reason = \"...\")`"))
}

/// Whether the first column of an index grows or has few values, or its hash is of nothing but few values and dates.
pub const fn breaks_hot_index(table: &Table<'_>) -> bool {
    let mut i = 0;
    while i < table.indexes.len() {
        let index = &table.indexes[i];
        let first = &table.columns[index.on[0]];
        let is_hot = match index.hash {
            Some(hash) => gathered_by(table, &hash).is_some(),
            None => first.is_monotonic() || first.is_low_cardinality(),
        };
        if is_hot {
            return true;
        }
        i += 1;
    }
    false
}
