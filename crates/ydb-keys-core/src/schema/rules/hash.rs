//! Rules of the inputs of a hash or bucket that leads a key or an index.

use super::advice::{
    Gathered, bucket_input, bucketed_index, bucketed_key, gathered_by, gathered_by_hash, many_values, modulo,
    takes_number, wider_hash,
};
use crate::schema::Rule;
use crate::schema::any::{ColumnDef, HashDef, IndexDef, Table};
use crate::types::YdbType;
use crate::types::const_text::{Message, any, refuse};

/// Checks the input at position `input` of the hash that leads the key: the server, too, must be able to hash it.
#[track_caller]
pub const fn hash_input(table: &Table<'_>, input: usize) {
    let Some(hash) = table.hash else { return };
    if input == 0 && gathered_by_hash(table).is_some() {
        refuse(few_hashes(table))
    }
    can_be_hashed(table, None, &hash, &table.columns[hash.inputs[input]])
}

/// Checks the foreign hash that leads the key: its type must be one that a key takes, and its expression must name its
/// inputs.
#[track_caller]
pub const fn foreign_hash(table: &Table<'_>) {
    let Some(hash) = table.hash else { return };
    let Some(foreign) = hash.foreign() else { return };
    if !hash.ty().is_row_key() {
        about_hash("column_type", table, None, &hash)
            .text(" is of type ")
            .ydb_type(hash.ty())
            .text("\nnote: YDB refuses it in the key of a row table\nhelp: make the function return an integer, a String or a Vec<u8>")
            .refuse()
    }
    if foreign.dispersed && hash.ty().integer().is_none() && !matches!(hash.ty(), YdbType::Uuid) {
        about_hash("hash", table, None, &hash)
            .text(" is declared `dispersed`, but is of type ")
            .ydb_type(hash.ty())
            .text("\nnote: only numbers and Uuids have a range that can be divided into equal parts\nhelp: remove `.dispersed()`")
            .refuse()
    }
    let Some(text) = foreign.yql else { return };
    let (bytes, mut at, mut named) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        named += (bytes[at] == b'{') as usize;
        if bytes[at] == b'{' && !names_input(table, &hash, bytes, at + 1) {
            about_hash("hash", table, None, &hash)
                .text(" has an expression with `{` in front of no input\nnote: it is ")
                .name(text)
                .text("\nhelp: write the inputs as `{")
                .text(table.columns[hash.inputs[0]].name)
                .text("}`")
                .refuse()
        }
        at += 1;
    }
    if named < hash.inputs.len() {
        about_hash("hash", table, None, &hash)
            .text(" has an expression that leaves out an input\nnote: it is ")
            .name(text)
            .text("\nhelp: write each input of `with(..)` in braces, or take it out of the inputs")
            .refuse()
    }
}

/// Returns `true` if the bytes at a place are the name of an input and a `}`.
const fn names_input(table: &Table<'_>, hash: &HashDef<'_>, bytes: &[u8], at: usize) -> bool {
    any!(input < hash.inputs.len(), {
        let name = table.columns[hash.inputs[input]].name.as_bytes();
        let end = at + name.len();
        end < bytes.len() && bytes[end] == b'}' && !any!(i < name.len(), bytes[at + i] != name[i])
    })
}

/// Checks the input at position `input` of the hash that leads an index: the server, too, must be able to hash it.
#[track_caller]
pub const fn index_hash_input(table: &Table<'_>, index: usize, input: usize) {
    let index = &table.indexes[index];
    let Some(hash) = index.hash else { return };
    if input == 0 {
        refuse(few_in_index(table, index))
    }
    can_be_hashed(table, Some(index), &hash, &table.columns[hash.inputs[input]])
}

