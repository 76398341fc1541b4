//! Rules of the hash that leads a key: what it is computed over.

use super::advice::{many_values, takes_number, wider_hash};
use super::spread::{Gathered, gathered_by_hash};
use crate::schema::{ColumnDef, HashDef, Rule, Table};
use crate::types::const_text::Message;

/// The input at position `input` of the hash: a key column that the server, too, can hash.
#[track_caller]
pub const fn hash_input(table: &Table, input: usize) {
    let Some(hash) = table.hash else { return };
    let column = &table.columns[hash.inputs[input]];
    if input == 0
        && let Some(gathered) = gathered_by_hash(table)
        && !table.allows(Rule::LowCardinalityLeadingKey)
    {
        few_hashes(table, &hash, gathered)
    }
    if column.is_nullable() {
        // Without the allowance the key column itself is refused, and once is enough.
        if table.allows(Rule::NullableKey) {
            hashes(table, &hash, column)
                .text(", which is nullable: NULL has no bytes to hash\nhelp: hash over the key columns that are never NULL")
                .refuse()
        }
    } else if column.serial {
        hashes(table, &hash, column)
            .text(", a serial: the server assigns it after the hash has been computed\nhelp: hash over a column whose value the application knows, or assign the number in the application")
            .refuse()
    } else if column.ty.is_row_key() && !column.ty.is_hashable() {
        hashes(table, &hash, column)
            .text(", a ")
            .ydb_type(column.ty)
            .text(", whose bytes no documented YQL expression can reproduce\nhelp: hash over an integer, a Bool, a Utf8, a String, a Uuid or a time")
            .refuse()
    } else if hash.function.is_numeric() && column.ty.is_hashable() && !takes_number(column) {
        hashes(table, &hash, column)
            .text(", a ")
            .ydb_type(column.ty)
            .text(", but `")
            .text(hash.function.name())
            .text("` takes one integer or time\nhelp: write `")
            .text(hash.name)
            .text(" = xxh3(")
            .text(column.field)
            .text(")`")
            .refuse()
    }
}

/// Starts a message about the hash column of a table.
const fn about_hash(id: &str, table: &Table, hash: &HashDef) -> Message {
    Message::rule(id).text("hash column ").name(hash.name).text(" of table ").name(table.name)
}

const fn hashes(table: &Table, hash: &HashDef, column: &ColumnDef) -> Message {
    about_hash("hash_inputs", table, hash).text(" is computed over ").name(column.name)
}

/// A hash over columns that do not tell the rows of a day, or of a value, apart.
#[track_caller]
const fn few_hashes(table: &Table, hash: &HashDef, gathered: Gathered) -> ! {
    let message = about_hash("low_cardinality_leading_key", table, hash)
        .text(" leads the primary key and is computed over ")
        .text(match gathered {
            Gathered::Day => "a date: all rows of one day have the same hash, so one partition takes the inserts of the whole day",
            Gathered::DayAndValue => "a date and few values: the rows of one day have a handful of hashes, so a few partitions take the inserts of the whole day",
            _ => "few values, so it has just as few: a few partitions take all the load",
        })
        .text("\nhelp: ");
    match many_values(table, 0) {
        Some(also) => wider_hash(message.text("hash a column with many values as well, "), table, hash, also),
        None => message.text(
            "add a column with many values, such as the id of a user or an order, to the key, and hash it as well",
        ),
    }
    .text("; if the table stays small, write `allow(low_cardinality_leading_key, reason = \"...\")`")
    .refuse()
}
