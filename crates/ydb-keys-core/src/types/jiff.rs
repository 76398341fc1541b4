//! `jiff`'s dates, times and `SignedDuration` as columns (feature `jiff`).

use jiff::civil::{Date, DateTime};
use jiff::{SignedDuration, Timestamp};

use super::column::columns;
use super::time::{DATES, INTERVALS, TIMES, decode_interval, decode_time, encode_interval, encode_time, only_date};
use super::{ColumnInfo, Value};
use crate::error::ValueError;

const NANOS_PER_SECOND: i128 = 1_000_000_000;
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Returns the time `value`, which `from` makes of its distance from 1970-01-01. The years of jiff are -9999 to 9999;
/// those of YDB go further.
fn time<T>(
    value: &Value<'_>,
    ty: &'static str,
    from: impl FnOnce(SignedDuration) -> Result<T, jiff::Error>,
) -> Result<T, ValueError> {
    let nanos = decode_time(value)?;
    // The widest YDB type spans 2^43 seconds, which fit.
    let since = SignedDuration::new((nanos / NANOS_PER_SECOND) as i64, (nanos % NANOS_PER_SECOND) as i32);
    from(since).map_err(|_| ValueError::OutOfRange { value: value.to_string(), ty })
}

columns! {
    Timestamp as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(self.as_nanosecond(), ty),
        |value| time(&value, "jiff::Timestamp", |since| Timestamp::UNIX_EPOCH.checked_add(since));

    /// Taken as UTC, as YDB's own times are.
    DateTime as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(self.duration_since(EPOCH).as_nanos(), ty),
        |value| time(&value, "jiff::civil::DateTime", |since| EPOCH.checked_add(since));

    Date as Time: ColumnInfo::new(DATES),
        |self, ty| encode_time(self.duration_since(EPOCH.date()).as_nanos(), ty),
        |value| time(only_date(&value)?, "jiff::civil::Date", |since| EPOCH.date().checked_add(since));

    SignedDuration: ColumnInfo::new(INTERVALS),
        |self, ty| encode_interval(self.as_nanos(), ty), |value| decode_interval(&value).map(SignedDuration::from_micros);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Column, YdbType};

    #[test]
    fn times_floor_before_1970_too() {
        let time = DateTime::constant(1969, 12, 31, 23, 59, 59, 1);
        assert_eq!(time.encode(YdbType::Datetime64), Ok(Value::Datetime64(-1)));
        assert_eq!(time.encode(YdbType::Date32), Ok(Value::Date32(-1)));
        let instant = Timestamp::new(-1, 1).unwrap();
        assert_eq!(instant.encode(YdbType::Timestamp64), Ok(Value::Timestamp64(-1_000_000)));
        assert!(instant.encode(YdbType::Timestamp).is_err());
        assert_eq!(Date::constant(2000, 2, 29).encode(YdbType::Date), Ok(Value::Date(11_016)));
        assert_eq!(SignedDuration::from_nanos(-1).encode(YdbType::Interval), Ok(Value::Interval(-1)));
    }

    #[test]
    fn years_end_where_jiffs_do() {
        // The days are 9999-12-31 and the day after it; a Date32 goes on to the year 148107.
        assert_eq!(Date::decode(Value::Date32(2_932_896)), Ok(Date::MAX));
        assert_eq!(Date::MAX.encode(YdbType::Date32), Ok(Value::Date32(2_932_896)));
        let error = Date::decode(Value::Date32(2_932_897));
        assert_eq!(error, Err(ValueError::OutOfRange { value: "10000-01-01".to_owned(), ty: "jiff::civil::Date" }));
        assert!(DateTime::decode(Value::Datetime64(2_932_897 * 86_400 - 1)).is_ok());
        assert!(DateTime::decode(Value::Datetime64(2_932_897 * 86_400)).is_err());
        assert!(Timestamp::decode(Value::Timestamp64(i64::MAX / 2)).is_err());
        assert!(Date::decode(Value::Timestamp(0)).is_err());
    }
}
