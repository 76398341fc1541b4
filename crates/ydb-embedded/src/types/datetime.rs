//! Dates and points in time as text: `2020-01-01`, `2020-01-01T12:30:00Z`, `2020-01-01T12:30:00.123456Z`.

use std::fmt::Write;

use chrono::{Datelike, Days, NaiveDate};

use super::primitive::DAY_US;
use super::stored::from_stored;
use super::{Primitive, Value};

/// Cursor that reads digits and signs from the front of a text.
pub(super) struct TextCursor<'a>(pub(super) &'a [u8]);

impl TextCursor<'_> {
    /// Takes this byte if it comes next. Returns `true` if it did.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.0.first() == Some(&byte);
        if found {
            self.0 = &self.0[1..];
        }
        found
    }

    /// Takes one to `most` digits. Returns their number, and how many digits there were.
    pub(super) fn digits(&mut self, most: usize) -> Option<(u64, usize)> {
        let count = self.0.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return None;
        }
        let number = self.0[..count].iter().fold(0, |number, &digit| number * 10 + u64::from(digit - b'0'));
        self.0 = &self.0[count..];
        Some((number, count))
    }

    /// Takes one to `most` digits and the byte `end` after them. Returns the number.
    fn field(&mut self, most: usize, end: u8) -> Option<u64> {
        let (number, _) = self.digits(most)?;
        self.take(end).then_some(number)
    }
}

/// Parses a date, a date and time, or a timestamp; `None` if the type cannot hold it.
pub(super) fn parse(text: &str, primitive: Primitive) -> Option<Value> {
    let mut cursor = TextCursor(text.as_bytes());
    let days = parse_days(&mut cursor, primitive.is_wide_date())?;
    if primitive.unit_us() == DAY_US {
        return cursor.0.is_empty().then(|| from_stored(days.into(), primitive)).flatten();
    }
    let seconds = parse_time(&mut cursor)?;
    let micros = if primitive.unit_us() == 1 { parse_fraction(&mut cursor)? } else { 0 };
    let seconds = i128::from(days) * 86_400 + i128::from(seconds) + i128::from(parse_zone(&mut cursor)?);
    if !cursor.0.is_empty() {
        return None;
    }
    if primitive.unit_us() == 1 {
        return from_stored(seconds * 1_000_000 + i128::from(micros), primitive);
    }
    from_stored(seconds, primitive)
}

/// Parses `year-month-day` as days since 1970-01-01; `None` outside the type's calendar.
fn parse_days(cursor: &mut TextCursor<'_>, wide: bool) -> Option<i64> {
    let negative = wide && cursor.take(b'-');
    if wide && !negative {
        cursor.take(b'+');
    }
    let year = i32::try_from(cursor.field(if wide { 6 } else { 4 }, b'-')?).ok()?;
    let month = u32::try_from(cursor.field(2, b'-')?).ok()?;
    let (day, _) = cursor.digits(2)?;
    let year = match (negative, year) {
        // The year before 1 is -1.
        (_, 0) => return None,
        (true, year) => 1 - year,
        (false, year) => year,
    };
    let date = NaiveDate::from_ymd_opt(year, month, u32::try_from(day).ok()?)?;
    let days = date.signed_duration_since(NaiveDate::default()).num_days();
    let calendar = if wide { Primitive::Date32 } else { Primitive::Date };
    from_stored(days.into(), calendar).map(|_| days)
}

/// Parses `Thour:minute:second` as seconds.
fn parse_time(cursor: &mut TextCursor<'_>) -> Option<u64> {
    if !cursor.take(b'T') {
        return None;
    }
    let (hour, minute) = (cursor.field(2, b':')?, cursor.field(2, b':')?);
    let (second, _) = cursor.digits(2)?;
    (hour < 24 && minute < 60 && second < 60).then_some(hour * 3600 + minute * 60 + second)
}

/// Parses `.fraction` as microseconds; 0 if there is none. Ignores digits after the sixth.
fn parse_fraction(cursor: &mut TextCursor<'_>) -> Option<u64> {
    if !cursor.take(b'.') {
        return Some(0);
    }
    let (number, count) = cursor.digits(6)?;
    while cursor.digits(1).is_some() {}
    Some(number * 10_u64.pow(6 - count as u32))
}

/// Parses `Z`, `+hours:minutes` or `-hours:minutes`. Returns the seconds to add.
fn parse_zone(cursor: &mut TextCursor<'_>) -> Option<i64> {
    if cursor.take(b'Z') {
        return Some(0);
    }
    let west = cursor.take(b'-');
    if !west && !cursor.take(b'+') {
        return None;
    }
    let hours = i64::try_from(cursor.field(2, b':')?).ok()?;
    let (minutes, _) = cursor.digits(2)?;
    let offset = (hours * 60 + i64::try_from(minutes).ok()?) * 60;
    Some(if west { offset } else { -offset })
}

