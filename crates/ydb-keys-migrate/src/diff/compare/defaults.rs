//! Comparison of default values by value: the server prints literals in another form than the DDL has.

use ydb_keys::YdbType;
use ydb_keys::schema::ColumnDef;
use ydb_keys_core::ddl::{Change, DefaultLiteral, Name};
use ydb_keys_core::schema::column::DefaultValue;
use ydb_keys_core::schema::rules::duration;

use super::findings::{StepTurn, TableFindings};
use crate::diff::Difference;
use crate::live::{LiveColumn, LiveDefault, PrintedLiteral};
use crate::pull::unsaid;

/// Note for steps that need release 26.2. An error is not necessary: a difference is found only with `SHOW CREATE
/// TABLE`, which YDB has since 26.1.
const NEWER: &str = "YDB has this statement since 26.2";

pub(super) fn compare_default(found: &mut TableFindings<'_>, column: &ColumnDef, live: &LiveColumn) {
    let name = column.name;
    match (column.default, &live.default) {
        // A value that the server computes is left alone.
        (None, LiveDefault::None) | (_, LiveDefault::Generated) => {}
        (_, LiveDefault::Unreported) => {
            // For a server that reports no defaults at all, one sentence covers all columns.
            if found.live.settings.is_some() {
                found.not_compared(format!("default of {}", Name(name)), "the server does not report it");
            }
        }
        (None, LiveDefault::Literal(text)) if unsaid::default(text, column.ty, found.live.store).is_none() => {
            found.left_alone(format!("default of {}: {text}", Name(name)));
        }
        (None, LiveDefault::Literal(text)) => {
            differs(found, column, Some(text));
            if column.is_nullable() {
                found.noted(StepTurn::AlterColumn, Change::DropDefault(name), NEWER.to_owned())
            } else {
                found.reasons.push(format!(
                    "column {}: YDB cannot drop the default of a NOT NULL column. To avoid the copy, keep the default \
                     in the model (`#[ydb(default = ...)]`)",
                    Name(name)
                ))
            }
        }
        (Some(value), LiveDefault::None) => {
            differs(found, column, None);
            found.noted(StepTurn::AlterColumn, Change::SetDefault(name, value, column.ty), NEWER.to_owned());
        }
        (Some(value), LiveDefault::Literal(text)) => match is_same(text, value, column.ty) {
            Some(true) => {}
            Some(false) => {
                differs(found, column, Some(text));
                found.noted(StepTurn::AlterColumn, Change::SetDefault(name, value, column.ty), NEWER.to_owned());
            }
            None => {
                found.not_compared(
                    format!("default of {}", Name(name)),
                    format!("cannot read what the server prints: {text}"),
                );
            }
        },
    }
}

fn differs(found: &mut TableFindings<'_>, column: &ColumnDef, live: Option<&String>) {
    let model = column.default.map(|value| DefaultLiteral(value, column.ty).to_string());
    found.differences.push(Difference::Default { name: column.name.into(), model, live: live.cloned() });
}

/// Returns `true` if a printed literal equals the model's default; `None` if the literal cannot be parsed.
fn is_same(printed: &str, model: DefaultValue, ty: YdbType) -> Option<bool> {
    let there = value(&PrintedLiteral::of(printed)?, ty)?;
    let quoted = |bytes: &[u8]| PrintedLiteral::Quoted { function: String::new(), bytes: bytes.to_vec() };
    let number;
    let wanted = match model {
        DefaultValue::Bool(value) => PrintedLiteral::Bare(if value { "true" } else { "false" }),
        DefaultValue::Int(value) => {
            number = value.to_string();
            PrintedLiteral::Bare(&number)
        }
        DefaultValue::Float(text) => PrintedLiteral::Bare(text),
        DefaultValue::Text(text) => quoted(text.as_bytes()),
        DefaultValue::Bytes(bytes) => quoted(bytes),
    };
    Some(value(&wanted, ty)? == there)
}

/// Value of a literal. All spellings of the same value are equal.
#[derive(Debug, PartialEq)]
pub(super) enum ComparedLiteral {
    Bool(bool),
    Int(i128),
    Float(f64),
    /// Sign (`true` if negative), and the digits before and after the point without superfluous zeros.
    Decimal(bool, String, String),
    Bytes(Vec<u8>),
    /// Year, month, day, hour, minute, second and microsecond of a time.
    Time([i64; 7]),
    Micros(i64),
}

