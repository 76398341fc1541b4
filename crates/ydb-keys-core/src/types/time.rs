//! Points in time and intervals: YDB's ranges, rounding down to the type's unit, `SystemTime` and `Duration`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::column::columns;
use super::{Column, ColumnInfo, Required, Value, YdbType};
use crate::error::ValueError;

const NANOS_PER_MICRO: i128 = 1_000;
const NANOS_PER_SECOND: i128 = 1_000_000_000;
const NANOS_PER_DAY: i128 = 86_400 * NANOS_PER_SECOND;

/// Number of days from 1970-01-01 to 2106-01-01, the exclusive end of Date, Datetime and Timestamp.
const DAYS_END: i128 = 49_673;
/// First and last day of Date32, Datetime64 and Timestamp64, both inclusive.
const DAYS32: (i128, i128) = (-53_375_809, 53_375_807);

/// Returns the least and the greatest number of a type, in the unit in which it is stored; `None` if its values are not
/// numbers.
pub fn limits(ty: YdbType) -> Option<(i128, i128)> {
    const SECONDS: i128 = 86_400;
    const MICROS: i128 = 86_400_000_000;
    let narrow = |of_day: i128| Some((0, DAYS_END * of_day - 1));
    let wide = |of_day: i128| Some((DAYS32.0 * of_day, (DAYS32.1 + 1) * of_day - 1));
    let both = |end: i128| Some((1 - end, end - 1));
    match ty {
        YdbType::Date => narrow(1),
        YdbType::Datetime => narrow(SECONDS),
        YdbType::Timestamp => narrow(MICROS),
        YdbType::Date32 => wide(1),
        YdbType::Datetime64 => wide(SECONDS),
        YdbType::Timestamp64 => wide(MICROS),
        YdbType::Interval => both(DAYS_END * MICROS),
        // The longest interval is that from the first to the last microsecond of Timestamp64.
        YdbType::Interval64 => both((DAYS32.1 - DAYS32.0 + 1) * MICROS),
        _ => ty.integer().map(|integer| (integer.least, integer.greatest)),
    }
}

fn is_within(number: i128, ty: YdbType) -> bool {
    limits(ty).is_some_and(|(least, greatest)| least <= number && number <= greatest)
}

/// Types as which a point in time can be stored; the first is the default.
pub(super) const TIMES: &[YdbType] =
    &[YdbType::Timestamp, YdbType::Datetime, YdbType::Date, YdbType::Timestamp64, YdbType::Datetime64, YdbType::Date32];

/// Types as which a date can be stored.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub(super) const DATES: &[YdbType] = &[YdbType::Date, YdbType::Date32];

/// Refuses a value whose type is not that of a date.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub(super) fn only_date<'a, 'v>(value: &'a Value<'v>) -> Result<&'a Value<'v>, ValueError> {
    match value {
        Value::Date(_) | Value::Date32(_) => Ok(value),
        other => Err(other.unexpected("Date")),
    }
}

/// Types as which an interval can be stored.
pub(super) const INTERVALS: &[YdbType] = &[YdbType::Interval, YdbType::Interval64];

/// Encodes a point in time (nanoseconds since 1970-01-01) as type `ty`, rounded down to the type's unit.
pub(super) fn encode_time(nanos: i128, ty: YdbType) -> Result<Value<'static>, ValueError> {
    let units = floor_div(nanos, unit(ty));
    // Shown as seconds, because the value is outside YDB's calendar.
    let out_of_range = || ty.out_of_range(format_args!("{} s since 1970-01-01", nanos.div_euclid(NANOS_PER_SECOND)));
    Value::of_number(ty, units).filter(|_| is_within(units, ty)).ok_or_else(out_of_range)
}

/// Returns the nanoseconds of one unit of a time type.
pub(super) fn unit(ty: YdbType) -> i128 {
    match ty {
        YdbType::Date | YdbType::Date32 => NANOS_PER_DAY,
        YdbType::Datetime | YdbType::Datetime64 => NANOS_PER_SECOND,
        _ => NANOS_PER_MICRO,
    }
}

