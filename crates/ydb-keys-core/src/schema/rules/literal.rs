//! Literals: whether one has exactly a column's type, and whether a decimal one is a number of a Float or Double.

use super::iso8601::{duration, is_date, is_time, is_uuid};
use crate::schema::{DefaultValue, KeyLiteral};
use crate::types::const_text::{any, same};
use crate::types::{ColumnInfo, YdbType};

/// Returns `true` if a default can be written as a literal of exactly type `ty`, and is a variant if the column is an
/// enum.
pub(super) const fn is_default(value: DefaultValue, info: &ColumnInfo, ty: YdbType) -> bool {
    match value {
        DefaultValue::Text(text) if !info.texts.is_empty() => any!(i < info.texts.len(), same(text, info.texts[i])),
        DefaultValue::Int(code) if !info.codes.is_empty() => any!(i < info.codes.len(), info.codes[i] == code),
        _ => is_literal(value, ty),
    }
}

const fn is_literal(value: DefaultValue, ty: YdbType) -> bool {
    match (value, ty) {
        (DefaultValue::Bool(_), YdbType::Bool) => true,
        (DefaultValue::Int(value), _) if ty.is_integer() => match ty.integer() {
            Some(integer) => integer.least <= value && value <= integer.greatest,
            None => false,
        },
        (DefaultValue::Float(text), YdbType::Float | YdbType::Double) => float_fault(text, ty).is_none(),
        (DefaultValue::Float(text), YdbType::Decimal { precision, scale }) => is_decimal(text, precision, scale),
        (DefaultValue::Bytes(_), YdbType::String) => true,
        (DefaultValue::Text(text), _) => is_text(text, ty),
        _ => false,
    }
}

/// Returns `true` if a text is a literal of type `ty` as YQL's constructor of that type takes it.
pub const fn is_text(text: &str, ty: YdbType) -> bool {
    match ty {
        YdbType::Utf8 | YdbType::String => true,
        YdbType::Decimal { precision, scale } => is_decimal(text, precision, scale),
        YdbType::Date => is_date(text, false),
        YdbType::Datetime => is_time(text, false, 0),
        YdbType::Timestamp => is_time(text, false, 6),
        YdbType::Date32 => is_date(text, true),
        YdbType::Datetime64 => is_time(text, true, 0),
        YdbType::Timestamp64 => is_time(text, true, 6),
        YdbType::Interval | YdbType::Interval64 => duration(text).is_some(),
        YdbType::Uuid => is_uuid(text),
        _ => false,
    }
}

/// Returns `true` if literals of type `ty` are written in the same form as this one, so that only its value is wrong.
pub(super) const fn is_written_as(value: DefaultValue, ty: YdbType) -> bool {
    match value {
        DefaultValue::Text(_) => {
            ty.is_time()
                || matches!(ty, YdbType::Interval | YdbType::Interval64 | YdbType::Decimal { .. } | YdbType::Uuid)
        }
        DefaultValue::Float(_) => matches!(ty, YdbType::Decimal { .. }),
        _ => false,
    }
}

