//! `chrono`'s dates, times and `TimeDelta` as columns (feature `chrono`).

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};

use super::column::columns;
use super::time::{DATES, INTERVALS, TIMES, decode_interval, decode_time, encode_interval, encode_time, only_date};
use super::{ColumnInfo, Value};
use crate::error::ValueError;

const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// Returns the point in time of a value as chrono represents it.
fn from_nanos(value: &Value<'_>, ty: &'static str) -> Result<DateTime<Utc>, ValueError> {
    let nanos = decode_time(value)?;
    // The widest YDB type spans 2^43 seconds, which fit.
    let (seconds, rest) = (nanos.div_euclid(NANOS_PER_SECOND) as i64, nanos.rem_euclid(NANOS_PER_SECOND) as u32);
    DateTime::from_timestamp(seconds, rest).ok_or_else(|| ValueError::OutOfRange { value: value.to_string(), ty })
}

fn nanos(time: DateTime<Utc>) -> i128 {
    i128::from(time.timestamp()) * NANOS_PER_SECOND + i128::from(time.timestamp_subsec_nanos())
}

columns! {
    DateTime<Utc> as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(nanos(*self), ty), |value| from_nanos(&value, "DateTime<Utc>");

    /// Taken as UTC, as YDB's own times are.
    NaiveDateTime as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(nanos(self.and_utc()), ty),
        |value| from_nanos(&value, "NaiveDateTime").map(|time| time.naive_utc());

    NaiveDate as Time: ColumnInfo::new(DATES),
        |self, ty| {
            let days = self.signed_duration_since(NaiveDate::default()).num_days();
            encode_time(i128::from(days) * 86_400 * NANOS_PER_SECOND, ty)
        },
        |value| from_nanos(only_date(&value)?, "NaiveDate").map(|time| time.date_naive());

    TimeDelta: ColumnInfo::new(INTERVALS),
        |self, ty| {
            encode_interval(i128::from(self.num_seconds()) * NANOS_PER_SECOND + i128::from(self.subsec_nanos()), ty)
        },
        |value| decode_interval(&value).map(TimeDelta::microseconds);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Column, YdbType};

    #[test]
    fn epoch_is_zero_and_times_floor() {
        assert_eq!(NaiveDate::default(), NaiveDate::from_ymd_opt(1970, 1, 1).unwrap());
        let time = NaiveDate::from_ymd_opt(1969, 12, 31).unwrap().and_hms_nano_opt(23, 59, 59, 1).unwrap();
        assert_eq!(time.encode(YdbType::Datetime64), Ok(Value::Datetime64(-1)));
        assert_eq!(time.and_utc().encode(YdbType::Timestamp64), Ok(Value::Timestamp64(-1_000_000)));
        assert!(time.encode(YdbType::Timestamp).is_err());
        assert_eq!(NaiveDate::from_ymd_opt(2000, 2, 29).unwrap().encode(YdbType::Date), Ok(Value::Date(11_016)));
        assert_eq!(TimeDelta::nanoseconds(-1).encode(YdbType::Interval), Ok(Value::Interval(-1)));
    }
}
