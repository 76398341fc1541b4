//! The functions of the `DateTime` module, in UTC.

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

use crate::expr::Invocation;
use crate::expr::types::primitive;
use crate::types::{Primitive, Value, from_stored};

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;

/// The first argument, a date or a point in time, in microseconds.
fn micros(call: &Invocation<'_>) -> i64 {
    let unit = primitive(call.ty(0)).map_or(1, Primitive::unit_us);
    call.uint(0).and_then(|number| i64::try_from(number).ok()).unwrap_or(0).saturating_mul(unit)
}

fn broken_down(call: &Invocation<'_>) -> NaiveDateTime {
    DateTime::<Utc>::from_timestamp_micros(micros(call)).unwrap_or_default().naive_utc()
}

fn moment(at: Option<NaiveDateTime>) -> Value {
    at.and_then(|at| from_stored(at.and_utc().timestamp_micros().into(), Primitive::Timestamp)).unwrap_or(Value::Null)
}

fn midnight(date: Option<NaiveDate>) -> Value {
    moment(date.map(|date| date.and_time(NaiveTime::MIN)))
}

fn unsigned(number: i64) -> Value {
    u64::try_from(number).map_or(Value::Null, Value::Uint)
}

pub(crate) fn date(call: &Invocation<'_>) -> Value {
    unsigned(micros(call) / DAY)
}

pub(crate) fn datetime(call: &Invocation<'_>) -> Value {
    unsigned(micros(call) / SECOND)
}

pub(crate) fn timestamp(call: &Invocation<'_>) -> Value {
    unsigned(micros(call))
}

pub(crate) fn year(call: &Invocation<'_>) -> Value {
    unsigned(broken_down(call).year().into())
}

pub(crate) fn day_of_year(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).ordinal().into())
}

pub(crate) fn month(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).month().into())
}

pub(crate) fn month_name(call: &Invocation<'_>) -> Value {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    Value::bytes(NAMES[broken_down(call).month0() as usize].as_bytes())
}

pub(crate) fn iso_week(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).iso_week().week().into())
}

pub(crate) fn day_of_month(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).day().into())
}

/// Monday is 1.
pub(crate) fn day_of_week(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).weekday().number_from_monday().into())
}

pub(crate) fn day_name(call: &Invocation<'_>) -> Value {
    const NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    Value::bytes(NAMES[broken_down(call).weekday().num_days_from_monday() as usize].as_bytes())
}

pub(crate) fn hour(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).hour().into())
}

pub(crate) fn minute(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).minute().into())
}

pub(crate) fn second(call: &Invocation<'_>) -> Value {
    Value::Uint(broken_down(call).second().into())
}

pub(crate) fn millisecond(call: &Invocation<'_>) -> Value {
    unsigned(micros(call) % SECOND / 1000)
}

pub(crate) fn microsecond(call: &Invocation<'_>) -> Value {
    unsigned(micros(call) % SECOND)
}

pub(crate) fn to_seconds(call: &Invocation<'_>) -> Value {
    unsigned(micros(call) / SECOND)
}

pub(crate) fn to_milliseconds(call: &Invocation<'_>) -> Value {
    unsigned(micros(call) / 1000)
}

pub(crate) fn to_microseconds(call: &Invocation<'_>) -> Value {
    unsigned(micros(call))
}

fn from_units(call: &Invocation<'_>, unit: i128) -> Value {
    let number = call.uint(0).map(|number| i128::from(number) * unit);
    number.and_then(|number| from_stored(number, Primitive::Timestamp)).unwrap_or(Value::Null)
}

pub(crate) fn from_seconds(call: &Invocation<'_>) -> Value {
    from_units(call, 1_000_000)
}

pub(crate) fn from_milliseconds(call: &Invocation<'_>) -> Value {
    from_units(call, 1000)
}

pub(crate) fn from_microseconds(call: &Invocation<'_>) -> Value {
    from_units(call, 1)
}

