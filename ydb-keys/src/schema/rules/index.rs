//! Rules of secondary indexes that depend on the types of the indexed columns.

use super::key::how_few;
use crate::schema::{Rule, Table};
use crate::types::const_text::Message;

/// The column at position `position` of an index: of a type YDB takes in a key, and spread if it is the first.
#[track_caller]
pub const fn index_column(table: &Table, index: usize, position: usize) {
    let index = &table.indexes[index];
    let column = &table.columns[index.on[position]];
    if !column.ty.is_row_key() {
        Message::rule("index_key_type")
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
    if position > 0 || table.allows(Rule::HotIndex) {
        return;
    }
    let (which, load) = if column.is_monotonic() {
        ("increases monotonically", "every insert writes to the index's last partition")
    } else if column.is_low_cardinality() {
        (how_few(column), "a few partitions of the index take all the load")
    } else {
        return;
    };
    Message::rule("hot_index")
        .text("index ")
        .name(index.name)
        .text(" of table ")
        .name(table.name)
        .text(" starts with column ")
        .name(column.name)
        .text(if column.is_monotonic() { ", which " } else { ", which has " })
        .text(which)
        .text(": ")
        .text(load)
        .text(" (an index is a table of its own, partitioned by key ranges too)\nhelp: start it with a column whose values are spread; if the table takes few writes, write `allow(hot_index, reason = \"...\")`")
        .refuse()
}

/// Whether the first column of an index grows or has few values.
pub const fn breaks_hot_index(table: &Table) -> bool {
    let mut i = 0;
    while i < table.indexes.len() {
        let first = &table.columns[table.indexes[i].on[0]];
        if first.is_monotonic() || first.is_low_cardinality() {
            return true;
        }
        i += 1;
    }
    false
}
