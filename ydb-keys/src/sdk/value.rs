//! Conversion of single values to and from the client's values.

use std::borrow::Cow;
use std::cell::Cell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ydb::{Sign, SignedInterval, Value as SdkValue, YdbDecimal};

use crate::error::{Result, ValueError};
use ydb_keys_core::types::{DecimalValue, Value, YdbType};

const DAY: u64 = 24 * 60 * 60;

/// Makes the client's value, with exactly the type of its column or parameter, optional or not, as YDB demands.
#[inline]
pub(super) fn to_sdk(value: Value<'_>, ty: YdbType, optional: bool) -> Result<SdkValue, ValueError> {
    value.check(ty, optional)?;
    if optional { nullable(value, ty) } else { plain(value) }
}

/// Checks that [`to_sdk`] accepts a value.
#[inline]
pub(super) fn can_send(value: &Value<'_>, ty: YdbType, optional: bool) -> Result<(), ValueError> {
    use YdbType::*;

    match ty {
        Bool | Int8 | Int16 | Int32 | Int64 | Uint8 | Uint16 | Uint32 | Uint64 | Float | Double | String | Utf8
        | Json | JsonDocument | Yson | Uuid | Date | Datetime | Timestamp | Interval | Interval64 => {
            value.check(ty, optional)
        }
        // The client does not have the other types, or has them in a narrower range.
        _ => to_sdk(value.clone(), ty, optional).map(drop),
    }
}

/// Makes an optional value. The client makes optionals of the most common types directly; for other types it needs an
/// example.
fn nullable(value: Value<'_>, ty: YdbType) -> Result<SdkValue, ValueError> {
    Ok(match value {
        Value::Null => match ty {
            YdbType::Bool => None::<bool>.into(),
            YdbType::Int32 => None::<i32>.into(),
            YdbType::Int64 => None::<i64>.into(),
            YdbType::Uint32 => None::<u32>.into(),
            YdbType::Uint64 => None::<u64>.into(),
            YdbType::Double => None::<f64>.into(),
            YdbType::Utf8 => None::<String>.into(),
            _ => return optional_of(ty, None),
        },
        Value::Bool(x) => Some(x).into(),
        Value::Int32(x) => Some(x).into(),
        Value::Int64(x) => Some(x).into(),
        Value::Uint32(x) => Some(x).into(),
        Value::Uint64(x) => Some(x).into(),
        Value::Double(x) => Some(x).into(),
        Value::Utf8(x) => Some(x.into_owned()).into(),
        other => return optional_of(ty, Some(plain(other)?)),
    })
}

/// Makes a value that is not optional. Each arm makes the whole result, because moving one of the client's values costs
/// more than making it.
#[inline]
fn plain(value: Value<'_>) -> Result<SdkValue, ValueError> {
    match value {
        Value::Null => Err(ValueError::Null),
        Value::Bool(x) => Ok(SdkValue::Bool(x)),
        Value::Int8(x) => Ok(SdkValue::Int8(x)),
        Value::Int16(x) => Ok(SdkValue::Int16(x)),
        Value::Int32(x) => Ok(SdkValue::Int32(x)),
        Value::Int64(x) => Ok(SdkValue::Int64(x)),
        Value::Uint8(x) => Ok(SdkValue::Uint8(x)),
        Value::Uint16(x) => Ok(SdkValue::Uint16(x)),
        Value::Uint32(x) => Ok(SdkValue::Uint32(x)),
        Value::Uint64(x) => Ok(SdkValue::Uint64(x)),
        Value::Float(x) => Ok(SdkValue::Float(x)),
        Value::Double(x) => Ok(SdkValue::Double(x)),
        Value::Decimal(x) => Ok(SdkValue::Decimal(decimal_to_sdk(x)?)),
        Value::DyNumber(_) => Err(no_dy_number()),
        Value::String(x) => Ok(SdkValue::Bytes(x.into_owned().into())),
        Value::Utf8(x) => Ok(SdkValue::Text(x.into_owned())),
        Value::Json(x) => Ok(SdkValue::Json(x.into_owned())),
        Value::JsonDocument(x) => Ok(SdkValue::JsonDocument(x.into_owned())),
        Value::Yson(x) => Ok(SdkValue::Yson(x.into_owned().into())),
        Value::Uuid(x) => Ok(SdkValue::Uuid(uuid::Uuid::from_bytes(x))),
        Value::Date(days) => Ok(SdkValue::Date(UNIX_EPOCH + Duration::from_secs(u64::from(days) * DAY))),
        Value::Datetime(seconds) => Ok(SdkValue::DateTime(UNIX_EPOCH + Duration::from_secs(u64::from(seconds)))),
        Value::Timestamp(micros) => Ok(SdkValue::Timestamp(UNIX_EPOCH + Duration::from_micros(micros))),
        Value::Interval(micros) => Ok(SdkValue::IntervalMicros(interval_to_sdk(micros))),
        Value::Date32(days) => Ok(SdkValue::Date32(moment(i64::from(days), Duration::from_secs(DAY))?)),
        Value::Datetime64(seconds) => Ok(SdkValue::Datetime64(moment(seconds, Duration::from_secs(1))?)),
        Value::Timestamp64(micros) => Ok(SdkValue::Timestamp64(moment(micros, Duration::from_micros(1))?)),
        Value::Interval64(micros) => Ok(SdkValue::Interval64(interval_to_sdk(micros))),
        // `Value` is open for types of later releases, which are added here and in the core together.
        other => Err(ValueError::invalid(format_args!("the client has no value for {other:?}"))),
    }
}

