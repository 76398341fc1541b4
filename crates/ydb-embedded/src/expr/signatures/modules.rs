//! Modules whose functions have fixed signatures: `DateTime`, `Digest`, `Math`, `Re2`, `String` and `Unicode`.

use chrono::{Datelike, Timelike};

use super::TypeShape::{List, Maybe, Moment, Never, Pair, Plain, Span};
use super::{Param, Signature, function, may, must};
use crate::error::Position;
use crate::expr::builtins::list::joined;
use crate::expr::builtins::string::replaced;
use crate::expr::builtins::{datetime as run, string};
use crate::expr::eval::terminated;
use crate::expr::patterns::RegexpPattern;
use crate::expr::{Invocation, digest};
use crate::types::Primitive::{
    Bool, Date, Date32, Datetime, Datetime64, Double, Int32, Int64, Interval, Interval64, String, Timestamp,
    Timestamp64, Uint8, Uint16, Uint32, Uint64, Utf8,
};
use crate::types::Value;

const BYTES: &[Param] = &[must(String)];
const NUMBER: &[Param] = &[must(Uint64)];

pub(super) const DIGEST_FUNCTIONS: &[Signature] = &[
    function("Digest::NumericHash", NUMBER, Plain(Uint64), |call| of_number(call, digest::numeric_hash)),
    function("Digest::IntHash64", NUMBER, Plain(Uint64), |call| of_number(call, digest::int_hash64)),
    function("Digest::FarmHashFingerprint", NUMBER, Plain(Uint64), |call| of_number(call, digest::fingerprint)),
    function("Digest::XXH3", BYTES, Plain(Uint64), |call| Value::Uint(xxhash_rust::xxh3::xxh3_64(call.bytes(0)))),
    function("Digest::XXH3_128", BYTES, Pair(Uint64), xxh3_128),
    function("Digest::CityHash", BYTES, Plain(Uint64), |call| Value::Uint(digest::city_hash64(call.bytes(0)))),
    function("Digest::MurMurHash", BYTES, Plain(Uint64), |call| Value::Uint(digest::murmur_hash64a(call.bytes(0)))),
    function("Digest::MurMurHash32", BYTES, Plain(Uint32), |call| {
        Value::Uint(digest::murmur_hash32(call.bytes(0)).into())
    }),
    function("Digest::MurMurHash2A", BYTES, Plain(Uint64), |call| Value::Uint(digest::murmur_hash2a64(call.bytes(0)))),
    function("Digest::MurMurHash2A32", BYTES, Plain(Uint32), |call| {
        Value::Uint(digest::murmur_hash2a32(call.bytes(0)).into())
    }),
    function("Digest::Fnv32", &[must(String), may(Uint32, "Init")], Plain(Uint32), fnv32),
    function("Digest::Fnv64", &[must(String), may(Uint64, "Init")], Plain(Uint64), |call| {
        Value::Uint(digest::fnv_hash64(call.bytes(0), call.uint(1)))
    }),
    function("Digest::Crc32c", BYTES, Plain(Uint32), |call| Value::Uint(digest::crc32c(call.bytes(0)).into())),
    function("Digest::Crc64", BYTES, Plain(Uint64), |call| Value::Uint(digest::crc64(call.bytes(0)))),
    function("Digest::SipHash", &[must(Uint64), must(Uint64), must(String)], Plain(Uint64), sip_hash),
    function("Digest::Md5Hex", BYTES, Plain(String), |call| {
        Value::bytes(digest::hex(&digest::md5(call.bytes(0))).into_bytes())
    }),
    function("Digest::Md5Raw", BYTES, Plain(String), |call| Value::bytes(digest::md5(call.bytes(0)))),
    function("Digest::Md5HalfMix", BYTES, Plain(Uint64), |call| Value::Uint(digest::md5_half_mix(call.bytes(0)))),
    function("Digest::Sha1", BYTES, Plain(String), |call| Value::bytes(digest::sha1(call.bytes(0)))),
    function("Digest::Sha256", BYTES, Plain(String), |call| Value::bytes(digest::sha256(call.bytes(0)))),
];

