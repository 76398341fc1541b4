//! The part of the `DateTime` module that needs no time zone.

use chrono::{Datelike, Timelike};

use super::signature::Shape::{Maybe, Moment, Never, Plain, Span};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::builtins::datetime as run;
use crate::types::Primitive::{
    Bool, Date, Date32, Datetime, Datetime64, Int32, Int64, Interval, Interval64, String, Timestamp, Timestamp64,
    Uint8, Uint16, Uint32, Uint64,
};

const POINT: Param = Param { shape: Moment, optional: false, name: "" };
const MOMENT: &[Param] = &[POINT];
const COUNT: &[Param] = &[must(Int32)];
const WIDE_COUNT: &[Param] = &[must(Int64)];
const INTERVAL: &[Param] = &[Param { shape: Span, optional: false, name: "" }];
const SHIFT: &[Param] = &[POINT, must(Int32)];
const BUCKET: &[Param] = &[POINT, Param { shape: Span, optional: false, name: "" }];
const FORMAT: &[Param] = &[POINT, must(String), may(Bool, "AlwaysWriteFractionalSeconds")];
const UPDATE: &[Param] = &[
    POINT,
    may(Int32, "Year"),
    may(Uint8, "Month"),
    may(Uint8, "Day"),
    may(Uint8, "Hour"),
    may(Uint8, "Minute"),
    may(Uint8, "Second"),
    may(Uint32, "Microsecond"),
];

/// A function that keeps a point in time, perhaps as no valid one.
const fn moved(name: &'static str, params: &'static [Param], run: crate::expr::Builtin) -> Signature {
    function(name, params, Maybe(Timestamp), run).wide(Maybe(Timestamp64))
}

/// A part of a point in time.
const fn part(name: &'static str, ty: crate::types::Primitive, run: crate::expr::Builtin) -> Signature {
    function(name, MOMENT, Plain(ty), run).wide(Plain(ty))
}