fn interval_in(call: &Invocation<'_>, unit: i64) -> Value {
    call.int(0).map_or(Value::Null, |micros| Value::Int(micros / unit))
}

pub(crate) fn interval_days(call: &Invocation<'_>) -> Value {
    interval_in(call, DAY)
}

pub(crate) fn interval_hours(call: &Invocation<'_>) -> Value {
    interval_in(call, 3600 * SECOND)
}

pub(crate) fn interval_minutes(call: &Invocation<'_>) -> Value {
    interval_in(call, 60 * SECOND)
}

pub(crate) fn interval_seconds(call: &Invocation<'_>) -> Value {
    interval_in(call, SECOND)
}

pub(crate) fn interval_milliseconds(call: &Invocation<'_>) -> Value {
    interval_in(call, 1000)
}

pub(crate) fn interval_microseconds(call: &Invocation<'_>) -> Value {
    interval_in(call, 1)
}

fn interval_of(call: &Invocation<'_>, unit: i64) -> Value {
    let number = call.int(0).map(|number| i128::from(number) * i128::from(unit));
    number.and_then(|number| from_stored(number, Primitive::Interval)).unwrap_or(Value::Null)
}

pub(crate) fn from_days(call: &Invocation<'_>) -> Value {
    interval_of(call, DAY)
}

pub(crate) fn from_hours(call: &Invocation<'_>) -> Value {
    interval_of(call, 3600 * SECOND)
}

pub(crate) fn from_minutes(call: &Invocation<'_>) -> Value {
    interval_of(call, 60 * SECOND)
}

pub(crate) fn interval_from_seconds(call: &Invocation<'_>) -> Value {
    interval_of(call, SECOND)
}

pub(crate) fn interval_from_milliseconds(call: &Invocation<'_>) -> Value {
    interval_of(call, 1000)
}

pub(crate) fn interval_from_microseconds(call: &Invocation<'_>) -> Value {
    interval_of(call, 1)
}

pub(crate) fn start_of_year(call: &Invocation<'_>) -> Value {
    midnight(NaiveDate::from_ymd_opt(broken_down(call).year(), 1, 1))
}

pub(crate) fn start_of_quarter(call: &Invocation<'_>) -> Value {
    let at = broken_down(call);
    midnight(NaiveDate::from_ymd_opt(at.year(), at.month0() / 3 * 3 + 1, 1))
}

pub(crate) fn start_of_month(call: &Invocation<'_>) -> Value {
    let at = broken_down(call);
    midnight(NaiveDate::from_ymd_opt(at.year(), at.month(), 1))
}

/// Weeks begin on Monday.
pub(crate) fn start_of_week(call: &Invocation<'_>) -> Value {
    let date = broken_down(call).date();
    midnight(date.checked_sub_days(chrono::Days::new(date.weekday().num_days_from_monday().into())))
}

pub(crate) fn start_of_day(call: &Invocation<'_>) -> Value {
    midnight(Some(broken_down(call).date()))
}

/// The start of the bucket of this length; buckets are counted from 1970-01-01.
pub(crate) fn start_of(call: &Invocation<'_>) -> Value {
    let micros = micros(call);
    match call.int(1) {
        Some(length) if length > 0 => unsigned(micros / length * length),
        _ => Value::Null,
    }
}

/// The day of the month stays, or becomes the last day of the month.
fn shift(call: &Invocation<'_>, months_each: i64) -> Value {
    let at = broken_down(call);
    let months = call.int(1).unwrap_or(0) * months_each;
    let count = u32::try_from(months.unsigned_abs()).map(Months::new);
    moment(count.ok().and_then(
        |count| {
            if months < 0 { at.checked_sub_months(count) } else { at.checked_add_months(count) }
        },
    ))
}

pub(crate) fn shift_years(call: &Invocation<'_>) -> Value {
    shift(call, 12)
}

pub(crate) fn shift_months(call: &Invocation<'_>) -> Value {
    shift(call, 1)
}