/// Parses a literal of this type; `None` if it is not one.
pub(super) fn value(printed: &PrintedLiteral<'_>, ty: YdbType) -> Option<ComparedLiteral> {
    if let (PrintedLiteral::Quoted { bytes, .. }, YdbType::Utf8 | YdbType::String) = (printed, ty) {
        return Some(ComparedLiteral::Bytes(bytes.clone()));
    }
    let text = match printed {
        PrintedLiteral::Bare(text) => text,
        PrintedLiteral::Quoted { bytes, .. } => str::from_utf8(bytes).ok()?,
    };
    Some(match ty {
        YdbType::Bool => ComparedLiteral::Bool(text.to_ascii_lowercase().parse().ok()?),
        _ if ty.is_integer() => {
            ComparedLiteral::Int(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?)
        }
        YdbType::Float => ComparedLiteral::Float(text.parse::<f32>().ok()?.into()),
        YdbType::Double => ComparedLiteral::Float(text.parse().ok()?),
        YdbType::Decimal { .. } => decimal(text)?,
        YdbType::Uuid => ComparedLiteral::Bytes(text.to_ascii_lowercase().into_bytes()),
        YdbType::Interval | YdbType::Interval64 => ComparedLiteral::Micros(match text.strip_prefix('-') {
            Some(text) => -duration(text)?,
            None => duration(text)?,
        }),
        _ if ty.is_time() => ComparedLiteral::Time(time(text)?),
        _ => return None,
    })
}

fn decimal(text: &str) -> Option<ComparedLiteral> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if digits.is_empty() || !whole.chars().chain(fraction.chars()).all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let negative = digits != text && !(whole.is_empty() && fraction.is_empty());
    Some(ComparedLiteral::Decimal(negative, whole.to_owned(), fraction.to_owned()))
}

/// Parses a date or time: `2024-02-29`, `2024-02-29T23:59:59Z`, `2024-02-29T23:59:59.5Z`.
fn time(text: &str) -> Option<[i64; 7]> {
    let (date, clock) = text.split_once('T').unwrap_or((text, "00:00:00Z"));
    let (negative, date) = date.strip_prefix('-').map_or((false, date), |date| (true, date));
    let mut parts = [0; 7];
    let (seconds, fraction) = {
        let clock = clock.strip_suffix('Z')?;
        clock.split_once('.').unwrap_or((clock, "0"))
    };
    numbers(date, '-', &mut parts[..3])?;
    numbers(seconds, ':', &mut parts[3..6])?;
    parts[6] = format!("{fraction:0<6}").get(..6)?.parse().ok()?;
    if negative {
        parts[0] = -parts[0];
    }
    Some(parts)
}