/// Returns a value from which the client reads the type of an empty list.
pub(super) fn example(ty: YdbType, optional: bool) -> Value<'static> {
    if optional { Value::Null } else { Value::zero(ty) }
}

thread_local! {
    /// Example for the optional that is being made on this thread.
    static EXAMPLE: Cell<SdkValue> = const { Cell::new(SdkValue::Null) };
}

/// Value whose default is the example that the client needs to make an optional.
struct Typed(SdkValue);

impl Default for Typed {
    fn default() -> Self {
        Typed(EXAMPLE.replace(SdkValue::Null))
    }
}

impl From<Typed> for SdkValue {
    fn from(typed: Typed) -> Self {
        typed.0
    }
}

/// Makes an optional value of any type. The client's only public way is `From<Option<impl Default>>`, whose default
/// must know precision and scale.
fn optional_of(ty: YdbType, value: Option<SdkValue>) -> Result<SdkValue, ValueError> {
    EXAMPLE.set(plain(Value::zero(ty))?);
    Ok(SdkValue::from(value.map(Typed)))
}

fn no_dy_number() -> ValueError {
    ValueError::invalid(
        "YDB's Rust client does not support DyNumber; use a Decimal, or read and write the column with a CAST to Utf8",
    )
}

fn decimal_to_sdk(value: DecimalValue) -> Result<YdbDecimal, ValueError> {
    let scaled = value.scaled();
    let scale = i16::from(value.scale);
    let decimal =
        decimal_rs::Decimal::from_parts(scaled.unsigned_abs(), scale, scaled < 0).map_err(ValueError::invalid)?;
    YdbDecimal::try_new(decimal, value.precision.into(), value.scale.into()).map_err(ValueError::invalid)
}

fn interval_to_sdk(micros: i64) -> SignedInterval {
    let sign = if micros < 0 { Sign::Minus } else { Sign::Plus };
    SignedInterval { sign, duration: Duration::from_micros(micros.unsigned_abs()) }
}

/// Returns the time `count` units after 1970. On some platforms such a time may not exist.
fn moment(count: i64, unit: Duration) -> Result<SystemTime, ValueError> {
    let distance = unit.as_micros() * u128::from(count.unsigned_abs());
    let distance = u64::try_from(distance / 1_000_000)
        .ok()
        .map(|seconds| Duration::from_secs(seconds) + Duration::from_micros((distance % 1_000_000) as u64));
    let move_by = if count < 0 { SystemTime::checked_sub } else { SystemTime::checked_add };
    let time = distance.and_then(|distance| move_by(&UNIX_EPOCH, distance));
    time.ok_or_else(|| ValueError::invalid("the time is outside the range of SystemTime on this platform"))
}

/// Converts a value of the client. The error is the name of a type that no column has.
pub fn from_sdk(value: SdkValue) -> Result<Value<'static>, &'static str> {
    from_sdk_or(value, |found| found)
}

