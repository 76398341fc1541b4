//! `primary_key(...)` and `index(...)` as they should be, for the messages of broken rules; and how far columns spread
//! rows.

use crate::schema::IndexKind;
use crate::schema::any::{ColumnDef, HashDef, IndexDef, Table};
use crate::types::YdbType;
use crate::types::const_text::{Message, any, each, find, same};

/// Adds a corrected `primary_key(...)` to a message: the column at position `first` of the key, its hash in front, then
/// the other columns.
pub(super) const fn hashed_key(message: Message, table: &Table<'_>, first: usize) -> Message {
    let leading = &table.columns[table.key[first]];
    let function = if takes_number(leading) { "numeric_hash" } else { "xxh3" };
    let message = message.text("`primary_key(");
    let message = if is_free(table, leading.field, "_hash") {
        message.text(leading.field).text("_hash")
    } else {
        message.text("key_hash")
    };
    let message = message.text(" = ").text(function).text("(").text(leading.field).text("), ").text(leading.field);
    others(message, table, first).text(")`")
}

/// Returns `true` if no column has the name of the field followed by the ending. The help proposes this name for a
/// computed column.
const fn is_free(table: &Table<'_>, field: &str, ending: &str) -> bool {
    let mut number = 0;
    while let Some(hash) = table.computed_at(number) {
        if is_joined(hash.name, field, ending) {
            return false;
        }
        number += 1;
    }
    !any!(i < table.columns.len(), {
        is_joined(table.columns[i].field, field, ending) || is_joined(table.columns[i].name, field, ending)
    })
}

/// Returns `true` if the name is that of the field followed by the ending.
const fn is_joined(name: &str, field: &str, ending: &str) -> bool {
    match name.split_at_checked(field.len()) {
        Some((start, end)) => same(start, field) && same(end, ending),
        None => false,
    }
}

/// Number of buckets that the help proposes where the model names none.
const BUCKETS: u32 = 16;

/// Adds a corrected `primary_key(...)` to a message, with a bucket of the column at position `input` of the key in
/// front.
pub(super) const fn bucketed_key(message: Message, table: &Table<'_>, input: usize) -> Message {
    let message = message.text("`primary_key(");
    let message = match table.hash {
        Some(hash) => message.text(hash.name),
        None if is_free(table, "", "shard") => message.text("shard"),
        None => message.text("key_bucket"),
    };
    let message = bucket_of(message, table, input, BUCKETS);
    others(message, table, table.key.len()).text(")`")
}

/// Adds a corrected `index(...)` to a message, with a bucket of the column at position `input` of the primary key in
/// front.
pub(super) const fn bucketed_index(message: Message, table: &Table<'_>, index: &IndexDef<'_>, input: usize) -> Message {
    let first = table.columns[index.on[0]].field;
    let message = message.text("`index(").text(index.name).text(", on(");
    let (mut message, buckets) = match index.hash {
        Some(HashDef { name, buckets: Some(buckets), .. }) => (message.text(name), buckets),
        Some(HashDef { name, .. }) => (message.text(name), BUCKETS),
        None if is_free(table, first, "_shard") => (message.text(first).text("_shard"), BUCKETS),
        None => (message.text(first).text("_bucket"), BUCKETS),
    };
    message = bucket_of(message, table, input, buckets);
    message = fields(message.text(", "), table, index.on);
    let is_all = index.cover.is_empty() && matches!(index.kind, IndexKind::Sync);
    message.text(if is_all { "))`" } else { "), ..)`" })
}

/// Adds the definition of a bucket: ` = xxh3(field) % 16`.
const fn bucket_of(message: Message, table: &Table<'_>, input: usize, buckets: u32) -> Message {
    let field = table.columns[table.key[input]].field;
    message.text(" = xxh3(").text(field).text(") % ").number(buckets as i128)
}

/// Adds a corrected `primary_key(...)` to a message, with the column at position `first` of the key in front.
pub(super) const fn reordered_key(message: Message, table: &Table<'_>, first: usize) -> Message {
    let message = message.text("`primary_key(").text(table.columns[table.key[first]].field);
    others(message, table, first).text(")`")
}

/// Adds a corrected `primary_key(...)` to a message, whose hash or bucket is also computed over the column at position
/// `also` of the key.
pub(super) const fn wider_hash(message: Message, table: &Table<'_>, hash: &HashDef<'_>, also: usize) -> Message {
    let mut message = message.text("`primary_key(").text(hash.name).text(" = xxh3(");
    message = fields(message, table, hash.inputs).text(", ");
    message = modulo(message.text(table.columns[table.key[also]].field).text(")"), hash);
    others(message, table, table.key.len()).text(")`")
}

/// Adds the `primary_key(...)` or `index(...)` of a computed column to a message, with another name for the column:
/// `order_hash_2`.
pub(super) const fn renamed(message: Message, table: &Table<'_>, hash: &HashDef<'_>) -> Message {
    let index = match find!(at < table.indexes.len(), is_led_by(&table.indexes[at], hash)) {
        Some(at) => Some(&table.indexes[at]),
        None => None,
    };
    let message = match index {
        Some(index) => message.text("`index(").text(index.name).text(", on("),
        None => message.text("`primary_key("),
    };
    let base = match hash.name.as_bytes() {
        [.., b'_', b'0'..=b'9'] => hash.name.split_at(hash.name.len() - 2).0,
        _ => hash.name,
    };
    let mut number = 0;
    while number + 1 < ENDINGS.len() && !is_free(table, base, ENDINGS[number]) {
        number += 1;
    }
    let (message, name) = (message.text(base).text(ENDINGS[number]).text(" = "), hash.function.name());
    let message = match hash.foreign() {
        Some(_) => message.text("with(").text(name).text(")("),
        None => message.text(name).text("("),
    };
    let message = modulo(fields(message, table, hash.inputs).text(")"), hash);
    match index {
        Some(index) => fields(message.text(", "), table, index.on).text("), ..)`"),
        None => others(message, table, table.key.len()).text(")`"),
    }
}