// YDB's `Resource<'DateTime2.TM'>` between these calls is a Timestamp here, and `TM64` a Timestamp64.
pub(super) const FUNCTIONS: &[Signature] = &[
    function("DateTime::Split", MOMENT, Plain(Timestamp), run::make).wide(Plain(Timestamp64)),
    function("DateTime::MakeDate", MOMENT, Plain(Date), run::make),
    function("DateTime::MakeDatetime", MOMENT, Plain(Datetime), run::make),
    function("DateTime::MakeTimestamp", MOMENT, Plain(Timestamp), run::make),
    function("DateTime::MakeDate32", MOMENT, Never, run::make).wide(Plain(Date32)),
    function("DateTime::MakeDatetime64", MOMENT, Never, run::make).wide(Plain(Datetime64)),
    function("DateTime::MakeTimestamp64", MOMENT, Never, run::make).wide(Plain(Timestamp64)),
    function("DateTime::GetYear", MOMENT, Plain(Uint16), run::year).wide(Plain(Int32)),
    part("DateTime::GetDayOfYear", Uint16, |call| run::part(call, |at| at.ordinal())),
    part("DateTime::GetMonth", Uint8, |call| run::part(call, |at| at.month())),
    part("DateTime::GetMonthName", String, |call| run::named(call, "%B")),
    part("DateTime::GetWeekOfYearIso8601", Uint8, |call| run::part(call, |at| at.iso_week().week())),
    part("DateTime::GetDayOfMonth", Uint8, |call| run::part(call, |at| at.day())),
    part("DateTime::GetDayOfWeek", Uint8, |call| run::part(call, |at| at.weekday().number_from_monday())),
    part("DateTime::GetDayOfWeekName", String, |call| run::named(call, "%A")),
    part("DateTime::GetHour", Uint8, |call| run::part(call, |at| at.hour())),
    part("DateTime::GetMinute", Uint8, |call| run::part(call, |at| at.minute())),
    part("DateTime::GetSecond", Uint8, |call| run::part(call, |at| at.second())),
    part("DateTime::GetMillisecondOfSecond", Uint32, |call| run::of_second(call, 1000)),
    part("DateTime::GetMicrosecondOfSecond", Uint32, |call| run::of_second(call, 1)),
    function("DateTime::ToMilliseconds", MOMENT, Plain(Uint64), |call| run::to(call, 1000)).wide(Plain(Int64)),
    function("DateTime::ToMicroseconds", MOMENT, Plain(Uint64), |call| run::to(call, 1)).wide(Plain(Int64)),
    function("DateTime::ToSeconds", MOMENT, Plain(Uint32), |call| run::to(call, run::SECOND)).wide(Plain(Int64)),
    function("DateTime::TimeOfDay", MOMENT, Plain(Interval), run::time_of_day).wide(Plain(Interval64)),
    function("DateTime::FromSeconds", &[must(Uint32)], Plain(Timestamp), |call| run::from(call, run::SECOND)),
    function("DateTime::FromMilliseconds", &[must(Uint64)], Plain(Timestamp), |call| run::from(call, 1000)),
    function("DateTime::FromMicroseconds", &[must(Uint64)], Plain(Timestamp), |call| run::from(call, 1)),
    function("DateTime::FromSeconds64", WIDE_COUNT, Plain(Timestamp64), |call| run::from(call, run::SECOND)),
    function("DateTime::FromMilliseconds64", WIDE_COUNT, Plain(Timestamp64), |call| run::from(call, 1000)),
    function("DateTime::FromMicroseconds64", WIDE_COUNT, Plain(Timestamp64), |call| run::from(call, 1)),
    function("DateTime::ToDays", INTERVAL, Plain(Int32), |call| run::to(call, run::DAY)).wide(Plain(Int32)),
    function("DateTime::ToHours", INTERVAL, Plain(Int32), |call| run::to(call, run::HOUR)).wide(Plain(Int64)),
    function("DateTime::ToMinutes", INTERVAL, Plain(Int32), |call| run::to(call, run::MINUTE)).wide(Plain(Int64)),
    function("DateTime::IntervalFromDays", COUNT, Plain(Interval), |call| run::from(call, run::DAY)),
    function("DateTime::IntervalFromHours", COUNT, Plain(Interval), |call| run::from(call, run::HOUR)),
    function("DateTime::IntervalFromMinutes", COUNT, Plain(Interval), |call| run::from(call, run::MINUTE)),
    function("DateTime::IntervalFromSeconds", COUNT, Plain(Interval), |call| run::from(call, run::SECOND)),
    function("DateTime::IntervalFromMilliseconds", WIDE_COUNT, Plain(Interval), |call| run::from(call, 1000)),
    function("DateTime::IntervalFromMicroseconds", WIDE_COUNT, Plain(Interval), |call| run::from(call, 1)),
    function("DateTime::Interval64FromDays", COUNT, Plain(Interval64), |call| run::from(call, run::DAY)),
    function("DateTime::Interval64FromHours", WIDE_COUNT, Plain(Interval64), |call| run::from(call, run::HOUR)),
    function("DateTime::Interval64FromMinutes", WIDE_COUNT, Plain(Interval64), |call| run::from(call, run::MINUTE)),
    function("DateTime::Interval64FromSeconds", WIDE_COUNT, Plain(Interval64), |call| run::from(call, run::SECOND)),
    function("DateTime::Interval64FromMilliseconds", WIDE_COUNT, Plain(Interval64), |call| run::from(call, 1000)),
    function("DateTime::Interval64FromMicroseconds", WIDE_COUNT, Plain(Interval64), |call| run::from(call, 1)),
    moved("DateTime::StartOfYear", MOMENT, |call| run::start(call, 12)),
    moved("DateTime::StartOfQuarter", MOMENT, |call| run::start(call, 3)),
    moved("DateTime::StartOfMonth", MOMENT, |call| run::start(call, 1)),
    moved("DateTime::StartOfWeek", MOMENT, run::start_of_week),
    moved("DateTime::StartOfDay", MOMENT, run::start_of_day),
    moved("DateTime::StartOf", BUCKET, run::start_of),
    moved("DateTime::EndOfYear", MOMENT, |call| run::end(call, 12)),
    moved("DateTime::EndOfQuarter", MOMENT, |call| run::end(call, 3)),
    moved("DateTime::EndOfMonth", MOMENT, |call| run::end(call, 1)),
    moved("DateTime::EndOfWeek", MOMENT, run::end_of_week),
    moved("DateTime::EndOfDay", MOMENT, run::end_of_day),
    moved("DateTime::ShiftYears", SHIFT, |call| run::shift(call, 12)),
    moved("DateTime::ShiftQuarters", SHIFT, |call| run::shift(call, 3)),
    moved("DateTime::ShiftMonths", SHIFT, |call| run::shift(call, 1)),
    moved("DateTime::Update", UPDATE, run::update),
    function("DateTime::Format", FORMAT, Plain(String), run::format).wide(Plain(String)),
    function("DateTime::Parse", &[must(String), must(String)], Maybe(Timestamp), run::parse),
    function("DateTime::Parse64", &[must(String), must(String)], Maybe(Timestamp64), run::parse),
];

/// The functions on intervals that share a name with one on dates.
pub(crate) const OF_INTERVALS: &[Signature] = &[
    function("DateTime::ToSeconds", INTERVAL, Plain(Int32), |call| run::to(call, run::SECOND)).wide(Plain(Int64)),
    function("DateTime::ToMilliseconds", INTERVAL, Plain(Int64), |call| run::to(call, 1000)).wide(Plain(Int64)),
    function("DateTime::ToMicroseconds", INTERVAL, Plain(Int64), |call| run::to(call, 1)).wide(Plain(Int64)),
];
