//! Rules of single columns: their YDB type, default and sequence.

use super::key::about;
use super::literal::{expected_default, is_default};
use crate::schema::Table;
use crate::types::const_text::Message;
use crate::types::{ColumnInfo, YdbType};

/// `#[ydb(type = "...")]`: one of the types that the Rust type can carry.
#[track_caller]
pub const fn carried(table: &Table, column: usize) {
    let column = &table.columns[column];
    if column.info.can_carry(column.ty) {
        return;
    }
    let message = about("column_type", table, column)
        .text(" cannot be a ")
        .ydb_type(column.ty)
        .text(": its Rust type can be stored as ");
    one_of(message, column.info.carries).text(" only\nhelp: choose one of these, or change the field's type").refuse()
}

/// The types by name, the last one after "or".
const fn one_of(mut message: Message, types: &[YdbType]) -> Message {
    let mut i = 0;
    while i < types.len() {
        if i > 0 {
            message = message.text(if i + 1 == types.len() { " or " } else { ", " });
        }
        message = message.ydb_type(types[i]);
        i += 1;
    }
    message
}

/// A column of a column table: of a type that column tables have.
#[track_caller]
pub const fn stored(table: &Table, column: usize) {
    let position = column;
    let column = &table.columns[position];
    if !column.ty.is_in_column_table() && !table.is_key(position) {
        about("column_type", table, column)
            .text(" is of type ")
            .ydb_type(column.ty)
            .text(", which a column table cannot hold\nhelp: ")
            .text(match column.ty {
                YdbType::Interval => "write `#[ydb(type = \"Interval64\")]`",
                _ => "store it as a Utf8 or a Decimal",
            })
            .refuse()
    }
}

/// `#[ydb(default = ...)]`: a literal of exactly the column's type.
#[track_caller]
pub const fn default_value(table: &Table, column: usize) {
    let column = &table.columns[column];
    let Some(value) = column.default else { return };
    // A type that the field cannot have is refused for itself.
    if is_default(value, column.ty) || !column.info.can_carry(column.ty) {
        return;
    }
    let expected = expected_default(column.ty);
    let message = about("default_type", table, column);
    if expected.is_empty() {
        message
            .text(" is of type ")
            .ydb_type(column.ty)
            .text(", for which YDB documents no default literal\nhelp: remove the default, and fill the column in the application")
            .refuse()
    }
    message
        .text(" is of type ")
        .ydb_type(column.ty)
        .text(", and YDB converts no defaults: the literal must be exactly of that type\nhelp: write ")
        .text(expected)
        .refuse()
}

/// `#[ydb(dispersed)]`: nobody can say it of a time or of a handful of values.
#[track_caller]
pub const fn dispersed(table: &Table, column: usize) {
    let column = &table.columns[column];
    let why = if column.ty.is_time() {
        ": a time grows"
    } else if column.is_low_cardinality() {
        ": it has a handful of values"
    } else if column.info.monotonic {
        ": its type is declared `monotonic`"
    } else {
        return;
    };
    about("conflicting_attributes", table, column)
        .text(" is declared `dispersed`, but its values are not spread over the whole range")
        .text(why)
        .text("\nhelp: remove `dispersed`; if the column leads the key, put a hash in front or lead with another one")
        .refuse()
}

/// `#[ydb(serial)]`: a 16, 32 or 64-bit signed integer that is never NULL.
#[track_caller]
pub const fn serial(table: &Table, column: usize) {
    let column = &table.columns[column];
    if column.is_nullable() {
        about("serial_nullable", table, column)
            .text(" is a serial and nullable: a sequence never gives NULL\nhelp: remove the `Option` around its type")
            .refuse()
    }
    if !matches!(column.ty, YdbType::Int16 | YdbType::Int32 | YdbType::Int64) {
        about("serial_type", table, column)
            .text(" is a serial of type ")
            .ydb_type(column.ty)
            .text(", but YDB's sequences give Int16, Int32 and Int64\nhelp: make the field an `i64` (BigSerial), `i32` (Serial) or `i16` (SmallSerial)")
            .refuse()
    }
}

/// `#[derive(YdbColumn)]` on a newtype: around a type that is never NULL, and stored as a type that it can carry.
#[track_caller]
pub const fn newtype(name: &str, inner: ColumnInfo, info: ColumnInfo) {
    let message = Message::rule("column_type").text("newtype ").name(name);
    if inner.nullable {
        message
            .text(" wraps an `Option`: whether a column may be NULL is said in the table\nhelp: wrap the inner type, and write `Option<")
            .text(name)
            .text(">` in the table")
            .refuse()
    }
    if !inner.can_carry(info.ty) {
        let message = message.text(" cannot be a ").ydb_type(info.ty).text(": the inner type can be stored as ");
        one_of(message, inner.carries).text(" only\nhelp: choose one of these, or change the inner type").refuse()
    }
}
