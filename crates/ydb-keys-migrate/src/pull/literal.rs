//! Conversion of literals that SHOW CREATE TABLE prints into literals of the derive.

use ydb_keys::YdbType;
use ydb_keys_core::schema::rules::{is_decimal, is_text};
use ydb_yql::printed_values;

use super::attribute::quoted;
use crate::live::PrintedLiteral;

/// Converts a default into the form that `#[ydb(default = ...)]` accepts for a column of this type; `None` if there is
/// no such form.
pub(super) fn default(printed: &str, ty: YdbType) -> Option<String> {
    match (PrintedLiteral::of(printed)?, ty) {
        (PrintedLiteral::Bare(word), YdbType::Bool) => boolean(word),
        (PrintedLiteral::Bare(number), _) if ty.is_integer() => Some(integer(number, ty)?.to_string()),
        (PrintedLiteral::Bare(number), YdbType::Float | YdbType::Double) => float(number),
        (PrintedLiteral::Bare(number), YdbType::Decimal { precision, scale }) => {
            is_decimal(number, precision, scale).then(|| quoted(number))
        }
        (PrintedLiteral::Bare(_), _) => None,
        (PrintedLiteral::Quoted { bytes, .. }, YdbType::String) => Some(match String::from_utf8(bytes) {
            Ok(text) => quoted(&text),
            Err(error) => format!("b\"{}\"", error.as_bytes().escape_ascii()),
        }),
        (PrintedLiteral::Quoted { function, bytes }, _) => {
            let text = String::from_utf8(bytes).ok()?;
            // YQL has no literal for the smallest integer of a type; YDB prints it as a string.
            if ty.is_integer() {
                return Some(integer(&text, ty)?.to_string());
            }
            let fits = match ty {
                YdbType::Utf8 => function.is_empty() || function == "UTF8",
                YdbType::Float | YdbType::Double => return float(&text),
                _ => is_text(&text, ty),
            };
            fits.then(|| quoted(&text))
        }
    }
}

/// Converts a split point into the form that `at_keys(...)` accepts for the types of the key, such as `(10, "m")`.
pub(super) fn split_point(printed: &str, key: &[YdbType]) -> Option<String> {
    let values = printed_values(printed.trim().strip_prefix('(')?.strip_suffix(')')?);
    if values.is_empty() || values.len() > key.len() {
        return None;
    }
    let values: Option<Vec<String>> = values.into_iter().zip(key).map(|(value, &ty)| key_literal(value, ty)).collect();
    Some(format!("({})", values?.join(", ")))
}

/// Parses the value of a split point that is a single number.
pub(super) fn single_number(printed: &str) -> Option<u64> {
    integer(printed.trim().strip_prefix('(')?.strip_suffix(')')?.trim(), YdbType::Uint64)?.try_into().ok()
}

fn key_literal(printed: &str, ty: YdbType) -> Option<String> {
    match (PrintedLiteral::of(printed)?, ty) {
        (PrintedLiteral::Bare(word), YdbType::Bool) => boolean(word),
        (PrintedLiteral::Bare(number), _) if ty.is_integer() => {
            integer(number, ty).filter(|number| *number >= 0).map(|number| number.to_string())
        }
        (PrintedLiteral::Quoted { function, bytes }, YdbType::Utf8 | YdbType::String) if function.is_empty() => {
            String::from_utf8(bytes).ok().map(|text| quoted(&text))
        }
        _ => None,
    }
}

fn boolean(word: &str) -> Option<String> {
    ["true", "false"].into_iter().find(|known| word.eq_ignore_ascii_case(known)).map(str::to_owned)
}

/// Parses an integer within the range of the type, without YQL's suffix.
fn integer(text: &str, ty: YdbType) -> Option<i128> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let value: i128 = digits.parse().ok()?;
    let integer = ty.integer()?;
    (integer.least..=integer.greatest).contains(&value).then_some(value)
}