/// Writes a date, a date and time, or a timestamp. Writes nothing for a number outside the calendar.
pub(super) fn print(number: i64, primitive: Primitive, out: &mut String) {
    let unit = primitive.unit_us();
    let per_day = DAY_US / unit;
    let Some(date) = date_of(number.div_euclid(per_day)) else { return };
    let year = if date.year() > 0 { date.year() } else { date.year() - 1 };
    let _ = write!(out, "{year}-{:02}-{:02}", date.month(), date.day());
    if unit == DAY_US {
        return;
    }
    let rest = number.rem_euclid(per_day);
    let (seconds, micros) = if unit == 1 { (rest / 1_000_000, rest % 1_000_000) } else { (rest, 0) };
    let _ = write!(out, "T{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if micros != 0 {
        let _ = write!(out, ".{micros:06}");
    }
    out.push('Z');
}

/// Returns the date this many days after 1970-01-01; `None` outside chrono's range of years, which is wider than YQL's.
pub fn date_of(days: i64) -> Option<NaiveDate> {
    let epoch = NaiveDate::default();
    let distance = Days::new(days.unsigned_abs());
    if days < 0 { epoch.checked_sub_days(distance) } else { epoch.checked_add_days(distance) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(number: i64, primitive: Primitive) -> String {
        let mut out = String::new();
        print(number, primitive, &mut out);
        out
    }

    #[test]
    fn dates() {
        assert_eq!(parse("1970-01-02", Primitive::Date), Some(Value::Uint(1)));
        assert_eq!(parse("2020-01-01", Primitive::Date), Some(Value::Uint(18_262)));
        assert_eq!(parse("2020-1-1", Primitive::Date), Some(Value::Uint(18_262)));
        assert_eq!(parse("2105-12-31", Primitive::Date), Some(Value::Uint(49_672)));
        for bad in ["2106-01-01", "1969-12-31", "2021-02-29", "2020-13-01", "2020-01-01 ", "02020-01-01", "2020-01", ""]
        {
            assert_eq!(parse(bad, Primitive::Date), None, "{bad}");
        }
        assert_eq!(text(18_262, Primitive::Date), "2020-01-01");
    }

    #[test]
    fn wide_dates_have_no_year_zero_and_no_padding() {
        assert_eq!(parse("-144169-01-01", Primitive::Date32), Some(Value::Int(-53_375_809)));
        assert_eq!(parse("148107-12-31", Primitive::Date32), Some(Value::Int(53_375_807)));
        assert_eq!(parse("+1969-12-31", Primitive::Date32), Some(Value::Int(-1)));
        assert_eq!(parse("0-01-01", Primitive::Date32), None);
        assert_eq!(parse("148108-01-01", Primitive::Date32), None);
        // 719162 days lie between 0001-01-01 and 1970-01-01.
        assert_eq!(text(-719_162, Primitive::Date32), "1-01-01");
        assert_eq!(text(-719_163, Primitive::Date32), "-1-12-31");
        assert_eq!(parse("-1-12-31", Primitive::Date32), Some(Value::Int(-719_163)));
    }

    #[test]
    fn points_of_time() {
        assert_eq!(parse("1970-01-01T00:00:01Z", Primitive::Datetime), Some(Value::Uint(1)));
        assert_eq!(parse("1970-01-01T03:00:01+03:00", Primitive::Datetime), Some(Value::Uint(1)));
        assert_eq!(parse("1970-01-01T00:00:00-00:30", Primitive::Datetime), Some(Value::Uint(1800)));
        assert_eq!(parse("1970-01-01T00:00:00+00:30", Primitive::Datetime), None);
        assert_eq!(parse("1970-01-01T00:00:00.5Z", Primitive::Datetime), None);
        assert_eq!(parse("1970-01-01T24:00:00Z", Primitive::Datetime), None);
        assert_eq!(parse("1970-01-01T00:00:00", Primitive::Datetime), None);
        assert_eq!(parse("1970-01-01T00:00:00.5Z", Primitive::Timestamp), Some(Value::Uint(500_000)));
        assert_eq!(parse("1970-01-01T00:00:00.1234567Z", Primitive::Timestamp), Some(Value::Uint(123_456)));
        assert_eq!(parse("1969-12-31T23:59:59.999999Z", Primitive::Timestamp64), Some(Value::Int(-1)));
        assert_eq!(text(500_000, Primitive::Timestamp), "1970-01-01T00:00:00.500000Z");
        assert_eq!(text(1_000_000, Primitive::Timestamp), "1970-01-01T00:00:01Z");
        assert_eq!(text(-1, Primitive::Timestamp64), "1969-12-31T23:59:59.999999Z");
        assert_eq!(text(-1, Primitive::Datetime64), "1969-12-31T23:59:59Z");
        assert_eq!(text(1_577_836_800, Primitive::Datetime), "2020-01-01T00:00:00Z");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(number in -4_611_669_897_600_000_000_i64..=4_611_669_811_199_999_999) {
            let reread = |number: i64, primitive: Primitive| parse(&text(number, primitive), primitive);
            let (seconds, days) = (number / 1_000_000, number / 86_400_000_000);
            prop_assert_eq!(reread(number, Primitive::Timestamp64), Some(Value::Int(number)));
            prop_assert_eq!(reread(seconds, Primitive::Datetime64), Some(Value::Int(seconds)));
            prop_assert_eq!(reread(days, Primitive::Date32), Some(Value::Int(days)));
        }
    }
}
