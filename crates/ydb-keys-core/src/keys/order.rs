//! Keys in YDB's order: as bytes that sort like the keys, and as conditions for the rows after, before or up to a key.
//!
//! Keys are compared column by column, and the first difference decides, so the rows after `(a, b)` are
//!
//! ```text
//! a > $a OR (a = $a AND b > $b)
//! ```
//!
//! YDB reads such a condition as a range of its table. It reads a shorter spelling, `(a, b) > ($a, $b)`, as the same
//! ranges (`ExpandTupleBinOp` in yql/essentials/core/extract_predicate). Columns that are never NULL take the shorter
//! spelling.
//!
//! NULL sorts before all values, but no comparison with NULL is ever true. Therefore the text itself says whether a
//! value is NULL. If a parameter decided it, YDB would read the whole table:
//!
//! | rows | the value is not NULL | the value is NULL |
//! |---|---|---|
//! | after | `a > $a` | `a IS NOT NULL` |
//! | before | `a < $a OR a IS NULL` | none |
//! | equal | `a = $a` | `a IS NULL` |

use super::sink::RowSink;
use crate::ddl::Name;
use crate::error::ValueError;
use crate::schema::member::Member;
use crate::types::{Stored, Value};

/// Column of a key, with the parameter that it is compared with.
pub struct Side<'a> {
    /// Name of the column.
    pub name: &'a str,
    /// `true` if the column may be NULL.
    pub nullable: bool,
    /// Parameter with its `$`; `None` where the value is NULL.
    pub param: Option<String>,
}

/// Position of rows relative to the row with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Rows after the row with the key.
    After,
    /// Rows before the row with the key.
    Before,
    /// The row with the key, and the rows after it.
    From,
    /// The rows before the row with the key, and that row.
    UpTo,
}

impl Side<'_> {
    /// Returns `a = $a`, or `a IS NULL`.
    pub fn equal(&self) -> String {
        let column = Name(self.name);
        match &self.param {
            Some(param) => format!("{column} = {param}"),
            None => format!("{column} IS NULL"),
        }
    }

    /// Returns the alternatives in which the column is after or before the value.
    fn different(&self, rows: Rows) -> Vec<String> {
        let column = Name(self.name);
        match (&self.param, rows) {
            (Some(param), Rows::After | Rows::From) => vec![format!("{column} > {param}")],
            (Some(param), _) if self.nullable => vec![format!("{column} < {param}"), format!("{column} IS NULL")],
            (Some(param), _) => vec![format!("{column} < {param}")],
            (None, Rows::After | Rows::From) => vec![format!("{column} IS NOT NULL")],
            (None, _) => Vec::new(),
        }
    }
}