const ENDINGS: [&str; 8] = ["_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9"];

const fn is_led_by(index: &IndexDef<'_>, hash: &HashDef<'_>) -> bool {
    match index.hash {
        Some(leads) => same(leads.name, hash.name),
        None => false,
    }
}

/// Adds the fields of columns to a message: `shop, order_id`.
const fn fields(mut message: Message, table: &Table<'_>, columns: &[usize]) -> Message {
    each!(i < columns.len(), {
        message = message.text(if i > 0 { ", " } else { "" }).text(table.columns[columns[i]].field);
    });
    message
}

/// Adds ` % 16` to a message, if the column is a bucket.
pub(super) const fn modulo(message: Message, hash: &HashDef<'_>) -> Message {
    match hash.buckets {
        Some(buckets) => message.text(" % ").number(buckets as i128),
        None => message,
    }
}

/// Adds the key columns to a message, without the one at position `but`, which is written already.
const fn others(mut message: Message, table: &Table<'_>, but: usize) -> Message {
    each!(i < table.key.len(), {
        if i != but {
            message = message.text(", ").text(table.columns[table.key[i]].field);
        }
    });
    message
}

/// Returns the position of the key column whose hash should lead instead of a column that grows; `None` where no hash
/// of one column spreads the rows.
///
/// If a time leads the key, returns the first other column that does not grow. The rows of each of its values then stay
/// together in time order.
pub(super) const fn better_leader(table: &Table<'_>) -> Option<usize> {
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

/// Returns the position of the first key column, from position `from` on, whose hash would spread the rows; a time only
/// if there is no other.
pub(super) const fn many_values(table: &Table<'_>, from: usize) -> Option<usize> {
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

/// Returns the position of the key column for a bucket: a column with many values, a time only if `or_time`.
pub(super) const fn bucket_input(table: &Table<'_>, or_time: bool) -> Option<usize> {
    match many_values(table, 0) {
        Some(input) if !or_time && table.columns[table.key[input]].ty.is_time() => None,
        input => input,
    }
}

/// Returns `true` if `numeric_hash` takes the column.
pub(super) const fn takes_number(column: &ColumnDef<'_>) -> bool {
    column.ty.stored_as().is_some()
}

// The test whether some columns together have few values: one definition for the hash of a row table and the partition
// key of a column table.
//
// Rows of equal values have one hash, so they go to one place. A bool, a fieldless enum and an 8-bit integer have a
// handful of values; a date is the same for all rows of a day, and any time for all rows of a moment. Only a column of
// another kind tells the rows of one day, or of one moment, apart. A list of columns without such a column gathers
// rows.

/// Rows that have one hash, because the hashed columns do not tell them apart.
#[derive(Clone, Copy)]
pub(super) enum Gathered {
    /// The rows of a value: bools, enums and 8-bit integers only.
    Value,
    /// The rows of a day: dates only.
    Day,
    /// The rows of a day and a value.
    DayAndValue,
    /// The rows of a moment: times only, and not all of them dates.
    Moment,
    /// The rows of a moment and a value.
    MomentAndValue,
}

/// Returns the rows that a hash over the columns at these positions gathers; `None` if one of the columns tells rows
/// apart.
pub(super) const fn gathered(table: &Table<'_>, columns: &[usize]) -> Option<Gathered> {
    let (mut few, mut days, mut moments, mut i) = (0, 0, 0, 0);
    while i < columns.len() {
        let column = &table.columns[columns[i]];
        if column.is_low_cardinality() {
            few += 1;
        } else if is_day(column) {
            days += 1;
        } else if column.ty.is_time() {
            moments += 1;
        } else {
            return None;
        }
        i += 1;
    }
    match (few > 0, days > 0, moments > 0) {
        (true, false, false) => Some(Gathered::Value),
        (false, true, false) => Some(Gathered::Day),
        (true, true, false) => Some(Gathered::DayAndValue),
        (false, _, true) => Some(Gathered::Moment),
        (true, _, true) => Some(Gathered::MomentAndValue),
        (false, false, false) => None,
    }
}

/// Returns the rows that the hash of a row table's key gathers, if they are too many in one place. Moments are many, so
/// rows of a moment are no fault; days are not.
pub(super) const fn gathered_by_hash(table: &Table<'_>) -> Option<Gathered> {
    match table.hash {
        Some(hash) => gathered_by(table, &hash),
        None => None,
    }
}

/// Returns the rows that a hash of the table gathers, if they are too many in one place. Moments are many, so rows of a
/// moment are no fault.
pub(super) const fn gathered_by(table: &Table<'_>, hash: &HashDef<'_>) -> Option<Gathered> {
    match gathered(table, hash.inputs) {
        Some(Gathered::Moment | Gathered::MomentAndValue) => None,
        few => few,
    }
}

/// Returns `true` if the column holds whole days.
pub(super) const fn is_day(column: &ColumnDef<'_>) -> bool {
    matches!(column.ty, YdbType::Date | YdbType::Date32)
}

/// Returns `true` if a hash over the column alone would spread the rows: the column has many values, the application
/// knows them, and the server can hash them.
pub(super) const fn is_spread_by_hash(column: &ColumnDef<'_>) -> bool {
    column.ty.is_hashable()
        && !column.is_nullable()
        && !column.serial
        && !column.is_low_cardinality()
        && !is_day(column)
}