#[track_caller]
const fn can_be_hashed(table: &Table<'_>, index: Option<&IndexDef<'_>>, hash: &HashDef<'_>, column: &ColumnDef<'_>) {
    if column.is_nullable() {
        // Without the allowance, the key column itself is refused, and one error is enough.
        if table.allows(Rule::NullableKey) {
            hashes(table, index, hash, column)
                .text(", which is nullable\nnote: NULL has no bytes to hash\nhelp: hash over the key columns that are never NULL")
                .refuse()
        }
    } else if column.serial {
        hashes(table, index, hash, column)
            .text(", a serial\nnote: the server assigns it after the hash has been computed\nhelp: hash over a column whose value the application knows, or assign the number in the application")
            .refuse()
    } else if hash.foreign().is_none() && column.ty.is_row_key() && !column.ty.is_hashable() {
        hashes(table, index, hash, column)
            .text(", a ")
            .ydb_type(column.ty)
            .text("\nnote: no documented YQL expression can reproduce its bytes\nhelp: hash over an integer, a Bool, a Utf8, a String, a Uuid or a time")
            .refuse()
    } else if hash.function.is_numeric() && column.ty.is_hashable() && !takes_number(column) {
        let message = hashes(table, index, hash, column)
            .text(", a ")
            .ydb_type(column.ty)
            .text("\nnote: `")
            .text(hash.function.name())
            .text("` takes one integer or time\nhelp: write `")
            .text(hash.name)
            .text(" = xxh3(")
            .text(column.field)
            .text(")");
        modulo(message, hash).text("`").refuse()
    }
}

/// Begins a message about the hash column of a table, or of an index of it.
const fn about_hash(id: &str, table: &Table<'_>, index: Option<&IndexDef<'_>>, hash: &HashDef<'_>) -> Message {
    let message =
        Message::rule(id).text(if hash.buckets.is_some() { "bucket column " } else { "hash column " }).name(hash.name);
    match index {
        Some(index) => message.text(" of index ").name(index.name),
        None => message,
    }
    .text(" of table ")
    .name(table.name)
}

const fn hashes(
    table: &Table<'_>,
    index: Option<&IndexDef<'_>>,
    hash: &HashDef<'_>,
    column: &ColumnDef<'_>,
) -> Message {
    about_hash("hash", table, index, hash).text(" is computed over ").name(column.name)
}

/// Returns the fault of a hash over columns that do not tell the rows of a day, or of a value, apart.
const fn why(gathered: Gathered) -> &'static str {
    match gathered {
        Gathered::Day => {
            "a date\nnote: all rows of one day have the same hash, so one partition takes the inserts of the whole day"
        }
        Gathered::DayAndValue => {
            "a date and few values\nnote: the rows of one day have a handful of hashes, so a few partitions take the inserts of the whole day"
        }
        _ => "few values\nnote: it has just as few: a few partitions take all the load",
    }
}

/// Returns the message about the hash that leads an index, if the hash gathers rows.
pub const fn few_in_index(table: &Table<'_>, index: &IndexDef<'_>) -> Option<Message> {
    let Some(hash) = index.hash else { return None };
    let Some(gathered) = gathered_by(table, &hash) else { return None };
    if table.allows(Rule::HotIndex) {
        return None;
    }
    let message = about_hash("hot_index", table, Some(index), &hash)
        .text(" is computed over ")
        .text(why(gathered))
        .text("\nhelp: ");
    let message = match many_values(table, 0) {
        Some(input) => {
            bucketed_index(message.text("compute it from a key column with many values, "), table, index, input)
        }
        None => message.text("compute it from a key column with many values"),
    };
    Some(message.exception("if the table takes few writes, write `allow(hot_index, reason = \"...\")`"))
}

/// Returns the message about the hash that leads the key, if the hash gathers rows.
pub const fn few_hashes(table: &Table<'_>) -> Option<Message> {
    let Some(hash) = table.hash else { return None };
    let Some(gathered) = gathered_by_hash(table) else { return None };
    if table.allows(Rule::LowCardinalityLeadingKey) {
        return None;
    }
    let hash = &hash;
    let message = about_hash("low_cardinality_leading_key", table, None, hash)
        .text(" leads the key and hashes ")
        .text(why(gathered))
        .text("\nhelp: ");
    let by_day = hash.buckets.is_none() && matches!(gathered, Gathered::Day | Gathered::DayAndValue);
    let message = match many_values(table, 0) {
        Some(also) => {
            let message = wider_hash(message.text("hash a column with many values as well, "), table, hash, also);
            match bucket_input(table, false) {
                Some(input) if by_day => {
                    bucketed_key(message.text("; to read days in order, compute a bucket from it, "), table, input)
                }
                _ => message,
            }
        }
        None => message.text(
            "add a column with many values, such as the id of a user or an order, to the key, and hash it as well",
        ),
    };
    Some(message.exception("if the table stays small, write `allow(low_cardinality_leading_key, reason = \"...\")`"))
}
