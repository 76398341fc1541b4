//! Rules of single columns: their YDB type, default and sequence.

use super::key::about;
use super::literal::{expected_default, float_fault, is_default, is_written_as};
use crate::schema::{ColumnDef, DefaultValue, Store, Table};
use crate::types::const_text::{Message, each};
use crate::types::{ColumnInfo, YdbType};

/// Begins a message about the type of a column.
const fn of_type(table: &Table, column: &ColumnDef) -> Message {
    about("column_type", table, column).text(" is of type ").ydb_type(column.ty)
}

/// Refuses the YDB type of a column that its Rust type cannot carry, that has illegal parameters, or that its kind of
/// table cannot hold.
#[track_caller]
pub const fn column_type(table: &Table, column: usize) {
    let position = column;
    let column = &table.columns[position];
    if !column.info.can_carry(column.ty) {
        let message = about("column_type", table, column)
            .text(" cannot be of type ")
            .ydb_type(column.ty)
            .text("\nnote: its Rust type can be stored as ");
        one_of(message, column.info.carries)
            .text(" only\nhelp: choose one of these, or change the field's type")
            .refuse()
    }
    if is_no_decimal(column.ty) {
        of_type(table, column)
            .text(", which YDB does not have\nnote: a decimal has a precision of 1 to 35 and a scale of at most the precision\nhelp: write `Decimal<22, 9>`, which every YDB supports, or other valid numbers")
            .refuse()
    }
    if matches!(table.store, Store::Column) && !column.ty.is_in_column_table() && !table.is_key(position) {
        of_type(table, column)
            .text(", which column tables do not support\nhelp: ")
            .text(match column.ty {
                YdbType::Interval => "write `#[ydb(type = \"Interval64\")]`",
                _ => "store it as a Utf8 or a Decimal",
            })
            .refuse()
    }
}

/// Checks the types of columns that are called like types which every row table can hold. One call checks all of them,
/// because each call costs the compiler as much as a small function.
#[track_caller]
pub const fn plain_types(table: &Table, columns: &[usize]) {
    each!(i < columns.len(), {
        if let YdbType::Decimal { .. } = table.columns[columns[i]].ty {
            column_type(table, columns[i]);
        }
    });
}

/// Returns `true` if the type is a decimal with parameters that YDB does not have.
const fn is_no_decimal(ty: YdbType) -> bool {
    match ty {
        YdbType::Decimal { precision, scale } => precision == 0 || precision > 35 || scale > precision,
        _ => false,
    }
}

/// Adds the types to a message by name, the last one after "or".
pub(super) const fn one_of(mut message: Message, types: &[YdbType]) -> Message {
    each!(i < types.len(), {
        if i > 0 {
            message = message.text(if i + 1 == types.len() { " or " } else { ", " });
        }
        message = match types[i] {
            ty if ty.same(YdbType::ANY_DECIMAL) => message.text("a Decimal of any precision and scale"),
            ty => message.ydb_type(ty),
        };
    });
    message
}

/// Refuses a `#[ydb(default = ...)]` that is not a literal of exactly the column's type.
#[track_caller]
pub const fn default_value(table: &Table, column: usize) {
    let column = &table.columns[column];
    let Some(value) = column.default else { return };
    // Another check refuses a type that the field cannot have.
    if is_default(value, &column.info, column.ty) || !column.info.can_carry(column.ty) || is_no_decimal(column.ty) {
        return;
    }
    if !column.info.texts.is_empty() || !column.info.codes.is_empty() {
        enum_default(table, column)
    }
    let expected = expected_default(column.ty);
    let message = of_type(table, column);
    if let (DefaultValue::Float(text), YdbType::Float | YdbType::Double) = (value, column.ty)
        && let Some(fault) = float_fault(text, column.ty)
    {
        message
            .text(", which cannot hold ")
            .text(text)
            .text(": there it is ")
            .text(fault)
            .text("\nhelp: write a number within the range of the type")
            .text(match column.ty {
                YdbType::Float => ", or make the field an `f64`",
                _ => "",
            })
            .refuse()
    }
    if expected.is_empty() {
        message
            .text(", for which YDB documents no default literal\nhelp: remove the default, and fill the column in the application")
            .refuse()
    }
    if let (DefaultValue::Int(value), Some(range)) = (value, column.ty.integer()) {
        let message = message.text(", and its default is out of range\nhelp: write a number in ");
        let message = message.number(range.least).text("..=").number(range.greatest);
        match field_for(value, range.least < 0, range.greatest) {
            None => message.refuse(),
            Some(wider) => message.text(", or make the field `").text(wider).text("`").refuse(),
        }
    }
    // The default may be a date that does not exist, or a number with too many digits.
    if is_written_as(value, column.ty) {
        message.text(", and its default is not a value of this type\nhelp: write ").text(expected).refuse()
    }
    message
        .text(", and its default of another\nnote: YDB does not convert defaults: the literal must have exactly that type\nhelp: write ")
        .text(expected)
        .refuse()
}