/// Returns `nanos / unit` rounded down, for a positive `unit`.
fn floor_div(nanos: i128, unit: i128) -> i128 {
    // Times of the years 1677 to 2262 fit in 64 bits, which machines divide several times as fast.
    match (i64::try_from(nanos), i64::try_from(unit)) {
        (Ok(nanos), Ok(unit)) => nanos.div_euclid(unit).into(),
        _ => nanos.div_euclid(unit),
    }
}

/// Returns the nanoseconds since 1970-01-01 of a value of a time type.
pub(super) fn decode_time(value: &Value<'_>) -> Result<i128, ValueError> {
    match (value.ydb_type(), value.stored_number()) {
        (Some(ty), Some(number)) if ty.is_time() => Ok(number * unit(ty)),
        _ => Err(value.unexpected("Timestamp")),
    }
}

/// Encodes an interval in nanoseconds as type `ty`, rounded down to microseconds.
pub(super) fn encode_interval(nanos: i128, ty: YdbType) -> Result<Value<'static>, ValueError> {
    let micros = floor_div(nanos, NANOS_PER_MICRO);
    let value = Value::of_number(ty, micros).filter(|_| is_within(micros, ty));
    value.ok_or_else(|| ty.out_of_range(format_args!("{micros} us")))
}

/// Returns the microseconds of a value of an interval type.
pub(super) fn decode_interval(value: &Value<'_>) -> Result<i64, ValueError> {
    match *value {
        Value::Interval(micros) | Value::Interval64(micros) => Ok(micros),
        ref other => Err(other.unexpected("Interval")),
    }
}

/// Refuses a time or an interval outside YDB's range. Values of other types pass.
pub fn time_in_range(value: &Value<'_>) -> Result<(), ValueError> {
    let encoded = match value.ydb_type() {
        Some(ty) if ty.is_time() => encode_time(decode_time(value)?, ty),
        Some(ty) if INTERVALS.contains(&ty) => {
            encode_interval(i128::from(decode_interval(value)?) * NANOS_PER_MICRO, ty)
        }
        _ => return Ok(()),
    };
    encoded.map(|_| ())
}

/// Returns the time as a Timestamp, if it is in range. This is the most common case, and needs no numbers of 128 bits.
#[inline]
fn timestamp(time: &SystemTime) -> Option<u64> {
    let after = time.duration_since(UNIX_EPOCH).ok()?;
    let is_one = after.as_secs() < DAYS_END as u64 * 86_400;
    is_one.then(|| after.as_secs() * 1_000_000 + u64::from(after.subsec_micros()))
}

impl Column for SystemTime {
    const INFO: ColumnInfo = ColumnInfo::new(TIMES);

    #[inline]
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        if let (YdbType::Timestamp, Some(micros)) = (ty, timestamp(self)) {
            return Ok(Value::Timestamp(micros));
        }
        // A SystemTime can hold far fewer nanoseconds than i128::MAX.
        let nanos = match self.duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        };
        encode_time(nanos, ty)
    }

    #[inline]
    fn append_cell(&self, cells: &mut super::Cells) -> Result<(), ValueError> {
        // In `push`, the compiler removes most of the match if the type is known.
        match (cells.ty, timestamp(self)) {
            (YdbType::Timestamp, Some(micros)) => cells.push(&Value::Timestamp(micros)),
            (ty, _) => self.encode(ty).and_then(|value| cells.push(&value)),
        }
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        if let Value::Timestamp(micros) = value
            && let Some(time) = UNIX_EPOCH.checked_add(Duration::from_micros(micros))
        {
            return Ok(time);
        }
        let nanos = decode_time(&value)?;
        // The widest type spans 2^43 seconds, which fit.
        let seconds = floor_div(nanos, NANOS_PER_SECOND) as i64;
        let rest = Duration::new(0, (nanos - i128::from(seconds) * NANOS_PER_SECOND) as u32);
        let whole = Duration::from_secs(seconds.unsigned_abs());
        let time = if seconds < 0 { UNIX_EPOCH.checked_sub(whole) } else { UNIX_EPOCH.checked_add(whole) };
        let time = time.and_then(|time| time.checked_add(rest));
        time.ok_or_else(|| ValueError::OutOfRange { value: value.to_string(), ty: "SystemTime" })
    }
}

impl Required for SystemTime {}

