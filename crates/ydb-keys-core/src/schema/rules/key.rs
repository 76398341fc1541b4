//! Rules of primary keys: NULL, types, and whether the leading column spreads the rows; distinct names of tables.

use super::advice::{
    better_leader, bucket_input, bucketed_key, gathered_by_hash, hashed_key, many_values, reordered_key,
};
use crate::schema::any::{ColumnDef, Table};
use crate::schema::{Rule, Store};
use crate::types::YdbType;
use crate::types::const_text::{Message, any, each, refuse, same};

/// Begins a message about a column of a table.
pub(super) const fn about(id: &str, table: &Table<'_>, column: &ColumnDef<'_>) -> Message {
    Message::rule(id).text("column ").name(column.name).text(" of table ").name(table.name)
}

/// Checks the key column at position `position` of [`Table::key`]: it must never be NULL, its type must be one that YDB
/// takes, and a leading column must spread the rows.
#[track_caller]
pub const fn key_column(table: &Table<'_>, position: usize) {
    let column = &table.columns[table.key[position]];
    let leads = position == 0 && table.hash.is_none();
    if column.info.nullable {
        refuse(not_null(table, column, leads));
    }
    key_type(table, column);
    if leads {
        refuse(lead(table));
    }
}

/// Returns the message about a key column that may be NULL. `leads` is `true` for the leading column.
pub const fn not_null(table: &Table<'_>, column: &ColumnDef<'_>, leads: bool) -> Option<Message> {
    if !column.is_nullable() {
        return None;
    }
    let message = about("nullable_key", table, column);
    if matches!(table.store, Store::Column) {
        return Some(message.text(
            " is a nullable key column, which YDB refuses in a column table\nhelp: remove the `Option` around its type",
        ));
    }
    if leads {
        return Some(message.text(" leads the key and is nullable\nnote: all rows with NULL in it are stored in one place, and `=` and `<` never find them; this cannot be allowed for the leading column\nhelp: remove the `Option` around its type, or put another column in front"));
    }
    if table.allows(Rule::NullableKey) {
        return None;
    }
    let message = message.text(" is a nullable key column\nnote: every comparison with NULL fails, so `=` and `<` silently skip the rows with NULL in it\nhelp: remove the `Option` around its type");
    // A hash has no bytes for NULL, so with a hash the allowance would only lead to the next error.
    Some(if is_hashed(table, column) {
        message
    } else {
        message.exception("if NULL is really needed, write `allow(nullable_key, reason = \"...\")`")
    })
}

/// Returns `true` if a key column is nullable. The leading one is refused by another check, with a better message.
pub const fn breaks_nullable_key(table: &Table<'_>) -> bool {
    any!(i < table.key.len(), table.columns[table.key[i]].is_nullable())
}

/// Returns `true` if the hash is computed over the column.
const fn is_hashed(table: &Table<'_>, column: &ColumnDef<'_>) -> bool {
    let Some(hash) = table.hash else { return false };
    any!(i < hash.inputs.len(), same(table.columns[hash.inputs[i]].name, column.name))
}

#[track_caller]
const fn key_type(table: &Table<'_>, column: &ColumnDef<'_>) {
    let (allowed, kind) = match table.store {
        Store::Row => (column.ty.is_row_key(), "row"),
        Store::Column => (column.ty.is_column_table_key(), "column"),
    };
    if !allowed {
        about("column_type", table, column)
            .text(" is in the key and of type ")
            .ydb_type(column.ty)
            .text("\nnote: YDB refuses it in the key of a ")
            .text(kind)
            .text(" table\nhelp: ")
            .text(match (column.ty, table.store) {
                (YdbType::Interval, Store::Column) => "write `#[ydb(type = \"Interval64\")]` on the field",
                _ => "use an integer, a Utf8, a String or a time as the key, and move this column out of the key",
            })
            .refuse()
    }
}

/// Returns the message about the column that leads the key of a row table without a hash, if it does not spread the
/// rows.
pub const fn lead(table: &Table<'_>) -> Option<Message> {
    let Some(column) = leader(table) else { return None };
    if column.is_monotonic() {
        if !table.allows(Rule::MonotonicLeadingKey) {
            return Some(monotonic(table, column));
        }
    } else if column.is_low_cardinality() {
        if !table.allows(Rule::LowCardinalityLeadingKey) {
            return Some(low_cardinality(table, column));
        }
    } else if column.ty.is_number() && !column.dispersed && !table.allows(Rule::UndeclaredLeadingKey) {
        let message = about("undeclared_leading_key", table, column)
            .text(" leads the key and is a plain number (")
            .ydb_type(column.ty)
            .text(")\nnote: if its values come from a sequence, every insert goes to the last partition; the type alone does not tell\nhelp: ");
        let message = if column.ty.is_hashable() {
            hashed_key(message.text("for a sequence put a hash in front, "), table, 0)
        } else {
            message.text("for a sequence lead with another column")
        };
        return Some(
            message.exception("if the values are spread over the whole range, write `#[ydb(dispersed)]` on the field"),
        );
    }
    None
}

/// Returns the column that leads the key of a row table without a hash; `None` for other tables.
const fn leader<'a>(table: &Table<'a>) -> Option<&'a ColumnDef<'a>> {
    match table.key {
        [first, ..] if matches!(table.store, Store::Row) && table.hash.is_none() => Some(&table.columns[*first]),
        _ => None,
    }
}