fn of_number(call: &Invocation<'_>, hash: fn(u64) -> u64) -> Value {
    call.uint(0).map_or(Value::Null, |number| Value::Uint(hash(number)))
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is wanted")]
fn xxh3_128(call: &Invocation<'_>) -> Value {
    let hash = xxhash_rust::xxh3::xxh3_128(call.bytes(0));
    Value::Items([Value::Uint(hash as u64), Value::Uint((hash >> 64) as u64)].into())
}

fn fnv32(call: &Invocation<'_>) -> Value {
    let init = call.uint(1).and_then(|init| u32::try_from(init).ok());
    Value::Uint(digest::fnv_hash32(call.bytes(0), init).into())
}

fn sip_hash(call: &Invocation<'_>) -> Value {
    match (call.uint(0), call.uint(1)) {
        (Some(k0), Some(k1)) => Value::Uint(digest::sip_hash(k0, k1, call.bytes(2))),
        _ => Value::Null,
    }
}

const ONE_DOUBLE: &[Param] = &[must(Double)];
const TWO_DOUBLES: &[Param] = &[must(Double), must(Double)];

pub(super) const MATH_FUNCTIONS: &[Signature] = &[
    function("Math::Pi", &[], Plain(Double), |_| Value::Double(std::f64::consts::PI)),
    function("Math::E", &[], Plain(Double), |_| Value::Double(std::f64::consts::E)),
    function("Math::IsInf", ONE_DOUBLE, Plain(Bool), |call| Value::Bool(call.double(0).is_infinite())),
    function("Math::IsNaN", ONE_DOUBLE, Plain(Bool), |call| Value::Bool(call.double(0).is_nan())),
    function("Math::IsFinite", ONE_DOUBLE, Plain(Bool), |call| Value::Bool(call.double(0).is_finite())),
    function("Math::Abs", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).abs())),
    function("Math::Ceil", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).ceil())),
    function("Math::Floor", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).floor())),
    function("Math::Trunc", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).trunc())),
    function("Math::Round", &[must(Double), may(Int64, "Precision")], Plain(Double), round),
    function("Math::Sqrt", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).sqrt())),
    function("Math::Cbrt", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).cbrt())),
    function("Math::Exp", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).exp())),
    function("Math::Exp2", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).exp2())),
    function("Math::Log", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).ln())),
    function("Math::Log2", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).log2())),
    function("Math::Log10", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).log10())),
    function("Math::Sin", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).sin())),
    function("Math::Cos", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).cos())),
    function("Math::Tan", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).tan())),
    function("Math::Asin", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).asin())),
    function("Math::Acos", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).acos())),
    function("Math::Atan", ONE_DOUBLE, Plain(Double), |call| Value::Double(call.double(0).atan())),
    function("Math::Atan2", TWO_DOUBLES, Plain(Double), |call| Value::Double(call.double(0).atan2(call.double(1)))),
    function("Math::Pow", TWO_DOUBLES, Plain(Double), |call| Value::Double(call.double(0).powf(call.double(1)))),
    function("Math::Hypot", TWO_DOUBLES, Plain(Double), |call| Value::Double(call.double(0).hypot(call.double(1)))),
    function("Math::Fmod", TWO_DOUBLES, Plain(Double), |call| Value::Double(call.double(0) % call.double(1))),
    function("Math::Mod", &[must(Int64), must(Int64)], Maybe(Int64), modulo),
    function("Math::Rem", &[must(Int64), must(Int64)], Maybe(Int64), |call| integers(call, i64::wrapping_rem)),
];

/// Rounds to the nearest number, halves up. The precision is the power of ten to round to: -2 keeps two digits of the
/// fraction. YDB computes the quotient with more bits than a Double has. For the same result, the error of the quotient
/// is added to its fraction.
fn round(call: &Invocation<'_>) -> Value {
    let x = call.double(0);
    let precision = i32::try_from(call.int(1).unwrap_or(0)).unwrap_or(0).clamp(-308, 308);
    let (power, fraction) = (10f64.powi(precision.abs()), precision < 0);
    let quotient = if fraction { x * power } else { x / power };
    let error = if fraction { x.mul_add(power, -quotient) } else { (-quotient).mul_add(power, x) / power };
    let whole = quotient.floor();
    let rounded = whole + f64::from(u8::from(quotient - whole - 0.5 + error >= 0.0));
    Value::Double(match fraction {
        // The number has fewer digits than the precision keeps, and is not rounded.
        true if rounded.is_infinite() => x,
        true => rounded / power,
        false => rounded * power,
    })
}

/// Returns the remainder with the sign of the divisor. `Math::Rem` returns it with the sign of the dividend.
fn modulo(call: &Invocation<'_>) -> Value {
    integers(call, |x, y| {
        let rest = x.wrapping_rem(y);
        if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
    })
}

