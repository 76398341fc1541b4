//! Rules of primary keys: null, type, and whether the leading column spreads the rows.

use crate::schema::{ColumnDef, HashDef, Rule, Store, Table};
use crate::types::YdbType;
use crate::types::const_text::{self, Message};

/// Starts a message about a column of a table.
pub(super) const fn about(id: &str, table: &Table, column: &ColumnDef) -> Message {
    Message::rule(id).text("column ").name(column.name).text(" of table ").name(table.name)
}

/// `primary_key(...)` as it should be: the column at position `first` of the key, its hash in front, then the others.
const fn hashed_key(message: Message, table: &Table, first: usize) -> Message {
    let leading = &table.columns[table.key[first]];
    let function = if takes_number(leading) { "numeric_hash" } else { "xxh3" };
    let message = message.text("`primary_key(");
    let message = match hash_name_is_free(table, leading) {
        true => message.text(leading.field).text("_hash"),
        false => message.text("key_hash"),
    };
    let mut message = message.text(" = ").text(function).text("(").text(leading.field).text("), ").text(leading.field);
    let mut i = 0;
    while i < table.key.len() {
        if i != first {
            message = message.text(", ").text(table.columns[table.key[i]].field);
        }
        i += 1;
    }
    message.text(")`")
}

/// Whether no column is called like the hash that the help proposes.
const fn hash_name_is_free(table: &Table, leading: &ColumnDef) -> bool {
    let mut i = 0;
    while i < table.columns.len() {
        let (name, field) = (table.columns[i].field.as_bytes(), leading.field.as_bytes());
        if let Some((start, end)) = name.split_at_checked(field.len())
            && let (Ok(start), Ok(end)) = (str::from_utf8(start), str::from_utf8(end))
            && const_text::same(start, leading.field)
            && const_text::same(end, "_hash")
        {
            return false;
        }
        i += 1;
    }
    true
}

/// The key column whose hash should lead instead of a column that grows.
///
/// Of a time: the first other one that does not grow, so that the rows of each value of it stay together in time order.
const fn better_leader(table: &Table) -> usize {
    let leading = &table.columns[table.key[0]];
    let mut i = 1;
    while leading.ty.is_time() && i < table.key.len() {
        let column = &table.columns[table.key[i]];
        if !column.is_monotonic() && !column.is_low_cardinality() && !column.is_nullable() && column.ty.is_hashable() {
            return i;
        }
        i += 1;
    }
    0
}

/// The key column at position `position` of [`Table::key`]: never NULL, of a type YDB takes, and spread if it leads.
#[track_caller]
pub const fn key_column(table: &Table, position: usize) {
    let column = &table.columns[table.key[position]];
    let leads = position == 0 && table.hash.is_none();
    not_null(table, column, leads);
    key_type(table, column);
    if leads && matches!(table.store, Store::Row) {
        spread(table, column);
    }
}

#[track_caller]
const fn not_null(table: &Table, column: &ColumnDef, leads: bool) {
    if !column.is_nullable() {
        return;
    }
    let message = about("nullable_key", table, column);
    if matches!(table.store, Store::Column) {
        message
            .text(" is a nullable key column, which YDB refuses in a column table\nhelp: remove the `Option` around its type")
            .refuse()
    }
    if leads {
        message
            .text(" leads the primary key and is nullable: all rows with NULL there share one spot, and no `=` or `<` finds them; for the leading column this cannot be allowed\nhelp: remove the `Option` around its type, or put another column in front")
            .refuse()
    }
    if !table.allows(Rule::NullableKey) {
        message
            .text(" is a nullable key column: NULL compares with nothing, so rows with NULL there silently fall out of every `=` and `<`\nhelp: remove the `Option` around its type")
            // A hash has no bytes for NULL, so there the allowance would only lead to the next error.
            .text(if is_hashed(table, column) { "" } else { "; if NULL is really needed, write `allow(nullable_key, reason = \"...\")`" })
            .refuse()
    }
}

/// Whether the hash is computed over the column.
const fn is_hashed(table: &Table, column: &ColumnDef) -> bool {
    let Some(hash) = table.hash else { return false };
    let mut i = 0;
    while i < hash.inputs.len() {
        if const_text::same(table.columns[hash.inputs[i]].name, column.name) {
            return true;
        }
        i += 1;
    }
    false
}