/// Parses exactly as many numbers as `parts` has elements; `None` if there are more or fewer.
fn numbers(text: &str, separator: char, parts: &mut [i64]) -> Option<()> {
    let mut words = text.split(separator);
    for part in parts {
        *part = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(printed: &str, model: DefaultValue, ty: YdbType) -> Option<bool> {
        is_same(printed, model, ty)
    }

    #[test]
    fn bools_and_integers() {
        assert_eq!(same("TRUE", DefaultValue::Bool(true), YdbType::Bool), Some(true));
        assert_eq!(same("FALSE", DefaultValue::Bool(true), YdbType::Bool), Some(false));
        for ty in [YdbType::Int8, YdbType::Int16, YdbType::Int32, YdbType::Int64] {
            assert_eq!(same("-5", DefaultValue::Int(-5), ty), Some(true), "{ty}");
            assert_eq!(same("5", DefaultValue::Int(-5), ty), Some(false), "{ty}");
        }
        for ty in [YdbType::Uint8, YdbType::Uint16, YdbType::Uint32, YdbType::Uint64] {
            assert_eq!(same("7", DefaultValue::Int(7), ty), Some(true), "{ty}");
        }
        let greatest = DefaultValue::Int(u64::MAX.into());
        assert_eq!(same("18446744073709551615", greatest, YdbType::Uint64), Some(true));
        assert_eq!(same("5ul", DefaultValue::Int(5), YdbType::Uint64), Some(true));
        assert_eq!(same("Int8('-128')", DefaultValue::Int(-128), YdbType::Int8), Some(true));
    }

    #[test]
    fn floats_by_value() {
        let pi = DefaultValue::Float("3.10");
        assert_eq!(same("3.1", pi, YdbType::Double), Some(true));
        assert_eq!(same("3.1", pi, YdbType::Float), Some(true));
        assert_eq!(same("3.1000000000000001", pi, YdbType::Double), Some(true));
        assert_eq!(same("3.2", pi, YdbType::Double), Some(false));
        assert_eq!(same("Double('3.1')", pi, YdbType::Double), Some(true));
        assert_eq!(same("1e+21", DefaultValue::Float("1e21"), YdbType::Double), Some(true));
        assert_eq!(same("-0.5", DefaultValue::Float("-.5"), YdbType::Float), Some(true));
    }

    #[test]
    fn decimals_by_value() {
        let ty = YdbType::Decimal { precision: 10, scale: 2 };
        let price = DefaultValue::Text("1.50");
        assert_eq!(same("CAST('1.5' AS Decimal(10, 2))", price, ty), Some(true));
        assert_eq!(same("Decimal('001.50',10,2)", price, ty), Some(true));
        assert_eq!(same("CAST('-1.5' AS Decimal(10, 2))", price, ty), Some(false));
        assert_eq!(same("CAST('0' AS Decimal(10, 2))", DefaultValue::Float("-0.00"), ty), Some(true));
        assert_eq!(same("CAST('100' AS Decimal(10, 2))", DefaultValue::Float("1.00"), ty), Some(false));
        assert_eq!(same("CAST('inf' AS Decimal(10, 2))", price, ty), None);
    }

    #[test]
    fn texts_and_bytes_through_their_escapes() {
        let text = DefaultValue::Text("it's\n\"й\" \\ \u{1}");
        assert_eq!(same(r#"'it\'s\n"й" \\ \x01'"#, text, YdbType::Utf8), Some(true));
        assert_eq!(same(r#""it's\n\"\u0439\" \\ \001"u"#, text, YdbType::Utf8), Some(true));
        assert_eq!(same("'its'", text, YdbType::Utf8), Some(false));
        assert_eq!(same(r"'a\xFF\x00'", DefaultValue::Bytes(b"a\xff\0"), YdbType::String), Some(true));
        assert_eq!(same("''", DefaultValue::Bytes(b""), YdbType::String), Some(true));
        // A function call is not a string.
        assert_eq!(same("CurrentUtcDate()", DefaultValue::Text("CurrentUtcDate()"), YdbType::Utf8), None);
        assert_eq!(same("'open", DefaultValue::Text("open"), YdbType::Utf8), None);
    }

    #[test]
    fn times_by_value() {
        let day = DefaultValue::Text("2024-02-29");
        assert_eq!(same("DATE('2024-02-29')", day, YdbType::Date), Some(true));
        assert_eq!(same("DATE32('2024-02-28')", day, YdbType::Date32), Some(false));
        // YDB does not pad years.
        assert_eq!(same("DATE32('900-01-31')", DefaultValue::Text("0900-01-31"), YdbType::Date32), Some(true));
        assert_eq!(same("DATE32('-900-01-31')", DefaultValue::Text("0900-01-31"), YdbType::Date32), Some(false));
        let second = DefaultValue::Text("2024-02-29T23:59:58Z");
        assert_eq!(same("DATETIME('2024-02-29T23:59:58Z')", second, YdbType::Datetime), Some(true));
        assert_eq!(same("TIMESTAMP('2024-02-29T23:59:58.000000Z')", second, YdbType::Timestamp), Some(true));
        assert_eq!(same("TIMESTAMP('2024-02-29T23:59:58.000001Z')", second, YdbType::Timestamp), Some(false));
        let half = DefaultValue::Text("2024-02-29T23:59:58.5Z");
        assert_eq!(same("TIMESTAMP64('2024-02-29T23:59:58.500000Z')", half, YdbType::Timestamp64), Some(true));
        assert_eq!(same("TIMESTAMP('yesterday')", half, YdbType::Timestamp), None);
    }

    #[test]
    fn intervals_and_uuids_by_value() {
        let day = DefaultValue::Text("P1DT2H");
        assert_eq!(same("INTERVAL('P1DT2H')", day, YdbType::Interval), Some(true));
        assert_eq!(same("INTERVAL64('PT26H')", day, YdbType::Interval64), Some(true));
        assert_eq!(same("INTERVAL('-P1DT2H')", day, YdbType::Interval), Some(false));
        let uuid = DefaultValue::Text("F81D4FAE-7dec-11d0-a765-00a0c91e6bf6");
        assert_eq!(same("UUID('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')", uuid, YdbType::Uuid), Some(true));
        assert_eq!(same("UUID('f81d4fae-7dec-11d0-a765-00a0c91e6bf7')", uuid, YdbType::Uuid), Some(false));
    }
}