/// Converts a number into a float literal of Rust. Infinities and NaN have none.
fn float(text: &str) -> Option<String> {
    let text = text.trim_end_matches('f');
    let finite = text.parse::<f64>().is_ok_and(f64::is_finite);
    let digits =
        text.starts_with(|c: char| c.is_ascii_digit() || c == '-') && text.ends_with(|c: char| c.is_ascii_digit());
    if !finite || !digits || text.starts_with("-.") {
        return None;
    }
    Some(if text.contains(['.', 'e', 'E']) { text.to_owned() } else { format!("{text}.0") })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts a printed default into the form that the derive accepts.
    fn taken(printed: &str, ty: YdbType) -> Option<String> {
        default(printed, ty)
    }

    #[test]
    fn numbers_and_words() {
        assert_eq!(taken("TRUE", YdbType::Bool).as_deref(), Some("true"));
        assert_eq!(taken("-127", YdbType::Int8).as_deref(), Some("-127"));
        assert_eq!(taken("Int8('-128')", YdbType::Int8).as_deref(), Some("-128"));
        assert_eq!(taken("128", YdbType::Int8), None);
        assert_eq!(taken("5ul", YdbType::Uint64).as_deref(), Some("5"));
        assert_eq!(taken("18446744073709551615", YdbType::Uint64).as_deref(), Some("18446744073709551615"));
        assert_eq!(taken("-1", YdbType::Uint32), None);
        assert_eq!(taken("1.5", YdbType::Float).as_deref(), Some("1.5"));
        assert_eq!(taken("3", YdbType::Double).as_deref(), Some("3.0"));
        assert_eq!(taken("-0.0025", YdbType::Double).as_deref(), Some("-0.0025"));
        assert_eq!(taken("1e+21", YdbType::Double).as_deref(), Some("1e+21"));
        assert_eq!(taken("inf", YdbType::Double), None);
        assert_eq!(
            taken("CAST('19.99' AS Decimal(22, 9))", YdbType::Decimal { precision: 22, scale: 9 }),
            Some("\"19.99\"".into())
        );
        assert_eq!(taken("CAST('19.99' AS Decimal(3, 1))", YdbType::Decimal { precision: 3, scale: 1 }), None);
    }

    #[test]
    fn texts_bytes_and_times() {
        assert_eq!(taken(r#"'it\'s "й" \\ \n'"#, YdbType::Utf8).as_deref(), Some(r#""it's \"й\" \\ \n""#));
        assert_eq!(taken("'new'u", YdbType::Utf8).as_deref(), Some("\"new\""));
        assert_eq!(taken(r"'\x00\xFFa'", YdbType::String).as_deref(), Some(r#"b"\x00\xffa""#));
        assert_eq!(taken("'raw'", YdbType::String).as_deref(), Some("\"raw\""));
        assert_eq!(taken("'open", YdbType::Utf8), None);
        assert_eq!(taken("CurrentUtcDate()", YdbType::Date), None);
        assert_eq!(taken("DATE('2024-02-29')", YdbType::Date).as_deref(), Some("\"2024-02-29\""));
        assert_eq!(taken("DATE32('-900-01-31')", YdbType::Date32), None);
        let time = "TIMESTAMP('2024-01-31T12:00:00.123456Z')";
        assert_eq!(taken(time, YdbType::Timestamp).as_deref(), Some("\"2024-01-31T12:00:00.123456Z\""));
        assert_eq!(taken("INTERVAL('P1DT2H')", YdbType::Interval).as_deref(), Some("\"P1DT2H\""));
        assert_eq!(taken("INTERVAL('-P1D')", YdbType::Interval), None);
        assert_eq!(taken("'{}'", YdbType::Json), None);
    }

    #[test]
    fn split_points() {
        let key = [YdbType::Uint64, YdbType::Utf8, YdbType::Bool];
        assert_eq!(split_point("(10)", &key).as_deref(), Some("(10)"));
        assert_eq!(split_point("(10, 'a, (\\'b', TRUE)", &key).as_deref(), Some("(10, \"a, ('b\", true)"));
        assert_eq!(split_point("(10, 'm', TRUE, 1)", &key), None);
        assert_eq!(split_point("(TIMESTAMP('2024-01-31T12:00:00.000000Z'))", &[YdbType::Timestamp]), None);
        assert_eq!(split_point("(-5)", &[YdbType::Int64]), None);
        assert_eq!(split_point("()", &key), None);
        assert_eq!(single_number("(4611686018427387904)"), Some(1 << 62));
        assert_eq!(single_number("(1, 2)"), None);
    }
}
