//! Names and values as text for statements of DDL.

use std::fmt;
use std::fmt::Write as _;

use crate::schema::{
    ByLoad, BySize, DefaultValue, Form, KeyLiteral, Partitioning, SETTINGS, Setting, Store, Table, Ttl, TtlUnit,
};
use crate::types::{Value, YdbType};

/// An identifier or a path in backticks.
pub struct Name<'a>(pub &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(f, self.0, '`')
    }
}

/// A list of identifiers: `` `a`, `b` ``.
pub struct Names<I>(pub I);

impl<'a, I: Iterator<Item = &'a str> + Clone> fmt::Display for Names<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.0.clone().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            Name(name).fmt(f)?;
        }
        Ok(())
    }
}

/// A string literal in single quotes, or in double quotes, with which YDB documents its settings.
pub struct Text<'a>(pub &'a str, pub char);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(f, self.0, self.1)
    }
}

/// Bytes as a String literal. All bytes except printable ASCII are escaped.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl fmt::Display for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for &byte in self.0 {
            match byte {
                b'\'' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                b' '..=b'~' => write!(f, "{}", char::from(byte))?,
                _ => write!(f, "\\x{byte:02X}")?,
            }
        }
        f.write_str("'")
    }
}

/// Writes a text between quotes, with C's escapes, which YQL reads in quotes of any kind. A doubled quote is an error
/// in YQL's default lexer.
fn quoted(f: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    f.write_char(quote)?;
    let mut rest = text;
    loop {
        let (plain, others) = rest.split_at(plain(rest, quote));
        f.write_str(plain)?;
        let mut others = others.chars();
        match others.next() {
            None => return f.write_char(quote),
            Some('\n') => f.write_str("\\n")?,
            Some('\r') => f.write_str("\\r")?,
            Some('\t') => f.write_str("\\t")?,
            Some(c) if c == quote || c == '\\' => write!(f, "\\{c}")?,
            Some(c) if c.is_control() => write!(f, "\\u{:04X}", u32::from(c))?,
            Some(c) => f.write_char(c)?,
        }
        rest = others.as_str();
    }
}

/// Returns the number of leading ASCII bytes that need no escape: usually all bytes.
fn plain(text: &str, quote: char) -> usize {
    let (bytes, mut len) = (text.as_bytes(), 0);
    while len < bytes.len()
        && matches!(bytes[len], b' '..=b'~')
        && bytes[len] != b'\\'
        && u32::from(bytes[len]) != quote as u32
    {
        len += 1;
    }
    len
}

/// Literal of a `DEFAULT`. It says its type by a suffix or a constructor, because YDB does not convert defaults.
pub struct DefaultLiteral(pub DefaultValue, pub YdbType);

impl fmt::Display for DefaultLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DefaultLiteral(value, ty) = *self;
        match (value, ty) {
            (DefaultValue::Bool(value), _) => write!(f, "{value}"),
            (DefaultValue::Int(value), _) => write_integer(f, value, ty),
            (DefaultValue::Bytes(bytes), _) => write!(f, "{}", Bytes(bytes)),
            (DefaultValue::Text(text), YdbType::String) => write!(f, "{}", Text(text, '\'')),
            (DefaultValue::Text(text), YdbType::Utf8) => write!(f, "{}u", Text(text, '\'')),
            (DefaultValue::Text(text) | DefaultValue::Float(text), YdbType::Decimal { precision, scale }) => {
                write!(f, "Decimal('{text}',{precision},{scale})")
            }
            (DefaultValue::Text(text) | DefaultValue::Float(text), _) => {
                write!(f, "{}({})", ty.name(), Text(text, '\''))
            }
        }
    }
}

fn write_integer(f: &mut fmt::Formatter<'_>, value: i128, ty: YdbType) -> fmt::Result {
    let (least, suffix) = ty.integer().map_or((0, ""), |integer| (integer.least, integer.suffix));
    // YQL reads the digits without the sign. The digits of the least value are out of range, except for an Int32.
    let is_least = value < 0 && value == least && !suffix.is_empty();
    if is_least { write!(f, "{}('{value}')", ty.name()) } else { write!(f, "{value}{suffix}") }
}

/// Literal of exactly this type for a value that can be hashed; an interval has none.
pub struct ValueLiteral<'a>(pub &'a Value<'a>, pub YdbType);

impl fmt::Display for ValueLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueLiteral(value, ty) = *self;
        match (value, ty.integer()) {
            (Value::Utf8(text), _) => write!(f, "{}u", Text(text, '\'')),
            (Value::String(bytes), _) => write!(f, "{}", Bytes(bytes)),
            (Value::Bool(value), _) => write!(f, "{value}"),
            (_, Some(integer)) if integer.least < 0 && value.to_string() == integer.least.to_string() => {
                write!(f, "{}('{value}')", ty.name())
            }
            (_, Some(integer)) => write!(f, "{value}{}", integer.suffix),
            _ => write!(f, "{}('{value}')", ty.name()),
        }
    }
}

/// Split point in `PARTITION_AT_KEYS`: `(10, "abc")`.
pub(super) struct SplitPoint(pub(super) &'static [KeyLiteral]);

impl fmt::Display for SplitPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, value) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            match *value {
                KeyLiteral::Bool(value) => write!(f, "{value}")?,
                // A number beyond Int64 needs a literal with a type.
                KeyLiteral::Int(value) if i64::try_from(value).is_err() => write!(f, "{value}ul")?,
                KeyLiteral::Int(value) => write!(f, "{value}")?,
                KeyLiteral::Text(text) => write!(f, "{}", Text(text, '"'))?,
            }
        }
        f.write_str(")")
    }
}

/// Size at which YDB splits a partition by default, in megabytes.
const DEFAULT_PARTITION_MB: u32 = 2048;

/// Returns the settings of a table, each as `KEY = value`; empty if the table leaves everything to YDB.
pub(super) fn settings(table: &Table) -> Vec<String> {
    let mut out = Vec::new();
    match (table.store, table.partitioning) {
        (Store::Row, Some(of_table)) => out.extend(partitioning(&of_table)),
        // For a column table YDB honours only the fixed number of partitions.
        (Store::Column, Some(Partitioning { min: Some(min), .. })) => {
            out.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {min}"));
        }
        _ => {}
    }
    out.extend(SETTINGS.iter().filter_map(|setting| Some(simple(setting, &(setting.of)(table)?))));
    if let Some(Ttl { column, after, unit }) = table.ttl {
        out.push(format!("TTL = {}", ttl_text(table.columns[column].name, after, unit)));
    }
    if table.store == Store::Column {
        out.push("STORE = COLUMN".into());
    }
    out
}

/// Returns all settings of a row table's partitioning.
pub fn partitioning(partitioning: &Partitioning) -> Vec<String> {
    let mut out = automatic_partitioning(partitioning, partitioning.max.map(u64::from));
    if let Some(uniform) = partitioning.uniform {
        out.push(format!("UNIFORM_PARTITIONS = {uniform}"));
    }
    if !partitioning.at_keys.is_empty() {
        let points: Vec<String> = partitioning.at_keys.iter().map(|&point| SplitPoint(point).to_string()).collect();
        out.push(format!("PARTITION_AT_KEYS = ({})", points.join(", ")));
    }
    out
}

/// Returns all settings of automatic partitioning together, because YDB resets the settings that a statement leaves
/// out.
pub fn automatic_partitioning(partitioning: &Partitioning, max: Option<u64>) -> Vec<String> {
    let mut out = vec![format!("AUTO_PARTITIONING_BY_SIZE = {}", switch(partitioning.by_size != BySize::Off))];
    if let Some(size) = partition_megabytes(partitioning) {
        out.push(format!("AUTO_PARTITIONING_PARTITION_SIZE_MB = {size}"));
    }
    out.push(format!("AUTO_PARTITIONING_BY_LOAD = {}", switch(partitioning.by_load == ByLoad::On)));
    out.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {}", partitioning.fewest()));
    if let Some(max) = max {
        out.push(format!("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = {max}"));
    }
    out
}

/// Returns the word for a setting that is on or off.
pub const fn switch(on: bool) -> &'static str {
    if on { "ENABLED" } else { "DISABLED" }
}

/// Returns the size at which a partition is split, in megabytes; `None` if partitions are not split by size.
pub const fn partition_megabytes(partitioning: &Partitioning) -> Option<u32> {
    match partitioning.by_size {
        BySize::Default => Some(DEFAULT_PARTITION_MB),
        BySize::Megabytes(size) => Some(size),
        BySize::Off => None,
    }
}

/// Returns a setting as a statement has it: `READ_REPLICAS_SETTINGS = "PER_AZ:1"`.
pub fn simple(setting: &Setting, value: &str) -> String {
    match setting.form {
        Form::Switch => format!("{} = {value}", setting.name),
        Form::Text => format!("{} = {}", setting.name, Text(value, '"')),
    }
}

/// Returns the value of the setting `TTL`: `Interval("P30D") ON column AS SECONDS`.
pub fn ttl_text(column: &str, after: &str, unit: Option<TtlUnit>) -> String {
    let unit = unit.map(|unit| format!(" AS {}", unit.yql())).unwrap_or_default();
    format!("Interval({}) ON {}{unit}", Text(after, '"'), Name(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_end_the_quotes() {
        assert_eq!(Name("dir/it`s").to_string(), "`dir/it\\`s`");
        assert_eq!(Text("it's \"a\"\\\n", '\'').to_string(), r#"'it\'s "a"\\\n'"#);
        assert_eq!(Text("\"", '"').to_string(), r#""\"""#);
        assert_eq!(Text("\u{1}й\u{9f}\u{7f}", '\'').to_string(), "'\\u0001й\\u009F\\u007F'");
        assert_eq!(Bytes(b"a'\\\x00\xff").to_string(), r"'a\'\\\x00\xFF'");
        assert_eq!(Names(["a", "b"].into_iter()).to_string(), "`a`, `b`");
    }
}