#[track_caller]
const fn key_type(table: &Table, column: &ColumnDef) {
    let (allowed, kind) = match table.store {
        Store::Row => (column.ty.is_row_key(), "row"),
        Store::Column => (column.ty.is_column_table_key(), "column"),
    };
    if !allowed {
        about("key_type", table, column)
            .text(" is a key column of type ")
            .ydb_type(column.ty)
            .text(", which YDB refuses in the key of a ")
            .text(kind)
            .text(" table\nhelp: ")
            .text(match (column.ty, table.store) {
                (YdbType::Interval, Store::Column) => "write `#[ydb(type = \"Interval64\")]` on the field",
                _ => "key by an integer, a Utf8, a String or a time, and keep this column outside the key",
            })
            .refuse()
    }
}

/// Whether the rows of a row table spread over its partitions by the leading column.
#[track_caller]
const fn spread(table: &Table, column: &ColumnDef) {
    if column.is_monotonic() {
        if !table.allows(Rule::MonotonicLeadingKey) {
            monotonic(table, column)
        }
    } else if column.is_low_cardinality() {
        if !table.allows(Rule::LowCardinalityLeadingKey) {
            about("low_cardinality_leading_key", table, column)
                .text(" leads the primary key and has a handful of values: the rows of each value are one block, and a few partitions take all the load\nhelp: put it behind a column with many values; if the table stays small, write `allow(low_cardinality_leading_key, reason = \"...\")`")
                .refuse()
        }
    } else if column.ty.is_number() && !column.dispersed && !table.allows(Rule::UndeclaredLeadingKey) {
        let message = about("undeclared_leading_key", table, column)
            .text(" leads the primary key and is a plain number (")
            .ydb_type(column.ty)
            .text("): if its values are a sequence, every insert lands in the last partition, and the type cannot tell\nhelp: ");
        match column.ty.is_hashable() {
            true => hashed_key(message.text("for a sequence put a hash in front, "), table, 0),
            false => message.text("for a sequence lead with another column"),
        }
        .text("; if the values are spread over the whole range, write `#[ydb(dispersed)]` on the field")
        .refuse()
    }
}

#[track_caller]
const fn monotonic(table: &Table, column: &ColumnDef) -> ! {
    let message =
        about("monotonic_leading_key", table, column).text(" leads the primary key and increases monotonically (");
    let message = if column.serial {
        message.text("it is a serial")
    } else if column.ty.is_time() {
        message.text("it is a ").ydb_type(column.ty)
    } else {
        message.text("it is declared `monotonic`")
    };
    let message = message
        .text("): all new rows are added at the end of the table, so one partition handles all the inserts\nhelp: ");
    let leader = better_leader(table);
    let message = if column.serial {
        // The server assigns a serial after the hash would have to be known.
        message.text("put a hash of a value that the application knows in front, or")
    } else if table.columns[table.key[leader]].ty.is_hashable() {
        hashed_key(message.text("put a hash in front, "), table, leader).text(", or")
    } else {
        message
    };
    message
        .text(" lead with a column whose values are spread; if the table takes few inserts, write `allow(monotonic_leading_key, reason = \"...\")`")
        .refuse()
}

/// The input at position `input` of the hash: a key column that the server, too, can hash.
#[track_caller]
pub const fn hash_input(table: &Table, input: usize) {
    let Some(hash) = table.hash else { return };
    let column = &table.columns[hash.inputs[input]];
    if input == 0 && hashes_few_values(table) && !table.allows(Rule::LowCardinalityLeadingKey) {
        about_hash("low_cardinality_leading_key", table, &hash)
            .text(" leads the primary key and is computed over a handful of values, so it has no more itself: a few partitions take all the load\nhelp: hash a key column with many values; if the table stays small, write `allow(low_cardinality_leading_key, reason = \"...\")`")
            .refuse()
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
            .text(", a serial: the server assigns it after the hash has been computed\nhelp: hash over a column whose value the application knows, or give the number out in the application")
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

/// Whether every input of the hash has a handful of values.
pub(super) const fn hashes_few_values(table: &Table) -> bool {
    let Some(hash) = table.hash else { return false };
    let mut i = 0;
    while i < hash.inputs.len() {
        if !table.columns[hash.inputs[i]].is_low_cardinality() {
            return false;
        }
        i += 1;
    }
    true
}

const fn takes_number(column: &ColumnDef) -> bool {
    use crate::types::YdbType::{Interval, Interval64};
    column.ty.is_integer() || column.ty.is_time() || matches!(column.ty, Interval | Interval64)
}