/// Returns a remainder, or NULL if the divisor is 0.
fn integers(call: &Invocation<'_>, rest: fn(i64, i64) -> i64) -> Value {
    match (call.int(0), call.int(1)) {
        (Some(x), Some(y)) if y != 0 => Value::Int(rest(x, y)),
        _ => Value::Null,
    }
}

const TEXT: &[Param] = &[may(String, ""), must(String)];

pub(super) const RE2_FUNCTIONS: &[Signature] = &[
    function("Re2::Match", TEXT, Plain(Bool), |call| matches(call, true)),
    function("Re2::Grep", TEXT, Plain(Bool), |call| matches(call, false)),
    function("Re2::Count", TEXT, Plain(Uint32), count),
];

/// Matches a text against a pattern. NULL does not match. Fails if the pattern is not valid.
fn matches(call: &Invocation<'_>, whole: bool) -> Value {
    over(call, whole, |pattern, text| Value::Bool(text.is_some_and(|text| pattern.matches(text))))
}

fn count(call: &Invocation<'_>) -> Value {
    over(call, false, |pattern, text| Value::Uint(pattern.count(text.unwrap_or_default()) as u64))
}

fn over(call: &Invocation<'_>, whole: bool, run: impl FnOnce(&RegexpPattern, Option<&[u8]>) -> Value) -> Value {
    let at = call.exprs.first().map_or_else(Position::default, |first| first.at);
    match RegexpPattern::cached(call.bytes(1), whole) {
        Ok(pattern) => run(&pattern, call.args.first().and_then(Value::as_bytes)),
        Err(reason) => call.checked(Err(terminated(at, &reason, None)), || Value::Null),
    }
}

const ONE_STRING: &[Param] = &[must(String)];
const TWO_STRINGS: &[Param] = &[must(String), must(String)];
const THREE_STRINGS: &[Param] = &[must(String), must(String), must(String)];
const TWO_STRINGS_FIRST_OPTIONAL: &[Param] = &[may(String, ""), must(String)];
const SPLIT_STRING: &[Param] =
    &[may(String, ""), must(String), may(Bool, "DelimeterString"), may(Bool, "SkipEmpty"), may(Uint64, "Limit")];
const JOIN_STRINGS: &[Param] = &[Param { shape: List(String), optional: false, name: "" }, must(String)];
const PAD_STRING: &[Param] = &[must(String), must(Uint64), may(String, "")];

pub(super) const STRING_FUNCTIONS: &[Signature] = &[
    function("String::AsciiToLower", ONE_STRING, Plain(String), |call| {
        Value::bytes(call.bytes(0).to_ascii_lowercase())
    }),
    function("String::AsciiToUpper", ONE_STRING, Plain(String), |call| {
        Value::bytes(call.bytes(0).to_ascii_uppercase())
    }),
    function("String::AsciiToTitle", ONE_STRING, Plain(String), string::ascii_title),
    function("String::ToLower", ONE_STRING, Maybe(String), |call| string::of_text(call, str::to_lowercase)),
    function("String::ToUpper", ONE_STRING, Maybe(String), |call| string::of_text(call, str::to_uppercase)),
    function("String::ToTitle", ONE_STRING, Maybe(String), |call| string::of_text(call, string::title)),
    function("String::Reverse", ONE_STRING, Maybe(String), |call| {
        string::of_text(call, |text| text.chars().rev().collect())
    }),
    function("String::Strip", ONE_STRING, Plain(String), |call| Value::bytes(call.bytes(0).trim_ascii())),
    function("String::Collapse", ONE_STRING, Plain(String), string::collapse),
    function("String::IsAscii", ONE_STRING, Plain(Bool), |call| Value::Bool(call.bytes(0).is_ascii())),
    function("String::Contains", TWO_STRINGS_FIRST_OPTIONAL, Plain(Bool), string::contains),
    function("String::StartsWith", TWO_STRINGS_FIRST_OPTIONAL, Plain(Bool), string::starts_with),
    function("String::HasPrefix", TWO_STRINGS_FIRST_OPTIONAL, Plain(Bool), string::starts_with),
    function("String::EndsWith", TWO_STRINGS_FIRST_OPTIONAL, Plain(Bool), string::ends_with),
    function("String::HasSuffix", TWO_STRINGS_FIRST_OPTIONAL, Plain(Bool), string::ends_with),
    function("String::Find", &[must(String), must(String), may(Uint64, "")], Plain(Int64), string::find),
    function("String::ReverseFind", &[must(String), must(String), may(Uint64, "")], Plain(Int64), string::rfind),
    function("String::Substring", &[must(String), may(Uint64, ""), may(Uint64, "")], Plain(String), string::substring),
    function("String::ReplaceAll", THREE_STRINGS, Plain(String), |call| replaced(call, Value::bytes)),
    function("String::ReplaceFirst", THREE_STRINGS, Plain(String), string::replace_first),
    function("String::ReplaceLast", THREE_STRINGS, Plain(String), string::replace_last),
    function("String::RemoveAll", TWO_STRINGS, Plain(String), string::remove_all),
    function("String::SplitToList", SPLIT_STRING, List(String), string::split),
    function("String::JoinFromList", JOIN_STRINGS, Plain(String), |call| joined(call, Value::bytes)),
    function("String::LeftPad", PAD_STRING, Plain(String), string::left_pad),
    function("String::RightPad", PAD_STRING, Plain(String), string::right_pad),
    function("String::HexEncode", ONE_STRING, Plain(String), string::hex_encode),
    function("String::HexDecode", ONE_STRING, Maybe(String), string::hex_decode),
];