/// Returns the Rust type of the smallest integer that holds both a value and the numbers of a column up to `greatest`.
/// It is signed if the column `may` be negative, or if the value is.
const fn field_for(value: i128, may: bool, greatest: i128) -> Option<&'static str> {
    use YdbType::{Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64};
    let types = if may || value < 0 { [Int8, Int16, Int32, Int64] } else { [Uint8, Uint16, Uint32, Uint64] };
    each!(i < types.len(), {
        if let Some(range) = types[i].integer()
            && range.least <= value
            && value <= range.greatest
            && (greatest <= range.greatest || i + 1 == types.len())
        {
            return Some(types[i].rust_type().0);
        }
    });
    None
}

/// Refuses a default that is not a variant of the enum, because rows with it could not be read.
#[track_caller]
const fn enum_default(table: &Table, column: &ColumnDef) -> ! {
    let mut message = about("column_type", table, column)
        .text(" is an enum, and the default is not one of its variants\nhelp: write ");
    each!(i < column.info.texts.len(), {
        message = message.text(if i > 0 { " or `\"" } else { "`\"" }).text(column.info.texts[i]).text("\"`");
    });
    each!(i < column.info.codes.len(), {
        message = message.text(if i > 0 { " or `" } else { "`" }).number(column.info.codes[i]).text("`");
    });
    message.refuse()
}

/// Refuses `#[ydb(dispersed)]` on a time, or on a column with a handful of values: their values are never spread.
#[track_caller]
pub const fn dispersed(table: &Table, column: usize) {
    let position = column;
    let column = &table.columns[position];
    // At the front of a row table's key the column is refused for leading the key, and one error is enough.
    let leads = table.hash.is_none() && matches!(table.store, Store::Row) && table.key[0] == position;
    let why = if leads && (column.is_monotonic() || column.is_low_cardinality()) {
        return;
    } else if column.ty.is_time() {
        ": a time grows"
    } else if column.info.low_cardinality {
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

/// Refuses `#[ydb(serial)]` on anything but a 16, 32 or 64-bit signed integer that is never NULL and whose type does
/// not declare spread values.
#[track_caller]
pub const fn serial(table: &Table, column: usize) {
    let column = &table.columns[column];
    if column.info.dispersed {
        about("conflicting_attributes", table, column)
            .text(" is a serial, but its type is declared `dispersed`\nnote: a sequence always grows\nhelp: remove `serial`, or make the field a plain integer")
            .refuse()
    }
    if column.is_nullable() {
        about("serial", table, column)
            .text(
                " is a serial and nullable\nnote: a sequence never produces NULL\nhelp: remove the `Option` around its type",
            )
            .refuse()
    }
    if !matches!(column.ty, YdbType::Int16 | YdbType::Int32 | YdbType::Int64) {
        about("serial", table, column)
            .text(" is a serial of type ")
            .ydb_type(column.ty)
            .text(", but YDB's sequences produce Int16, Int32 and Int64\nhelp: make the field an `i64` (BigSerial), `i32` (Serial) or `i16` (SmallSerial)")
            .refuse()
    }
}

/// Refuses `#[ydb(version)]` on anything but a 32 or 64-bit integer that is never NULL.
#[track_caller]
pub const fn version(table: &Table, column: usize) {
    let column = &table.columns[column];
    if column.is_nullable() {
        about("version", table, column)
            .text(" is the version of a row and nullable\nhelp: remove the `Option` around its type")
            .refuse()
    }
    if !matches!(column.ty, YdbType::Int32 | YdbType::Int64 | YdbType::Uint32 | YdbType::Uint64) {
        about("version", table, column)
            .text(" is the version of a row and of type ")
            .ydb_type(column.ty)
            .text("\nnote: a version is a 32 or 64-bit integer, which no row's changes exhaust\nhelp: make the field an `i64`, `u64`, `i32` or `u32`")
            .refuse()
    }
}

/// Refuses a field of a type that no column has, where the derive knows what to write instead.
#[track_caller]
pub const fn no_column(is_column: bool, ty: &str, help: &str) {
    if !is_column {
        let message = Message::rule("column_type").name(ty).text(" is not a type of a YDB column");
        message.text("\nhelp: ").text(help).refuse()
    }
}

/// Refuses a newtype with `#[derive(YdbColumn)]` around a type that may be NULL, or one stored as a type that its field
/// cannot carry.
#[track_caller]
pub const fn newtype(name: &str, inner: ColumnInfo, info: ColumnInfo) {
    let message = Message::rule("column_type").text("newtype ").name(name);
    if inner.nullable {
        message
            .text(" wraps an `Option`, but whether a column may be NULL is declared in the table\nhelp: wrap the inner type, and write `Option<")
            .text(name)
            .text(">` in the table")
            .refuse()
    }
    if !inner.can_carry(info.ty) {
        let message =
            message.text(" cannot be of type ").ydb_type(info.ty).text("\nnote: the inner type can be stored as ");
        one_of(message, inner.carries).text(" only\nhelp: choose one of these, or change the inner type").refuse()
    }
}