/// Returns the literal to write for a default of type `ty`, for the error message; empty where there is none.
pub(super) const fn expected_default(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Bool => "`true` or `false`",
        YdbType::Float | YdbType::Double => "a float such as `1.5`",
        YdbType::Decimal { .. } => "a string such as `\"1.50\"` with no more digits than the type has",
        YdbType::Utf8 => "a string such as `\"new\"`",
        YdbType::String => "a string or bytes such as `b\"new\"`",
        YdbType::Date => "a string such as `\"2024-01-31\"`, 1970 to 2105",
        YdbType::Datetime => "a string such as `\"2024-01-31T12:00:00Z\"`, 1970 to 2105",
        YdbType::Timestamp => "a string such as `\"2024-01-31T12:00:00.5Z\"`, 1970 to 2105",
        YdbType::Date32 => "a string such as `\"1900-01-31\"`, years 0001 to 9999",
        YdbType::Datetime64 => "a string such as `\"1900-01-31T12:00:00Z\"`, years 0001 to 9999",
        YdbType::Timestamp64 => "a string such as `\"1900-01-31T12:00:00.5Z\"`, years 0001 to 9999",
        YdbType::Interval | YdbType::Interval64 => "an ISO 8601 duration such as `\"P1DT2H\"`",
        YdbType::Uuid => "a string such as `\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"`",
        _ if ty.is_integer() => "an integer within the range of the type",
        _ => "",
    }
}

/// Returns `true` if the text is a number of at most `precision` digits, `scale` of them after the point.
pub const fn is_decimal(text: &str, precision: u8, scale: u8) -> bool {
    if scale > precision {
        return false;
    }
    let bytes = text.as_bytes();
    let mut i = if !bytes.is_empty() && bytes[0] == b'-' { 1 } else { 0 };
    let (mut whole, mut fraction, mut point) = (0, 0, false);
    while i < bytes.len() {
        match bytes[i] {
            b'0'..=b'9' if point => fraction += 1,
            b'0' if whole == 0 => {}
            b'0'..=b'9' => whole += 1,
            b'.' if !point => point = true,
            _ => return false,
        }
        i += 1;
    }
    !bytes.is_empty() && bytes[bytes.len() - 1].is_ascii_digit() && fraction <= scale && whole <= precision - scale
}

/// Returns `true` if a value of a split point fits a key column of type `ty`.
pub(super) const fn is_key_literal(value: KeyLiteral, ty: YdbType) -> bool {
    match (value, ty) {
        (KeyLiteral::Bool(_), YdbType::Bool) => true,
        (KeyLiteral::Text(_), YdbType::Utf8 | YdbType::String) => true,
        (KeyLiteral::Int(value), _) => match ty.integer() {
            Some(integer) => value as i128 <= integer.greatest,
            None => false,
        },
        _ => false,
    }
}

/// Returns whether `left` sorts before `right`, and whether they are equal. Both values have the same type.
pub(super) const fn compare(left: KeyLiteral, right: KeyLiteral) -> (bool, bool) {
    match (left, right) {
        (KeyLiteral::Bool(left), KeyLiteral::Bool(right)) => (!left && right, left == right),
        (KeyLiteral::Int(left), KeyLiteral::Int(right)) => (left < right, left == right),
        (KeyLiteral::Text(left), KeyLiteral::Text(right)) => compare_bytes(left.as_bytes(), right.as_bytes()),
        _ => (false, false),
    }
}

const fn compare_bytes(left: &[u8], right: &[u8]) -> (bool, bool) {
    let mut i = 0;
    while i < left.len() && i < right.len() {
        if left[i] != right[i] {
            return (left[i] < right[i], false);
        }
        i += 1;
    }
    (left.len() < right.len(), left.len() == right.len())
}

// Decimal literals that are no numbers of a Float or a Double: those so large that they are infinite, or so small that
// they are zero.
//
// A constant function cannot parse a float, and need not. A literal is `0.d1 d2 d3 .. * 10^e` with `d1 > 0`; two such
// numbers compare by `e`, then by their digits. The limits are halfway between the last number of the type and the
// number that would come after it.

/// A positive number: `0.digits * 10^exponent`.
struct Limit {
    digits: &'static str,
    exponent: i64,
}

/// Least number that is infinite as a Float: 2^128 - 2^103.
const FLOAT_INFINITE: Limit = Limit { digits: "340282356779733661637539395458142568448", exponent: 39 };
/// Least number that is infinite as a Double: 2^1024 - 2^970.
const DOUBLE_INFINITE: Limit = Limit {
    digits: "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963\
             3028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027\
             0069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792",
    exponent: 309,
};
/// Greatest number that is zero as a Float, 2^-150: its first digits.
const FLOAT_ZERO: Limit = Limit { digits: "7006492321624085354618647916449580656401", exponent: -45 };
/// Greatest number that is zero as a Double, 2^-1075: its first digits.
const DOUBLE_ZERO: Limit = Limit { digits: "2470328229206232720882843964341106861825", exponent: -323 };

/// Bound of exponents, far beyond both types. Greater ones are cut off.
const FAR: i64 = 1_000_000;

/// Returns `"infinite"` or `"zero"` if the literal has no number in the type, a Float or a Double.
pub(super) const fn float_fault(text: &str, ty: YdbType) -> Option<&'static str> {
    let (infinite, zero) = match ty {
        YdbType::Float => (FLOAT_INFINITE, FLOAT_ZERO),
        _ => (DOUBLE_INFINITE, DOUBLE_ZERO),
    };
    let text = text.as_bytes();
    match exponent(text) {
        Some(exponent) if !is_less(text, exponent, &infinite) => Some("infinite"),
        Some(exponent) if is_less(text, exponent, &zero) => Some("zero"),
        _ => None,
    }
}

const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'e' | b'E')
}

/// Returns the `e` of `0.d1 d2 .. * 10^e`; `None` for zero.
const fn exponent(text: &[u8]) -> Option<i64> {
    let (mut i, mut exponent, mut after_point, mut started) = (0, 0, false, false);
    while i < text.len() && !is_mark(text[i]) {
        match text[i] {
            b'.' => after_point = true,
            b'0' if !started => exponent -= after_point as i64,
            b'0'..=b'9' => {
                started = true;
                exponent += !after_point as i64;
            }
            _ => {}
        }
        i += 1;
    }
    let (mut written, mut negative) = (0, false);
    while i < text.len() {
        match text[i] {
            b'-' => negative = true,
            b'0'..=b'9' if written < FAR => written = written * 10 + (text[i] - b'0') as i64,
            _ => {}
        }
        i += 1;
    }
    if started { Some(exponent + if negative { -written } else { written }) } else { None }
}

/// Returns `true` if the number without its sign is less than the limit.
const fn is_less(text: &[u8], exponent: i64, limit: &Limit) -> bool {
    if exponent != limit.exponent {
        return exponent < limit.exponent;
    }
    let digits = limit.digits.as_bytes();
    let (mut i, mut at, mut started) = (0, 0, false);
    while i < text.len() && !is_mark(text[i]) && at < digits.len() {
        if text[i].is_ascii_digit() && (started || text[i] != b'0') {
            started = true;
            if text[i] != digits[at] {
                return text[i] < digits[at];
            }
            at += 1;
        }
        i += 1;
    }
    // The literal has fewer digits than the limit. The further digits of the limit make it greater, because no limit
    // ends with zeros.
    at < digits.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_keep_their_digits() {
        for good in ["1.50", "-999.99", "0", "000.1", "7"] {
            assert!(is_decimal(good, 5, 2), "{good}");
        }
        for bad in ["1000", "1.234", "", "-", "1.", "1e3", "1.2.3"] {
            assert!(!is_decimal(bad, 5, 2), "{bad}");
        }
    }

    #[test]
    fn integers_keep_their_range() {
        assert!(
            is_literal(DefaultValue::Int(-128), YdbType::Int8) && !is_literal(DefaultValue::Int(128), YdbType::Int8)
        );
        assert!(
            !is_literal(DefaultValue::Int(-1), YdbType::Uint64) && !is_literal(DefaultValue::Int(5), YdbType::Double)
        );
        assert!(is_key_literal(KeyLiteral::Int(u64::MAX), YdbType::Uint64));
        assert!(!is_key_literal(KeyLiteral::Int(u64::MAX), YdbType::Int64));
    }

    #[test]
    fn texts_sort_as_bytes_and_then_by_length() {
        let text = |a, b| compare(KeyLiteral::Text(a), KeyLiteral::Text(b));
        assert_eq!(text("a", "b"), (true, false));
        assert_eq!(text("a", "aa"), (true, false));
        assert_eq!(text("aa", "a"), (false, false));
        assert_eq!(text("a", "a"), (false, true));
        assert_eq!(text("Z", "a"), (true, false));
    }

    /// Has literals on both sides of each limit, and compares with Rust's own parser.
    #[test]
    fn the_limits_are_those_of_the_types() {
        let texts = [
            "0",
            "0.0",
            "-0.0",
            "0e999",
            "1",
            "1.5",
            "-1.5",
            "1e38",
            "3.4028234e38",
            "3.4028235e38",
            "3.40282357e38",
            "-3.4028236e38",
            "340282356779733661637539395458142568447.9",
            "340282356779733661637539395458142568448",
            "3.5e38",
            "1e39",
            "1e300",
            "0.000001e45",
            "1000000e33",
            "1e-45",
            "7.1e-46",
            "7.0e-46",
            "1e-46",
            "0.00001e-40",
            "1e-60",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "-1.8e308",
            "1e309",
            "1e999",
            "1E+999",
            "4.9e-324",
            "2.5e-324",
            "2.4e-324",
            "1e-324",
            "1e-400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0.1e310",
            "0.01e310",
        ];
        for text in texts {
            let is_zero =
                text.trim_start_matches('-').split('e').next().is_some_and(|digits| digits.parse() == Ok(0.0));
            let fault = |value: f64, finite: bool| match (finite, value == 0.0 && !is_zero) {
                (false, _) => Some("infinite"),
                (true, true) => Some("zero"),
                (true, false) => None,
            };
            let float: f32 = text.parse().unwrap();
            let double: f64 = text.parse().unwrap();
            assert_eq!(float_fault(text, YdbType::Float), fault(float.into(), float.is_finite()), "{text} as a Float");
            assert_eq!(float_fault(text, YdbType::Double), fault(double, double.is_finite()), "{text} as a Double");
        }
    }
}
