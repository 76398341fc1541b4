//! Reads the values of literals that `SHOW CREATE TABLE` prints.

use ydb_keys::YdbType;
use ydb_keys_core::schema::rules::duration;

use crate::live::Printed;

/// The value of a literal, equal for all spellings of the same value.
#[derive(Debug, PartialEq)]
pub(super) enum Literal {
    Bool(bool),
    Int(i128),
    Float(f64),
    /// The sign, and the digits before and after the point without superfluous zeros.
    Decimal(bool, String, String),
    Bytes(Vec<u8>),
    /// Year, month, day, hour, minute, second, microsecond.
    Time([i64; 7]),
    Micros(i64),
}

/// The value of a literal of this type; `None` if it is not a literal of this type.
pub(super) fn value(printed: &Printed<'_>, ty: YdbType) -> Option<Literal> {
    if let (Printed::Quoted { bytes, .. }, YdbType::Utf8 | YdbType::String) = (printed, ty) {
        return Some(Literal::Bytes(bytes.clone()));
    }
    let text = match printed {
        Printed::Bare(text) => text,
        Printed::Quoted { bytes, .. } => str::from_utf8(bytes).ok()?,
    };
    Some(match ty {
        YdbType::Bool => Literal::Bool(text.to_ascii_lowercase().parse().ok()?),
        _ if ty.is_integer() => Literal::Int(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?),
        YdbType::Float => Literal::Float(text.parse::<f32>().ok()?.into()),
        YdbType::Double => Literal::Float(text.parse().ok()?),
        YdbType::Decimal { .. } => decimal(text)?,
        YdbType::Uuid => Literal::Bytes(text.to_ascii_lowercase().into_bytes()),
        YdbType::Interval | YdbType::Interval64 => Literal::Micros(match text.strip_prefix('-') {
            Some(text) => -duration(text)?,
            None => duration(text)?,
        }),
        _ if ty.is_time() => Literal::Time(time(text)?),
        _ => return None,
    })
}

fn decimal(text: &str) -> Option<Literal> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if digits.is_empty() || !whole.chars().chain(fraction.chars()).all(|c| c.is_ascii_digit()) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let negative = digits != text && !(whole.is_empty() && fraction.is_empty());
    Some(Literal::Decimal(negative, whole.to_owned(), fraction.to_owned()))
}

/// `2024-02-29`, `2024-02-29T23:59:59Z`, `2024-02-29T23:59:59.5Z`.
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

/// Parses exactly as many numbers as `parts` has elements.
fn numbers(text: &str, separator: char, parts: &mut [i64]) -> Option<()> {
    let mut words = text.split(separator);
    for part in parts {
        *part = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(())
}
