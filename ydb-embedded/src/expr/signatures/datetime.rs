//! The part of the `DateTime` module that needs no time zone.

use super::signature::Shape::{Maybe, Plain};
use super::signature::{Param, Shape, Signature, function, must};
use crate::expr::builtins::datetime as run;
use crate::types::Primitive::{
    Date, Datetime, Int32, Int64, Interval, String, Timestamp, Uint8, Uint16, Uint32, Uint64,
};

const MOMENT: &[Param] = &[Param { shape: Shape::Moment, optional: false, name: "" }];
const COUNT: &[Param] = &[must(Int32)];
const WIDE_COUNT: &[Param] = &[must(Int64)];
const INTERVAL: &[Param] = &[must(Interval)];
const SHIFT: &[Param] = &[Param { shape: Shape::Moment, optional: false, name: "" }, must(Int32)];
const BUCKET: &[Param] = &[Param { shape: Shape::Moment, optional: false, name: "" }, must(Interval)];

// YDB's `Resource<'DateTime2.TM'>` between these calls is a Timestamp here.
pub(super) const FUNCTIONS: &[Signature] = &[
    function("DateTime::Split", MOMENT, Plain(Timestamp), run::timestamp),
    function("DateTime::MakeDate", MOMENT, Plain(Date), run::date),
    function("DateTime::MakeDatetime", MOMENT, Plain(Datetime), run::datetime),
    function("DateTime::MakeTimestamp", MOMENT, Plain(Timestamp), run::timestamp),
    function("DateTime::GetYear", MOMENT, Plain(Uint16), run::year),
    function("DateTime::GetDayOfYear", MOMENT, Plain(Uint16), run::day_of_year),
    function("DateTime::GetMonth", MOMENT, Plain(Uint8), run::month),
    function("DateTime::GetMonthName", MOMENT, Plain(String), run::month_name),
    function("DateTime::GetWeekOfYearIso8601", MOMENT, Plain(Uint8), run::iso_week),
    function("DateTime::GetDayOfMonth", MOMENT, Plain(Uint8), run::day_of_month),
    function("DateTime::GetDayOfWeek", MOMENT, Plain(Uint8), run::day_of_week),
    function("DateTime::GetDayOfWeekName", MOMENT, Plain(String), run::day_name),
    function("DateTime::GetHour", MOMENT, Plain(Uint8), run::hour),
    function("DateTime::GetMinute", MOMENT, Plain(Uint8), run::minute),
    function("DateTime::GetSecond", MOMENT, Plain(Uint8), run::second),
    function("DateTime::GetMillisecondOfSecond", MOMENT, Plain(Uint32), run::millisecond),
    function("DateTime::GetMicrosecondOfSecond", MOMENT, Plain(Uint32), run::microsecond),
    function("DateTime::ToMilliseconds", MOMENT, Plain(Uint64), run::to_milliseconds),
    function("DateTime::ToMicroseconds", MOMENT, Plain(Uint64), run::to_microseconds),
    function("DateTime::ToSeconds", MOMENT, Plain(Uint32), run::to_seconds),
    function("DateTime::FromSeconds", &[must(Uint32)], Plain(Timestamp), run::from_seconds),
    function("DateTime::FromMilliseconds", &[must(Uint64)], Plain(Timestamp), run::from_milliseconds),
    function("DateTime::FromMicroseconds", &[must(Uint64)], Plain(Timestamp), run::from_microseconds),
    function("DateTime::ToDays", INTERVAL, Plain(Int32), run::interval_days),
    function("DateTime::ToHours", INTERVAL, Plain(Int32), run::interval_hours),
    function("DateTime::ToMinutes", INTERVAL, Plain(Int32), run::interval_minutes),
    function("DateTime::IntervalFromDays", COUNT, Plain(Interval), run::from_days),
    function("DateTime::IntervalFromHours", COUNT, Plain(Interval), run::from_hours),
    function("DateTime::IntervalFromMinutes", COUNT, Plain(Interval), run::from_minutes),
    function("DateTime::IntervalFromSeconds", COUNT, Plain(Interval), run::interval_from_seconds),
    function("DateTime::IntervalFromMilliseconds", WIDE_COUNT, Plain(Interval), run::interval_from_milliseconds),
    function("DateTime::IntervalFromMicroseconds", WIDE_COUNT, Plain(Interval), run::interval_from_microseconds),
    function("DateTime::StartOfYear", MOMENT, Maybe(Timestamp), run::start_of_year),
    function("DateTime::StartOfQuarter", MOMENT, Maybe(Timestamp), run::start_of_quarter),
    function("DateTime::StartOfMonth", MOMENT, Maybe(Timestamp), run::start_of_month),
    function("DateTime::StartOfWeek", MOMENT, Maybe(Timestamp), run::start_of_week),
    function("DateTime::StartOfDay", MOMENT, Maybe(Timestamp), run::start_of_day),
    function("DateTime::StartOf", BUCKET, Maybe(Timestamp), run::start_of),
    function("DateTime::ShiftYears", SHIFT, Maybe(Timestamp), run::shift_years),
    function("DateTime::ShiftMonths", SHIFT, Maybe(Timestamp), run::shift_months),
];

/// The functions on intervals that share a name with one on dates.
pub(crate) const OF_INTERVALS: &[Signature] = &[
    function("DateTime::ToSeconds", INTERVAL, Plain(Int32), run::interval_seconds),
    function("DateTime::ToMilliseconds", INTERVAL, Plain(Int64), run::interval_milliseconds),
    function("DateTime::ToMicroseconds", INTERVAL, Plain(Int64), run::interval_microseconds),
];