/// Converts a value of the client. `fail` makes the error from the name of a type that no column has. Inlined, and each
/// arm makes the whole result, because moving a value costs more than making it.
#[inline(always)]
pub(super) fn from_sdk_or<E>(value: SdkValue, fail: impl FnOnce(&'static str) -> E) -> Result<Value<'static>, E> {
    match value {
        SdkValue::Optional(_) => match value.to_option() {
            Some(value) => from_sdk(value).map_err(fail),
            None => Ok(Value::Null),
        },
        SdkValue::Null => Ok(Value::Null),
        SdkValue::Bool(x) => Ok(Value::Bool(x)),
        SdkValue::Int8(x) => Ok(Value::Int8(x)),
        SdkValue::Int16(x) => Ok(Value::Int16(x)),
        SdkValue::Int32(x) => Ok(Value::Int32(x)),
        SdkValue::Int64(x) => Ok(Value::Int64(x)),
        SdkValue::Uint8(x) => Ok(Value::Uint8(x)),
        SdkValue::Uint16(x) => Ok(Value::Uint16(x)),
        SdkValue::Uint32(x) => Ok(Value::Uint32(x)),
        SdkValue::Uint64(x) => Ok(Value::Uint64(x)),
        SdkValue::Float(x) => Ok(Value::Float(x)),
        SdkValue::Double(x) => Ok(Value::Double(x)),
        SdkValue::Decimal(x) => decimal_from_sdk(&x).map(Value::Decimal).ok_or_else(|| fail("Decimal")),
        SdkValue::Bytes(x) => Ok(Value::String(Cow::Owned(x.into()))),
        SdkValue::Text(x) => Ok(Value::Utf8(Cow::Owned(x))),
        SdkValue::Json(x) => Ok(Value::Json(Cow::Owned(x))),
        SdkValue::JsonDocument(x) => Ok(Value::JsonDocument(Cow::Owned(x))),
        SdkValue::Yson(x) => Ok(Value::Yson(Cow::Owned(x.into()))),
        SdkValue::Uuid(x) => Ok(Value::Uuid(x.into_bytes())),
        SdkValue::Date(x) => u16::try_from(days(x)).map(Value::Date).map_err(|_| fail("Date")),
        SdkValue::DateTime(x) => u32::try_from(seconds(x)).map(Value::Datetime).map_err(|_| fail("Datetime")),
        SdkValue::Timestamp(x) => u64::try_from(micros(x)).map(Value::Timestamp).map_err(|_| fail("Timestamp")),
        SdkValue::IntervalMicros(x) => interval_from_sdk(x).map(Value::Interval).ok_or_else(|| fail("Interval")),
        SdkValue::Date32(x) => i32::try_from(days(x)).map(Value::Date32).map_err(|_| fail("Date32")),
        SdkValue::Datetime64(x) => Ok(Value::Datetime64(seconds(x))),
        SdkValue::Timestamp64(x) => i64::try_from(micros(x)).map(Value::Timestamp64).map_err(|_| fail("Timestamp64")),
        SdkValue::Interval64(x) => interval_from_sdk(x).map(Value::Interval64).ok_or_else(|| fail("Interval64")),
        SdkValue::List(_) => Err(fail("List")),
        SdkValue::Struct(_) => Err(fail("Struct")),
        SdkValue::Void => Err(fail("Void")),
        _ => Err(fail("a type that this version does not know")),
    }
}

fn decimal_from_sdk(value: &YdbDecimal) -> Option<DecimalValue> {
    let scale = i16::try_from(value.scale()).ok()?;
    let (digits, _, negative) = value.decimal().normalize_to_scale(scale).into_parts();
    let digits = i128::try_from(digits).ok()?;
    let precision = value.precision().try_into().ok()?;
    Some(DecimalValue::new(if negative { -digits } else { digits }, precision, scale.try_into().ok()?))
}

fn interval_from_sdk(interval: SignedInterval) -> Option<i64> {
    let micros = i128::try_from(interval.duration.as_micros()).ok()?;
    i64::try_from(match interval.sign {
        Sign::Plus => micros,
        Sign::Minus => -micros,
    })
    .ok()
}

/// Returns the microseconds since 1970.
fn micros(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_micros() as i128,
        // The client makes times of whole microseconds.
        Err(before) => -(before.duration().as_micros() as i128),
    }
}

/// Returns the days since 1970, rounded down.
fn days(time: SystemTime) -> i64 {
    seconds(time).div_euclid(DAY as i64)
}

/// Returns the seconds since 1970, rounded down.
fn seconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs() as i64,
        Err(before) => {
            let before = before.duration();
            -(before.as_secs() as i64) - i64::from(before.subsec_nanos() > 0)
        }
    }
}