columns! {
    Duration: ColumnInfo::new(INTERVALS),
        // Duration::MAX is below 2^94 nanoseconds.
        |self, ty| encode_interval(self.as_nanos() as i128, ty),
        |value| {
            let micros = u64::try_from(decode_interval(&value)?).map(Duration::from_micros);
            micros.map_err(|_| ValueError::OutOfRange { value: value.to_string(), ty: "Duration" })
        };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64, nanos: u32) -> SystemTime {
        match u64::try_from(seconds) {
            Ok(after) => UNIX_EPOCH + Duration::new(after, nanos),
            Err(_) => UNIX_EPOCH - Duration::from_secs(seconds.unsigned_abs()) + Duration::new(0, nanos),
        }
    }

    #[test]
    fn floors_to_the_unit_of_the_type() {
        let time = at(86_400 + 3_661, 999_999_999);
        assert_eq!(time.encode(YdbType::Timestamp), Ok(Value::Timestamp(90_061_999_999)));
        assert_eq!(time.encode(YdbType::Datetime), Ok(Value::Datetime(90_061)));
        assert_eq!(time.encode(YdbType::Date), Ok(Value::Date(1)));
        // Before 1970, rounding down goes to the earlier unit.
        let before = at(-1, 1);
        assert_eq!(before.encode(YdbType::Timestamp64), Ok(Value::Timestamp64(-1_000_000)));
        assert_eq!(before.encode(YdbType::Date32), Ok(Value::Date32(-1)));
    }

    #[test]
    fn refuses_what_the_type_cannot_hold() {
        assert!(at(-1, 0).encode(YdbType::Timestamp).is_err());
        assert!(at(49_673 * 86_400 - 1, 999_999_999).encode(YdbType::Timestamp).is_ok());
        for ty in [YdbType::Timestamp, YdbType::Datetime, YdbType::Date] {
            assert!(at(49_673 * 86_400, 0).encode(ty).is_err(), "{ty}");
        }
        assert!(at(53_375_808 * 86_400 - 1, 0).encode(YdbType::Date32).is_ok());
        assert!(at(53_375_808 * 86_400, 0).encode(YdbType::Timestamp64).is_err());
        assert!(at(-53_375_809 * 86_400, 0).encode(YdbType::Datetime64).is_ok());
        assert!(at(-53_375_809 * 86_400 - 1, 0).encode(YdbType::Datetime64).is_err());
    }

    #[test]
    fn intervals_have_ydbs_bounds() {
        let end = Duration::from_micros(4_291_747_200_000_000);
        assert!(end.encode(YdbType::Interval).is_err());
        assert!((end - Duration::from_micros(1)).encode(YdbType::Interval).is_ok());
        // MAX_INTERVAL64 of YDB's header: 4611669811199999999 + 4611669897600000000.
        let max = Duration::from_micros(9_223_339_708_799_999_999);
        assert_eq!(max.encode(YdbType::Interval64), Ok(Value::Interval64(9_223_339_708_799_999_999)));
        assert!((max + Duration::from_micros(1)).encode(YdbType::Interval64).is_err());
        assert!(Duration::decode(Value::Interval(-1)).is_err());
    }

    /// Limits from YDB's documentation, and from its header (yql/essentials/public/udf/udf_data_type.h).
    #[test]
    fn limits_are_those_of_ydb() {
        assert_eq!(limits(YdbType::Int8), Some((-128, 127)));
        assert_eq!(limits(YdbType::Date), Some((0, 49_672)));
        assert_eq!(limits(YdbType::Datetime), Some((0, 4_291_747_199)));
        assert_eq!(limits(YdbType::Timestamp), Some((0, 4_291_747_199_999_999)));
        assert_eq!(limits(YdbType::Interval), Some((-4_291_747_199_999_999, 4_291_747_199_999_999)));
        assert_eq!(limits(YdbType::Date32), Some((-53_375_809, 53_375_807)));
        assert_eq!(limits(YdbType::Datetime64), Some((-4_611_669_897_600, 4_611_669_811_199)));
        assert_eq!(limits(YdbType::Timestamp64), Some((-4_611_669_897_600_000_000, 4_611_669_811_199_999_999)));
        assert_eq!(limits(YdbType::Interval64), Some((-9_223_339_708_799_999_999, 9_223_339_708_799_999_999)));
        assert_eq!(limits(YdbType::Utf8), None);
    }
}