const ONE_TEXT: &[Param] = &[must(Utf8)];
const SPLIT_TEXT: &[Param] =
    &[may(Utf8, ""), must(Utf8), may(Bool, "DelimeterString"), may(Bool, "SkipEmpty"), may(Uint64, "Limit")];
const JOIN_TEXTS: &[Param] = &[Param { shape: List(Utf8), optional: false, name: "" }, must(Utf8)];

pub(super) const UNICODE_FUNCTIONS: &[Signature] = &[
    function("Unicode::IsUtf", &[may(String, "")], Plain(Bool), string::is_utf),
    function("Unicode::GetLength", ONE_TEXT, Plain(Uint64), |call| Value::Uint(call.text(0).chars().count() as u64)),
    function("Unicode::Find", &[must(Utf8), must(Utf8), may(Uint64, "")], Maybe(Uint64), string::unicode_find),
    function("Unicode::RFind", &[must(Utf8), must(Utf8), may(Uint64, "")], Maybe(Uint64), string::unicode_rfind),
    function(
        "Unicode::Substring",
        &[must(Utf8), may(Uint64, ""), may(Uint64, "")],
        Plain(Utf8),
        string::unicode_substring,
    ),
    function("Unicode::ToLower", ONE_TEXT, Plain(Utf8), |call| Value::text(call.text(0).to_lowercase())),
    function("Unicode::ToUpper", ONE_TEXT, Plain(Utf8), |call| Value::text(call.text(0).to_uppercase())),
    function("Unicode::Reverse", ONE_TEXT, Plain(Utf8), string::reverse),
    function("Unicode::Strip", ONE_TEXT, Plain(Utf8), |call| Value::text(call.text(0).trim())),
    function("Unicode::ReplaceAll", &[must(Utf8), must(Utf8), must(Utf8)], Plain(Utf8), |call| {
        replaced(call, string::text)
    }),
    function("Unicode::SplitToList", SPLIT_TEXT, List(Utf8), string::unicode_split),
    function("Unicode::JoinFromList", JOIN_TEXTS, Plain(Utf8), |call| joined(call, string::text)),
];

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

/// Returns the signature of a function from a point in time to another one, which is NULL if it is not valid.
const fn moved(name: &'static str, params: &'static [Param], run: crate::expr::Builtin) -> Signature {
    function(name, params, Maybe(Timestamp), run).wide(Maybe(Timestamp64))
}

const fn part(name: &'static str, ty: crate::types::Primitive, run: crate::expr::Builtin) -> Signature {
    function(name, MOMENT, Plain(ty), run).wide(Plain(ty))
}

// In YDB, these functions pass on a `Resource<'DateTime2.TM'>` or a `TM64`. Here these are a Timestamp and a
// Timestamp64.
pub(super) const DATETIME_FUNCTIONS: &[Signature] = &[
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

/// Functions of intervals that have the name of a function of dates.
pub(crate) const OF_INTERVALS: &[Signature] = &[
    function("DateTime::ToSeconds", INTERVAL, Plain(Int32), |call| run::to(call, run::SECOND)).wide(Plain(Int64)),
    function("DateTime::ToMilliseconds", INTERVAL, Plain(Int64), |call| run::to(call, 1000)).wide(Plain(Int64)),
    function("DateTime::ToMicroseconds", INTERVAL, Plain(Int64), |call| run::to(call, 1)).wide(Plain(Int64)),
];
