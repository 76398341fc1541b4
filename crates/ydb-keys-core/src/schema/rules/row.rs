//! Rules of rows with some of a table's columns: the columns exist, fields can hold them, and the named index has them.

use super::column::one_of;
use super::nearest::Nearest;
use crate::schema::{ColumnDef, HashDef, IndexDef, Table};
use crate::types::const_text::{Message, any, contains, each, find, same};

/// A row and the table whose columns it has.
pub struct RowCheck {
    /// Table of `of`.
    pub table: &'static Table,
    /// Name of the struct.
    pub name: &'static str,
    /// Columns of the struct.
    pub columns: &'static [ColumnDef],
    /// Name of the index of `covered_by`.
    pub index: Option<&'static str>,
}

impl RowCheck {
    /// Begins a message: "row `OrderTotal` reads column `amount`".
    const fn reads(&self, column: &ColumnDef) -> Message {
        Message::rule("row").text("row ").name(self.name).text(" reads column ").name(column.name)
    }

    /// Returns the index of `covered_by`, if the table has it.
    const fn index(&self) -> Option<&'static IndexDef> {
        let Some(name) = self.index else { return None };
        self.table.index(name)
    }

    /// Returns the hash column of this name, which is not a field of the model.
    const fn hash(&self, name: &str) -> Option<HashDef> {
        let mut number = 0;
        while let Some(hash) = self.table.computed_at(number) {
            if same(hash.name, name) {
                return Some(hash);
            }
            number += 1;
        }
        None
    }

    const fn position(&self, name: &str) -> Option<usize> {
        find!(i < self.table.columns.len(), same(self.table.columns[i].name, name))
    }
}

/// Refuses a column of a row that the table does not have, or that is not in the index of `covered_by`.
#[track_caller]
pub const fn row_column(row: &RowCheck, column: usize) {
    let column = &row.columns[column];
    if row.hash(column.name).is_some() {
        // The column leads the primary key, which every index holds, or it leads an index.
        return;
    }
    let Some(position) = row.position(column.name) else { unknown_column(row, column) };
    if let Some(index) = row.index()
        && !contains(index.on, position)
        && !contains(index.cover, position)
        && !row.table.is_key(position)
    {
        row.reads(column)
            .text(", which is not in index ")
            .name(index.name)
            .text(" of table ")
            .name(row.table.name)
            .text("\nhelp: write `cover(")
            .text(row.table.columns[position].field)
            .text(")` into the table's `index(")
            .text(index.name)
            .text(", ...)`, or remove the field or `covered_by`")
            .refuse()
    }
}

#[track_caller]
const fn unknown_column(row: &RowCheck, column: &ColumnDef) -> ! {
    let columns = row.table.columns;
    let message = row.reads(column).text(", which table ").name(row.table.name).text(" does not have");
    let mut nearest = Nearest::to(column.name);
    each!(i < columns.len(), {
        if same(columns[i].field, column.field) && !same(columns[i].field, columns[i].name) {
            message
                .text("\nnote: its field ")
                .name(columns[i].field)
                .text(" is column ")
                .name(columns[i].name)
                .text("\nhelp: write `#[ydb(rename = \"")
                .text(columns[i].name)
                .text("\")]` on the field, or the table's `rename_all` on the struct")
                .refuse()
        }
        nearest = nearest.or(columns[i].name);
    });
    let mut message = did_you_mean(message, nearest).text("\nhelp: the columns are ");
    each!(i < columns.len(), {
        message = message.text(if i > 0 { ", " } else { "" }).name(columns[i].name);
    });
    message.refuse()
}

/// Refuses a field of a row that cannot hold the column's type, or that takes no NULL although the column may be NULL.
#[track_caller]
pub const fn row_type(row: &RowCheck, column: usize) {
    let column = &row.columns[column];
    let (ty, nullable) = if let Some(hash) = row.hash(column.name) {
        (hash.ty(), false)
    } else if let Some(position) = row.position(column.name) {
        (row.table.columns[position].ty, row.table.columns[position].is_nullable())
    } else {
        // Another check has refused its name.
        return;
    };
    if !column.info.can_carry(ty) {
        let message = row
            .reads(column)
            .text(", which is of type ")
            .ydb_type(ty)
            .text(" in table ")
            .name(row.table.name)
            .text(", into a field of another type\nnote: the field can read ");
        one_of(message, column.info.carries)
            .text(" only\nhelp: give the field the type that it has in the table's struct, or another that reads ")
            .ydb_type(ty)
            .refuse()
    }
    if nullable && !column.is_nullable() {
        row.reads(column)
            .text(", which may be NULL in table ")
            .name(row.table.name)
            .text(", into a type without NULL\nhelp: put an `Option` around the field's type")
            .refuse()
    }
}

/// Checks `count` columns of a flattened row from `from` on, each like a column of the row itself.
#[track_caller]
pub const fn row_part(row: &RowCheck, from: usize, count: usize) {
    let mut column = from;
    while column < from + count {
        row_column(row, column);
        row_type(row, column);
        column += 1;
    }
}

/// Refuses a flattened row, `count` columns from `from` on, if another column of row `name` has the same name as one of
/// them.
#[track_caller]
pub const fn row_distinct(name: &str, columns: &[ColumnDef], from: usize, count: usize) {
    let mut i = from;
    while i < from + count {
        let is_twice = any!(other < columns.len(), {
            (other < from || other >= from + count) && same(columns[i].name, columns[other].name)
        });
        if is_twice {
            Message::rule("duplicate_column")
                .text("row ")
                .name(name)
                .text(" reads column ")
                .name(columns[i].name)
                .text(
                    " twice: here, and in another field\nhelp: give the columns of the flattened row another prefix, ",
                )
                .text("`#[ydb(flatten, prefix = \"...\")]`, and name them so in the query")
                .refuse()
        }
        i += 1;
    }
}

/// Refuses `covered_by = index` if the table does not have the index.
#[track_caller]
pub const fn row_index(row: &RowCheck) {
    let (Some(name), None) = (row.index, row.index()) else { return };
    let indexes = row.table.indexes;
    let message = Message::rule("row").text("table ").name(row.table.name).text(" has no index ").name(name);
    if indexes.is_empty() {
        message.text("; it has no indexes\nhelp: remove `covered_by`, or declare the index on the table").refuse()
    }
    let mut nearest = Nearest::to(name);
    each!(i < indexes.len(), {
        nearest = nearest.or(indexes[i].name);
    });
    let mut message = did_you_mean(message, nearest).text("\nhelp: the indexes are ");
    each!(i < indexes.len(), {
        message = message.text(if i > 0 { ", " } else { "" }).name(indexes[i].name);
    });
    message.refuse()
}

/// Adds `; did you mean ...?` to a message, or nothing.
const fn did_you_mean(message: Message, nearest: Nearest<'_>) -> Message {
    match nearest.name() {
        Some(name) => message.text("; did you mean ").name(name).text("?"),
        None => message,
    }
}
