//! Functions of the module `DateTime`, in UTC. All functions compute in microseconds. The type of the result decides
//! its range.

use chrono::{DateTime, Datelike, Days, Month, Months, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

use crate::expr::Invocation;
use crate::expr::types::primitive;
use crate::types::{Primitive, Value, from_stored, stored};

pub(crate) const SECOND: i128 = 1_000_000;
pub(crate) const MINUTE: i128 = 60 * SECOND;
pub(crate) const HOUR: i128 = 60 * MINUTE;
pub(crate) const DAY: i128 = 24 * HOUR;

/// Returns an argument as a number. A date, a point in time or an interval is converted to microseconds.
fn number(call: &Invocation<'_>, position: usize) -> i128 {
    let unit = primitive(call.ty(position)).map_or(1, Primitive::unit_us);
    call.args.get(position).and_then(stored).unwrap_or(0) * i128::from(unit)
}

fn broken_down(call: &Invocation<'_>) -> NaiveDateTime {
    let micros = i64::try_from(number(call, 0)).unwrap_or_default();
    DateTime::<Utc>::from_timestamp_micros(micros).unwrap_or_default().naive_utc()
}

/// Converts a number, in the unit of the result's type, to the result. Returns NULL if the number is outside the type's
/// range.
fn result(call: &Invocation<'_>, number: i128) -> Value {
    primitive(call.ty).and_then(|ty| from_stored(number, ty)).unwrap_or(Value::Null)
}

fn moment(call: &Invocation<'_>, at: Option<NaiveDateTime>) -> Value {
    at.map_or(Value::Null, |at| result(call, at.and_utc().timestamp_micros().into()))
}

fn midnight(call: &Invocation<'_>, date: Option<NaiveDate>) -> Value {
    moment(call, date.map(|date| date.and_time(NaiveTime::MIN)))
}

/// Returns the last microsecond before a date.
fn before(call: &Invocation<'_>, date: Option<NaiveDate>) -> Value {
    let micros = date.map(|date| date.and_time(NaiveTime::MIN).and_utc().timestamp_micros());
    micros.map_or(Value::Null, |micros| result(call, i128::from(micros) - 1))
}

/// Converts a date or a point in time to the type of the result.
pub(crate) fn make(call: &Invocation<'_>) -> Value {
    let unit = primitive(call.ty).map_or(1, Primitive::unit_us);
    result(call, number(call, 0).div_euclid(unit.into()))
}

pub(crate) fn year(call: &Invocation<'_>) -> Value {
    // The year before 1 is -1.
    let year = broken_down(call).year();
    result(call, if year > 0 { year } else { year - 1 }.into())
}

pub(crate) fn part(call: &Invocation<'_>, part: fn(NaiveDateTime) -> u32) -> Value {
    result(call, part(broken_down(call)).into())
}

/// Returns the name of the month or of the day, in the format of a specifier of chrono.
pub(crate) fn named(call: &Invocation<'_>, specifier: &str) -> Value {
    Value::bytes(broken_down(call).format(specifier).to_string().into_bytes())
}

/// Returns the number of units after the last full second.
pub(crate) fn of_second(call: &Invocation<'_>, unit: i128) -> Value {
    result(call, number(call, 0).rem_euclid(SECOND) / unit)
}

pub(crate) fn time_of_day(call: &Invocation<'_>) -> Value {
    result(call, number(call, 0).rem_euclid(DAY))
}

/// Returns the number of whole units. The fraction of a unit is cut off towards 0. UNVERIFIED for points in time before
/// 1970.
pub(crate) fn to(call: &Invocation<'_>, unit: i128) -> Value {
    result(call, number(call, 0) / unit)
}

pub(crate) fn from(call: &Invocation<'_>, unit: i128) -> Value {
    result(call, number(call, 0) * unit)
}

/// Returns the first day of the period that contains the argument. A period has the given number of months.
fn period(call: &Invocation<'_>, months: u32) -> Option<NaiveDate> {
    let at = broken_down(call);
    NaiveDate::from_ymd_opt(at.year(), at.month0() / months * months + 1, 1)
}

/// Returns the Monday of the argument's week.
fn monday(call: &Invocation<'_>) -> Option<NaiveDate> {
    let date = broken_down(call).date();
    date.checked_sub_days(Days::new(date.weekday().num_days_from_monday().into()))
}

/// Returns the start of the period that contains the argument. A period has the given number of months.
pub(crate) fn start(call: &Invocation<'_>, months: u32) -> Value {
    midnight(call, period(call, months))
}

/// Returns the last microsecond of the period that contains the argument. A period has the given number of months.
pub(crate) fn end(call: &Invocation<'_>, months: u32) -> Value {
    before(call, period(call, months).and_then(|first| first.checked_add_months(Months::new(months))))
}

pub(crate) fn start_of_week(call: &Invocation<'_>) -> Value {
    midnight(call, monday(call))
}

pub(crate) fn start_of_day(call: &Invocation<'_>) -> Value {
    midnight(call, Some(broken_down(call).date()))
}

pub(crate) fn end_of_week(call: &Invocation<'_>) -> Value {
    before(call, monday(call).and_then(|monday| monday.checked_add_days(Days::new(7))))
}

pub(crate) fn end_of_day(call: &Invocation<'_>) -> Value {
    before(call, broken_down(call).date().succ_opt())
}

/// Returns the start of the part of the day that contains the argument. The parts have a given length and are counted
/// from midnight.
pub(crate) fn start_of(call: &Invocation<'_>) -> Value {
    let (micros, length) = (number(call, 0), number(call, 1).abs());
    let in_day = micros.rem_euclid(DAY);
    result(call, micros - if length == 0 { 0 } else { in_day % length.min(DAY) })
}

/// Moves the argument by months. The day of the month stays, or becomes the last day of the month.
pub(crate) fn shift(call: &Invocation<'_>, months_each: i64) -> Value {
    let at = broken_down(call);
    let months = call.int(1).unwrap_or(0) * months_each;
    let count = u32::try_from(months.unsigned_abs()).map(Months::new);
    let shifted = count
        .ok()
        .and_then(|count| if months < 0 { at.checked_sub_months(count) } else { at.checked_add_months(count) });
    moment(call, shifted)
}

/// Replaces the parts that are given in a point in time.
pub(crate) fn update(call: &Invocation<'_>) -> Value {
    let at = broken_down(call);
    let year = match call.int(1) {
        Some(0) => return Value::Null,
        Some(year) => i32::try_from(if year > 0 { year } else { year + 1 }).unwrap_or(i32::MAX),
        None => at.year(),
    };
    let part = |place: usize, now: u32| call.uint(place).map_or(now, |part| u32::try_from(part).unwrap_or(u32::MAX));
    let date = NaiveDate::from_ymd_opt(year, part(2, at.month()), part(3, at.day()));
    let (hour, minute, second) = (part(4, at.hour()), part(5, at.minute()), part(6, at.second()));
    let time = NaiveTime::from_hms_micro_opt(hour, minute, second, part(7, at.nanosecond() / 1000));
    moment(call, date.zip(time).map(|(date, time)| date.and_time(time)))
}

/// Computes `DateTime::Format(format, always)(moment)`, with the moment as the first argument.
pub(crate) fn format(call: &Invocation<'_>) -> Value {
    let at = broken_down(call);
    let micros = at.nanosecond() / 1000;
    let mut out = Vec::new();
    let mut symbols = call.bytes(1).iter();
    while let Some(symbol) = symbols.next() {
        if *symbol != b'%' {
            out.push(*symbol);
            continue;
        }
        let text = match symbols.next() {
            Some(b'%') => "%".to_owned(),
            Some(b'Y') => if at.year() > 0 { at.year() } else { at.year() - 1 }.to_string(),
            Some(b'S') if call.flag(2) => format!("{:02}.{micros:06}", at.second()),
            Some(b'S') if micros != 0 => format!("{:02}.{micros:06}", at.second()).trim_end_matches('0').to_owned(),
            Some(b'z') => "+0000".to_owned(),
            Some(b'Z') => "GMT".to_owned(),
            Some(part @ (b'm' | b'd' | b'H' | b'M' | b'S' | b'b' | b'B')) => {
                at.format(&format!("%{}", char::from(*part))).to_string()
            }
            other => return call.unsupported(&format!("The specifier %{}", specifier(other))),
        };
        out.extend(text.into_bytes());
    }
    Value::bytes(out)
}

fn specifier(symbol: Option<&u8>) -> char {
    symbol.map_or(' ', |symbol| char::from(*symbol))
}

/// Computes `DateTime::Parse(format)(text)`, with the text as the first argument. Parts that the format does not
/// mention are those of 1970-01-01.
pub(crate) fn parse(call: &Invocation<'_>) -> Value {
    let wide = primitive(call.ty).is_some_and(Primitive::is_wide_date);
    let (mut text, mut symbols) = (call.bytes(0), call.bytes(1).iter());
    let (mut year, mut parts, mut micros) = (1970, [1, 1, 0, 0, 0], 0);
    while let Some(symbol) = symbols.next() {
        let place = match (*symbol, if *symbol == b'%' { symbols.next() } else { None }) {
            (b'%', Some(b'Y')) => {
                let negative = wide && text.first() == Some(&b'-');
                text = &text[usize::from(negative)..];
                let Some(number) = digits(&mut text, if wide { 1 } else { 4 }, if wide { 6 } else { 4 }) else {
                    return Value::Null;
                };
                year = if negative { 1 - number as i32 } else { number as i32 };
                continue;
            }
            (b'%', Some(month @ (b'b' | b'B'))) => {
                let short = *month == b'b';
                let name = |month: Month| if short { &month.name()[..3] } else { month.name() };
                let begins = |month: &Month| {
                    let name = name(*month).as_bytes();
                    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
                };
                let months = (1..=12_u8).filter_map(|number| Month::try_from(number).ok());
                let Some(month) = months.into_iter().find(begins) else { return Value::Null };
                parts[0] = month.number_from_month();
                text = &text[name(month).len()..];
                continue;
            }
            (b'%', Some(b'Z')) => match [b"GMT", b"UTC"].iter().find_map(|zone| text.strip_prefix(*zone)) {
                Some(rest) => {
                    text = rest;
                    continue;
                }
                None => return call.unsupported("A time zone in DateTime::Parse"),
            },
            (b'%', Some(b'm')) => 0,
            (b'%', Some(b'd')) => 1,
            (b'%', Some(b'H')) => 2,
            (b'%', Some(b'M')) => 3,
            (b'%', Some(b'S')) => 4,
            (b'%', other) if other != Some(&b'%') => {
                return call.unsupported(&format!("The specifier %{}", specifier(other)));
            }
            (plain, _) => match text.strip_prefix(&[plain]) {
                Some(rest) => {
                    text = rest;
                    continue;
                }
                None => return Value::Null,
            },
        };
        let Some(number) = digits(&mut text, 2, 2) else { return Value::Null };
        parts[place] = number;
        if place == 4
            && let Some(rest) = text.strip_prefix(b".")
        {
            text = rest;
            let before = text.len();
            let Some(fraction) = digits(&mut text, 1, 6) else { return Value::Null };
            micros = fraction * 10_u32.pow(6 - (before - text.len()) as u32);
        }
    }
    let [month, day, hour, minute, second] = parts;
    let date = NaiveDate::from_ymd_opt(year, month, day);
    let time = NaiveTime::from_hms_micro_opt(hour, minute, second, micros);
    moment(call, date.zip(time).filter(|_| text.is_empty()).map(|(date, time)| date.and_time(time)))
}

/// Reads `least` to `most` digits from the beginning of a text, and removes them from it.
fn digits(text: &mut &[u8], least: usize, most: usize) -> Option<u32> {
    let count = text.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[..count]).ok().filter(|_| count >= least)?;
    *text = &text[count..];
    number.parse().ok()
}
