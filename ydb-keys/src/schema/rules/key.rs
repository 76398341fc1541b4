//! Rules of primary keys: null, type, and whether the leading column spreads the rows.

use crate::schema::{ColumnDef, Rule, Store, Table};
use crate::types::const_text::Message;

/// Starts a message about a column of a table.
pub(super) const fn about(id: &str, table: &Table, column: &ColumnDef) -> Message {
    Message::rule(id).text("column ").name(column.name).text(" of table ").name(table.name)
}

/// `primary_key(...)` as it should be: the column at position `first` of the key, its hash in front, then the others.
const fn hashed_key(message: Message, table: &Table, first: usize) -> Message {
    let leading = &table.columns[table.key[first]];
    let function = if takes_number(leading) { "numeric_hash" } else { "xxh3" };
    let mut message = message
        .text("`primary_key(")
        .text(leading.field)
        .text("_hash = ")
        .text(function)
        .text("(")
        .text(leading.field)
        .text("), ")
        .text(leading.field);
    let mut i = 0;
    while i < table.key.len() {
        if i != first {
            message = message.text(", ").text(table.columns[table.key[i]].field);
        }
        i += 1;
    }
    message.text(")`")
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
            .text(" is a nullable key column: NULL compares with nothing, so rows with NULL there silently fall out of every `=` and `<`\nhelp: remove the `Option` around its type; if NULL is really needed, write `allow(nullable_key, reason = \"...\")`")
            .refuse()
    }
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
            .text(" table\nhelp: key by an integer, a Utf8, a String or a time, and keep this column outside the key")
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
            .text(" leads the primary key and is a plain ")
            .ydb_type(column.ty)
            .text(": if its values are a sequence, every insert lands in the last partition, and the type cannot tell\nhelp: for a sequence put a hash in front, ");
        hashed_key(message, table, 0)
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
    let message = message.text("): all new rows are added at the end of the table, so one partition handles all the inserts\nhelp: put a hash in front, ");
    let message = if column.serial {
        // The server assigns a serial after the hash would have to be known.
        message.text("over a value that the application knows")
    } else {
        hashed_key(message, table, better_leader(table))
    };
    message
        .text(", or lead with a column whose values are spread; if the table takes few inserts, write `allow(monotonic_leading_key, reason = \"...\")`")
        .refuse()
}

/// The input at position `input` of the hash: a key column that the server, too, can hash.
#[track_caller]
pub const fn hash_input(table: &Table, input: usize) {
    let Some(hash) = table.hash else { return };
    let column = &table.columns[hash.inputs[input]];
    let message = Message::rule("hash_inputs")
        .text("hash column ")
        .name(hash.name)
        .text(" of table ")
        .name(table.name)
        .text(" is computed over ")
        .name(column.name);
    if column.is_nullable() {
        // Without the allowance the key column itself is refused, and once is enough.
        if table.allows(Rule::NullableKey) {
            message
                .text(", which is nullable: NULL has no bytes to hash\nhelp: hash over the key columns that are never NULL")
                .refuse()
        }
    } else if column.serial {
        message
            .text(", a serial: the server assigns it after the hash has been computed\nhelp: hash over a column whose value the application knows, or give the number out in the application")
            .refuse()
    } else if column.ty.is_row_key() && !column.ty.is_hashable() {
        message
            .text(", a ")
            .ydb_type(column.ty)
            .text(", whose bytes no documented YQL expression can reproduce\nhelp: hash over an integer, a Bool, a Utf8, a String, a Uuid or a time")
            .refuse()
    } else if hash.function.is_numeric() && column.ty.is_hashable() && !takes_number(column) {
        message
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

const fn takes_number(column: &ColumnDef) -> bool {
    use crate::types::YdbType::{Interval, Interval64};
    column.ty.is_integer() || column.ty.is_time() || matches!(column.ty, Interval | Interval64)
}