/// Returns the condition for the rows at a position relative to a key. The sides are compared with the columns of the
/// key.
pub fn condition(sides: &[Side<'_>], rows: Rows) -> String {
    match &ways(sides, rows)[..] {
        [] => "false".to_owned(),
        [way] => way.clone(),
        ways => format!("({})", ways.join(" OR ")),
    }
}

/// Returns the alternatives of the condition for the rows at a position relative to a key.
fn ways(sides: &[Side<'_>], rows: Rows) -> Vec<String> {
    let Some((first, rest)) = sides.split_first() else { return Vec::new() };
    if let Some(params) = required(sides) {
        return vec![compared(sides, &params, rows)];
    }
    let mut ways = first.different(rows);
    match &self::ways(rest, rows)[..] {
        [] if rest.is_empty() && matches!(rows, Rows::From | Rows::UpTo) => ways.push(first.equal()),
        [] => {}
        [way] => ways.push(format!("({} AND {way})", first.equal())),
        rest => ways.push(format!("({} AND ({}))", first.equal(), rest.join(" OR "))),
    }
    ways
}

/// Returns the parameters of all columns; `None` if a column or its value may be NULL.
fn required<'s>(sides: &'s [Side<'_>]) -> Option<Vec<&'s str>> {
    sides.iter().map(|side| side.param.as_deref().filter(|_| !side.nullable)).collect()
}

/// Returns `a > $a`, or `(a, b) > ($a, $b)`.
fn compared(sides: &[Side<'_>], params: &[&str], rows: Rows) -> String {
    let sign = match rows {
        Rows::After => ">",
        Rows::Before => "<",
        Rows::From => ">=",
        Rows::UpTo => "<=",
    };
    let columns: Vec<String> = sides.iter().map(|side| Name(side.name).to_string()).collect();
    match (&columns[..], params) {
        ([column], [param]) => format!("{column} {sign} {param}"),
        _ => format!("({}) {sign} ({})", columns.join(", "), params.join(", ")),
    }
}

// Keys as bytes whose order, by `memcmp`, is the order in which YDB sorts the keys.
//
// Each value is one byte, 0 for NULL and 1 for anything else, so that NULL sorts first, followed by
//
// - an integer, a time or an interval: big-endian, with the sign bit flipped if the type is signed, so that negative
//   numbers sort first; a Decimal in the same way, in 16 bytes;
// - a text: its bytes, ended by `00 00`, where a byte `00` inside becomes `00 FF`. The end sorts before any
//   continuation, `a` before `ab`, and the bytes of a column never run into those of the next one;
// - a Uuid: its 16 bytes in the mixed-endian order in which YDB stores and compares them;
// - a DyNumber: its sign, its exponent, its digits, with all bits inverted if it is negative.
//
// Two keys have the same bytes exactly if YDB considers them the same key. `Eq` and `Hash` of key structs compare these
// bytes.

/// Returns the values of a key, in key order, as bytes whose order is YDB's key order.
///
/// The order follows `ydb/core/scheme/scheme_tablecell.h`: NULL before everything, numbers and times by value, texts
/// and bytes by content and then by length, a Uuid by its stored, mixed-endian bytes. Two keys have the same bytes
/// exactly if YDB considers them the same key. Values that cannot be in a key (floats, documents) sort by their own
/// bytes.
///
/// ```
/// # use ydb_keys::__private::tests::ordered_bytes;
/// use ydb_keys::Value;
///
/// let key = |id, name: &'static str| ordered_bytes(&[Value::Int32(id), Value::Utf8(name.into())]);
/// assert!(key(-1, "b") < key(1, "a"));
/// assert!(key(1, "a") < key(1, "ab"));
/// assert!(ordered_bytes(&[Value::Null]) < ordered_bytes(&[Value::Int32(i32::MIN)]));
/// ```
pub fn ordered_bytes(values: &[Value<'_>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(values.len() * 9);
    for value in values {
        append_ordered(value, &mut out);
    }
    out
}

/// Appends one value of a key, as bytes in YDB's order.
pub fn append_ordered(value: &Value<'_>, out: &mut Vec<u8>) {
    let stored = value.stored();
    out.push(u8::from(!matches!(stored, Stored::Null)));
    match stored {
        Stored::Null => {}
        Stored::Bool(x) => out.push(u8::from(x)),
        Stored::Integer { bits, width, signed } => {
            // Flipping the sign bit puts negative numbers before the others.
            let sign = u64::from(signed) << (8 * width - 1);
            out.extend(&(bits ^ sign).to_be_bytes()[8 - width..]);
        }
        Stored::Decimal(x) => out.extend((x as u128 ^ 1 << 127).to_be_bytes()),
        Stored::Uuid(x) => out.extend(x),
        Stored::DyNumber(x) => dynumber(x, out),
        Stored::Text(x) | Stored::Document(x) => text(x, out),
        Stored::Float { bits, width } => out.extend(&bits.to_be_bytes()[8 - width..]),
    }
}

/// Sink that appends the values of a key as bytes in YDB's order.
pub struct OrderedKey(pub Vec<u8>);

impl RowSink<'_> for OrderedKey {
    fn put(&mut self, _: &Member, value: Value<'_>) -> Result<(), ValueError> {
        append_ordered(&value, &mut self.0);
        Ok(())
    }
}

/// Appends a text and its end: `00 00` ends it, `00 FF` is a zero byte within it.
fn text(bytes: &[u8], out: &mut Vec<u8>) {
    for &byte in bytes {
        out.push(byte);
        if byte == 0 {
            out.push(0xff);
        }
    }
    out.extend([0, 0]);
}

/// Appends a number of any precision: its sign, its exponent, its digits. Exponent and digits are inverted if it is
/// negative.
fn dynumber(number: &str, out: &mut Vec<u8>) {
    let negative = number.starts_with('-');
    let unsigned = number.trim_start_matches(['-', '+']);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let end = digits.iter().rposition(|&digit| digit != b'0').map_or(zeros, |last| last + 1);
    let Some(significant) = digits.get(zeros..end).filter(|digits| !digits.is_empty()) else {
        out.push(1);
        return;
    };
    // The power of ten of the first significant digit. An exponent beyond i32 is larger than the exponent of any
    // DyNumber.
    let exponent: i32 = exponent.parse().unwrap_or(i32::MAX / 2);
    let power = exponent.saturating_add(whole.len() as i32 - zeros as i32);
    out.push(if negative { 0 } else { 2 });
    let start = out.len();
    out.extend(((power as u32) ^ (1 << 31)).to_be_bytes());
    out.extend(significant);
    out.push(0);
    if negative {
        out[start..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns `a`, `b`, ..: `?` nullable, `0` nullable and NULL here, `!` never NULL.
    fn text(columns: &str, rows: Rows) -> String {
        let names = ["a", "b", "c"];
        let side = |(name, kind): (&&'static str, char)| Side {
            name,
            nullable: kind != '!',
            param: (kind != '0').then(|| format!("${name}")),
        };
        condition(&names.iter().zip(columns.chars()).map(side).collect::<Vec<_>>(), rows)
    }

    #[test]
    fn columns_that_are_never_null() {
        assert_eq!(text("!", Rows::After), "`a` > $a");
        assert_eq!(text("!!", Rows::After), "(`a`, `b`) > ($a, $b)");
        assert_eq!(text("!!", Rows::Before), "(`a`, `b`) < ($a, $b)");
        assert_eq!(text("!!!", Rows::UpTo), "(`a`, `b`, `c`) <= ($a, $b, $c)");
        assert_eq!(text("!!", Rows::From), "(`a`, `b`) >= ($a, $b)");
    }

    #[test]
    fn nullable_columns() {
        assert_eq!(text("?", Rows::After), "`a` > $a");
        assert_eq!(text("?", Rows::Before), "(`a` < $a OR `a` IS NULL)");
        assert_eq!(text("?", Rows::UpTo), "(`a` < $a OR `a` IS NULL OR `a` = $a)");
        assert_eq!(text("!?", Rows::Before), "(`a` < $a OR (`a` = $a AND (`b` < $b OR `b` IS NULL)))");
        assert_eq!(text("?", Rows::From), "(`a` > $a OR `a` = $a)");
        assert_eq!(text("!?", Rows::From), "(`a` > $a OR (`a` = $a AND (`b` > $b OR `b` = $b)))");
        assert_eq!(text("?!!", Rows::After), "(`a` > $a OR (`a` = $a AND (`b`, `c`) > ($b, $c)))");
    }

    #[test]
    fn null_is_before_all_values() {
        assert_eq!(text("0", Rows::After), "`a` IS NOT NULL");
        assert_eq!(text("0", Rows::Before), "false");
        assert_eq!(text("0", Rows::UpTo), "`a` IS NULL");
        assert_eq!(text("0", Rows::From), "(`a` IS NOT NULL OR `a` IS NULL)");
        assert_eq!(text("0!", Rows::From), "(`a` IS NOT NULL OR (`a` IS NULL AND `b` >= $b))");
        assert_eq!(text("0!", Rows::After), "(`a` IS NOT NULL OR (`a` IS NULL AND `b` > $b))");
        assert_eq!(text("00", Rows::Before), "false");
        assert_eq!(text("?0!", Rows::UpTo), "(`a` < $a OR `a` IS NULL OR (`a` = $a AND (`b` IS NULL AND `c` <= $c)))");
    }

    #[test]
    fn uuids_sort_by_their_stored_bytes() {
        let uuid = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        assert_eq!(ordered_bytes(&[Value::Uuid(uuid)]), [1, 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]);
    }

    #[test]
    fn dynumbers_sort_by_value() {
        let sorted =
            ["-1e10", "-12", "-11.5", "-11", "-0.5", "-0.05", "0", "0.05", ".5", "5e-1", "1", "1.0", "9", "10", "1e10"];
        let bytes = |text: &'static str| ordered_bytes(&[Value::DyNumber(text.into())]);
        for pair in sorted.windows(2) {
            assert!(bytes(pair[0]) <= bytes(pair[1]), "{pair:?}");
        }
        assert_eq!(bytes("5e-1"), bytes(".50"));
        assert_eq!(bytes("0"), bytes("-0.00"));
        assert_ne!(bytes("-11.5"), bytes("-11"));
    }
}
