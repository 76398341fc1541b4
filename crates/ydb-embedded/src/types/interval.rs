//! Intervals as text: ISO 8601 durations of weeks, days, hours, minutes and seconds.

use std::fmt::Write;

use super::datetime::TextCursor;
use super::stored::from_stored;
use super::{Primitive, Value};

/// Parses an interval; `None` if the type cannot hold it.
pub(super) fn parse(text: &str, primitive: Primitive) -> Option<Value> {
    let mut cursor = TextCursor(text.as_bytes());
    let negative = cursor.take(b'-');
    if !negative {
        cursor.take(b'+');
    }
    if !cursor.take(b'P') || cursor.0.is_empty() {
        return None;
    }
    let mut total = parse_days(&mut cursor)? * 86_400_000_000;
    if cursor.take(b'T') {
        total += parse_time(&mut cursor)?;
    }
    if !cursor.0.is_empty() {
        return None;
    }
    from_stored(if negative { -total } else { total }, primitive)
}

/// Parses `nWnD` as days; either part may be missing.
fn parse_days(cursor: &mut TextCursor<'_>) -> Option<i128> {
    let mut days = 0;
    let mut units: &[(u8, i128)] = &[(b'W', 7), (b'D', 1)];
    while cursor.0.first().is_some_and(|&byte| byte != b'T') {
        let number = number(cursor, 9)?;
        let (found, factor) = take_unit(cursor, units)?;
        units = &units[found + 1..];
        days += number * factor;
    }
    Some(days)
}

/// Parses `nHnMn.nS` as microseconds; any part may be missing.
fn parse_time(cursor: &mut TextCursor<'_>) -> Option<i128> {
    let mut micros = 0;
    let mut units: &[(u8, i128)] = &[(b'H', 3_600_000_000), (b'M', 60_000_000), (b'S', 1_000_000)];
    while !cursor.0.is_empty() {
        let number = number(cursor, 13)?;
        if cursor.take(b'.') {
            let (fraction, count) = cursor.digits(7)?;
            if count > 6 || units.is_empty() || !cursor.take(b'S') {
                return None;
            }
            units = &[];
            micros += number * 1_000_000 + i128::from(fraction) * 10_i128.pow(6 - count as u32);
            continue;
        }
        let (found, factor) = take_unit(cursor, units)?;
        units = &units[found + 1..];
        micros += number * factor;
    }
    Some(micros)
}

/// Takes a number of at most `most` digits.
fn number(cursor: &mut TextCursor<'_>, most: usize) -> Option<i128> {
    let (number, count) = cursor.digits(most + 1)?;
    (count <= most).then_some(number.into())
}

/// Takes the letter of one of these units. Returns the unit's position and factor.
fn take_unit(cursor: &mut TextCursor<'_>, units: &[(u8, i128)]) -> Option<(usize, i128)> {
    let (&letter, rest) = cursor.0.split_first()?;
    let found = units.iter().position(|unit| unit.0 == letter)?;
    cursor.0 = rest;
    Some((found, units[found].1))
}

/// Writes an interval in days and smaller units, never in weeks.
pub(super) fn print(micros: i64, out: &mut String) {
    if micros < 0 {
        out.push('-');
    }
    let rest = micros.unsigned_abs();
    let (days, rest) = (rest / 86_400_000_000, rest % 86_400_000_000);
    let (hours, rest) = (rest / 3_600_000_000, rest % 3_600_000_000);
    let (minutes, rest) = (rest / 60_000_000, rest % 60_000_000);
    let (seconds, fraction) = (rest / 1_000_000, rest % 1_000_000);
    out.push('P');
    if days != 0 {
        let _ = write!(out, "{days}D");
    }
    let has_seconds = seconds != 0 || fraction != 0;
    if days != 0 && hours == 0 && minutes == 0 && !has_seconds {
        return;
    }
    out.push('T');
    if hours != 0 {
        let _ = write!(out, "{hours}H");
    }
    if minutes != 0 {
        let _ = write!(out, "{minutes}M");
    }
    if has_seconds || (days == 0 && hours == 0 && minutes == 0) {
        let _ = write!(out, "{seconds}");
        if fraction != 0 {
            let digits = format!("{fraction:06}");
            let _ = write!(out, ".{}", digits.trim_end_matches('0'));
        }
        out.push('S');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn micros(text: &str) -> Option<i64> {
        match parse(text, Primitive::Interval) {
            Some(Value::Int(micros)) => Some(micros),
            _ => None,
        }
    }

    fn text(micros: i64) -> String {
        let mut out = String::new();
        print(micros, &mut out);
        out
    }

    #[test]
    fn durations_are_read() {
        assert_eq!(micros("P1DT2H3M4.5S"), Some(93_784_500_000));
        assert_eq!(micros("P1W"), Some(604_800_000_000));
        assert_eq!(micros("P1W2D"), Some(777_600_000_000));
        assert_eq!(micros("-PT1S"), Some(-1_000_000));
        assert_eq!(micros("+PT0.000001S"), Some(1));
        assert_eq!(micros("PT"), Some(0));
        assert_eq!(micros("P49672DT23H59M59.999999S"), Some(4_291_747_199_999_999));
        for bad in
            ["", "P", "1D", "P1", "P1M", "PT1D", "PT1S1M", "PT1.1234567S", "P1D1D", "P1D2W", "P49673D", "PT.5S", "P1DX"]
        {
            assert_eq!(micros(bad), None, "{bad}");
        }
        assert_eq!(parse("P49673D", Primitive::Interval64), Some(Value::Int(4_291_747_200_000_000)));
    }

    #[test]
    fn durations_are_written() {
        assert_eq!(text(0), "PT0S");
        assert_eq!(text(93_784_500_000), "P1DT2H3M4.5S");
        assert_eq!(text(604_800_000_000), "P7D");
        assert_eq!(text(-3_600_000_000), "-PT1H");
        assert_eq!(text(1), "PT0.000001S");
        assert_eq!(text(86_400_000_001), "P1DT0.000001S");
        assert_eq!(text(60_000_000), "PT1M");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(number in -9_223_339_708_799_999_999_i64..=9_223_339_708_799_999_999) {
            prop_assert_eq!(parse(&text(number), Primitive::Interval64), Some(Value::Int(number)));
        }
    }
}
