//! Dates, times and `Duration` of the crate `time` as columns (feature `time`).

use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, UtcDateTime, UtcOffset};

use super::column::columns;
use super::time::{DATES, INTERVALS, TIMES, decode_interval, decode_time, encode_interval, encode_time, only_date};
use super::{ColumnInfo, Value};
use crate::error::ValueError;

/// Returns the point in time `value`. The years of the crate `time` are -9999 to 9999; those of YDB go further.
fn utc(value: &Value<'_>, ty: &'static str) -> Result<UtcDateTime, ValueError> {
    UtcDateTime::from_unix_timestamp_nanos(decode_time(value)?)
        .map_err(|_| ValueError::OutOfRange { value: value.to_string(), ty })
}

columns! {
    /// Read in UTC: YDB keeps the point in time, not the offset.
    OffsetDateTime as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(self.unix_timestamp_nanos(), ty),
        |value| utc(&value, "time::OffsetDateTime").map(|time| time.to_offset(UtcOffset::UTC));

    UtcDateTime as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(self.unix_timestamp_nanos(), ty), |value| utc(&value, "time::UtcDateTime");

    /// Taken as UTC, as YDB's own times are.
    PrimitiveDateTime as Time: ColumnInfo::new(TIMES),
        |self, ty| encode_time(self.as_utc().unix_timestamp_nanos(), ty),
        |value| utc(&value, "time::PrimitiveDateTime").map(|time| PrimitiveDateTime::new(time.date(), time.time()));

    Date as Time: ColumnInfo::new(DATES),
        |self, ty| encode_time(self.midnight().as_utc().unix_timestamp_nanos(), ty),
        |value| utc(only_date(&value)?, "time::Date").map(UtcDateTime::date);

    Duration: ColumnInfo::new(INTERVALS),
        |self, ty| encode_interval(self.whole_nanoseconds(), ty), |value| decode_interval(&value).map(Duration::microseconds);
}

#[cfg(test)]
mod tests {
    use time::Month;

    use super::*;
    use crate::types::{Column, YdbType};

    #[test]
    fn times_floor_before_1970_too() {
        let day = Date::from_calendar_date(1969, Month::December, 31).unwrap();
        let time = day.with_hms_nano(23, 59, 59, 1).unwrap();
        assert_eq!(time.encode(YdbType::Datetime64), Ok(Value::Datetime64(-1)));
        assert_eq!(time.assume_utc().encode(YdbType::Timestamp64), Ok(Value::Timestamp64(-1_000_000)));
        assert!(time.encode(YdbType::Timestamp).is_err());
        assert_eq!(day.encode(YdbType::Date32), Ok(Value::Date32(-1)));
        let leap = Date::from_calendar_date(2000, Month::February, 29).unwrap();
        assert_eq!(leap.encode(YdbType::Date), Ok(Value::Date(11_016)));
        assert_eq!(Duration::nanoseconds(-1).encode(YdbType::Interval), Ok(Value::Interval(-1)));
    }

    #[test]
    fn an_offset_is_another_name_of_the_same_time() {
        let noon = OffsetDateTime::from_unix_timestamp(1_714_979_289).unwrap();
        let there = noon.to_offset(UtcOffset::from_hms(-5, -30, 0).unwrap());
        assert_eq!(there.encode(YdbType::Datetime), Ok(Value::Datetime(1_714_979_289)));
        assert_eq!(OffsetDateTime::decode(Value::Datetime(1_714_979_289)).unwrap().offset(), UtcOffset::UTC);
    }

    #[test]
    fn years_end_where_those_of_the_crate_do() {
        // The days are 9999-12-31 and the day after it; a Date32 goes on to the year 148107.
        let last = Date::from_calendar_date(9999, Month::December, 31).unwrap();
        assert_eq!(Date::decode(Value::Date32(2_932_896)), Ok(last));
        let error = Date::decode(Value::Date32(2_932_897));
        assert_eq!(error, Err(ValueError::OutOfRange { value: "10000-01-01".to_owned(), ty: "time::Date" }));
        assert!(OffsetDateTime::decode(Value::Datetime64(2_932_897 * 86_400)).is_err());
        assert!(Date::decode(Value::Timestamp(0)).is_err());
    }
}