/// Returns `true` if a column that grows leads the key. For a UUID, the allowance switches off the check of its version
/// when a row is written.
pub const fn breaks_monotonic_leading_key(table: &Table<'_>) -> bool {
    match leader(table) {
        Some(column) => column.is_monotonic() || matches!(column.ty, YdbType::Uuid),
        None => false,
    }
}

/// Returns `true` if a plain number leads the key, with undeclared distribution.
pub const fn breaks_undeclared_leading_key(table: &Table<'_>) -> bool {
    match leader(table) {
        Some(column) => {
            column.ty.is_number() && !column.dispersed && !column.is_monotonic() && !column.is_low_cardinality()
        }
        None => false,
    }
}

/// Returns `true` if a column with few values leads the key, or a hash over nothing but few values and dates.
pub const fn breaks_low_cardinality_leading_key(table: &Table<'_>) -> bool {
    match leader(table) {
        Some(column) => column.is_low_cardinality() && !column.is_monotonic(),
        None => gathered_by_hash(table).is_some(),
    }
}

const fn monotonic(table: &Table<'_>, column: &ColumnDef<'_>) -> Message {
    let message = about("monotonic_leading_key", table, column).text(" leads the key and always grows (");
    let message = if column.serial {
        message.text("it is a serial")
    } else if column.ty.is_time() {
        message.text("it is a ").ydb_type(column.ty)
    } else {
        message.text("it is declared `monotonic`")
    };
    let message = message.text(
        ")\nnote: all new rows are added at the end of the table, so one partition handles all the inserts\nhelp: ",
    );
    let message = match (bucket_input(table, true), better_leader(table)) {
        // The server assigns a serial, but the hash must be known before.
        (Some(input), _) if column.serial => {
            bucketed_key(message.text("put a bucket of a value that the application knows in front, "), table, input)
                .text(", or ")
        }
        _ if column.serial => message.text("put a hash of a value that the application knows in front, or "),
        (Some(input), Some(leader)) => {
            let message =
                bucketed_key(message.text("to read rows in this order put a bucket in front, "), table, input);
            let message = match leader {
                0 => message.text("; to read single rows"),
                _ => message.text("; to read the rows of one ").name(table.columns[table.key[leader]].field),
            };
            hashed_key(message.text(" put a hash in front, "), table, leader).text("; or ")
        }
        _ => message,
    };
    message
        .text("lead with a column whose values are spread")
        .exception("if the table takes few inserts, write `allow(monotonic_leading_key, reason = \"...\")`")
}

/// Returns the message about a leading column that has few values.
const fn low_cardinality(table: &Table<'_>, column: &ColumnDef<'_>) -> Message {
    let message = about("low_cardinality_leading_key", table, column)
        .text(" leads the key and has ")
        .text(how_few(column))
        .text("\nnote: the rows of each value are stored together, so a few partitions take all the load\nhelp: ");
    match many_values(table, 1) {
        // Rows are to be in order of time, within each of the few values.
        Some(input) if is_ordered(table) && bucket_input(table, false).is_some() => {
            bucketed_key(message.text("put a bucket of a column with many values in front, "), table, input)
        }
        Some(better) => {
            let other = &table.columns[table.key[better]];
            let declared = other.dispersed || !other.ty.is_number();
            if declared && !other.is_monotonic() {
                reordered_key(message.text("lead with a column that has many values, "), table, better)
            } else {
                hashed_key(message.text("put a hash of a column with many values in front, "), table, better)
            }
        }
        None => message.text("lead with a column that has many values"),
    }
    .exception("if the table stays small, write `allow(low_cardinality_leading_key, reason = \"...\")`")
}

/// Returns `true` if a column that grows follows the leading column.
const fn is_ordered(table: &Table<'_>) -> bool {
    table.key.len() > 1 && table.columns[table.key[1]].is_monotonic()
}

/// Returns in words how many values a column with few of them has.
pub(super) const fn how_few(column: &ColumnDef<'_>) -> &'static str {
    if column.info.low_cardinality { "a handful of values" } else { "at most 256 values" }
}

/// Refuses two models with the same table.
#[track_caller]
pub const fn distinct_tables<const N: usize>(tables: &[&Table; N], models: &[&str; N]) {
    // Tables whose paths have the same checksum are in one list: to compare all with all is slow for hundreds of
    // models.
    let (mut last, mut before) = ([N; N], [N; N]);
    each!(i < N, {
        let path = tables[i].name;
        let list = checksum(path) % N;
        let mut other = last[list];
        while other < N {
            if same(tables[other].name, path) {
                Message::rule("conflicting_attributes")
                    .text("the models ")
                    .name(models[other])
                    .text(" and ")
                    .name(models[i])
                    .text(" have the same table, ")
                    .name(path)
                    .text("\nhelp: give one of them another path, `#[ydb(table = \"...\")]`, or leave it out")
                    .refuse()
            }
            other = before[other];
        }
        before[i] = last[list];
        last[list] = i;
    });
}

const fn checksum(text: &str) -> usize {
    let (text, mut sum, mut i) = (text.as_bytes(), 0_usize, 0);
    while i < text.len() {
        sum = sum.wrapping_mul(31).wrapping_add(text[i] as usize);
        i += 1;
    }
    sum
}
