//! One value as the client sends and receives it.

use std::borrow::Cow;
use std::cell::Cell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ydb::{Sign, SignedInterval, Value as SdkValue, YdbDecimal};

use crate::error::{Result, ValueError};
use crate::types::{DecimalValue, Value, YdbType};

const DAY: u64 = 24 * 60 * 60;

/// A value with exactly the type of its column or parameter, optional or not, as YDB demands.
#[inline]
pub(super) fn to_sdk(value: Value<'_>, ty: YdbType, optional: bool) -> Result<SdkValue, ValueError> {
    if optional { nullable(value, ty) } else { plain(value) }
}

/// The client makes optionals of the most common types directly; for the others it needs an example.
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

#[inline]
fn plain(value: Value<'_>) -> Result<SdkValue, ValueError> {
    Ok(match value {
        Value::Null => return Err(ValueError::Null),
        Value::Bool(x) => SdkValue::Bool(x),
        Value::Int8(x) => SdkValue::Int8(x),
        Value::Int16(x) => SdkValue::Int16(x),
        Value::Int32(x) => SdkValue::Int32(x),
        Value::Int64(x) => SdkValue::Int64(x),
        Value::Uint8(x) => SdkValue::Uint8(x),
        Value::Uint16(x) => SdkValue::Uint16(x),
        Value::Uint32(x) => SdkValue::Uint32(x),
        Value::Uint64(x) => SdkValue::Uint64(x),
        Value::Float(x) => SdkValue::Float(x),
        Value::Double(x) => SdkValue::Double(x),
        Value::Decimal(x) => SdkValue::Decimal(decimal_to_sdk(x)?),
        Value::DyNumber(_) => return Err(no_dy_number()),
        Value::String(x) => SdkValue::Bytes(x.into_owned().into()),
        Value::Utf8(x) => SdkValue::Text(x.into_owned()),
        Value::Json(x) => SdkValue::Json(x.into_owned()),
        Value::JsonDocument(x) => SdkValue::JsonDocument(x.into_owned()),
        Value::Yson(x) => SdkValue::Yson(x.into_owned().into()),
        Value::Uuid(x) => SdkValue::Uuid(uuid::Uuid::from_bytes(x)),
        Value::Date(days) => SdkValue::Date(UNIX_EPOCH + Duration::from_secs(u64::from(days) * DAY)),
        Value::Datetime(seconds) => SdkValue::DateTime(UNIX_EPOCH + Duration::from_secs(u64::from(seconds))),
        Value::Timestamp(micros) => SdkValue::Timestamp(UNIX_EPOCH + Duration::from_micros(micros)),
        Value::Interval(micros) => SdkValue::IntervalMicros(interval_to_sdk(micros)),
        Value::Date32(days) => SdkValue::Date32(moment(i64::from(days), Duration::from_secs(DAY))?),
        Value::Datetime64(seconds) => SdkValue::Datetime64(moment(seconds, Duration::from_secs(1))?),
        Value::Timestamp64(micros) => SdkValue::Timestamp64(moment(micros, Duration::from_micros(1))?),
        Value::Interval64(micros) => SdkValue::Interval64(interval_to_sdk(micros)),
    })
}

/// A value from which the client reads the type of an empty list.
pub(super) fn example(ty: YdbType, optional: bool) -> Value<'static> {
    if optional { Value::Null } else { Value::zero(ty) }
}

thread_local! {
    /// The example for the optional that is being made on this thread.
    static EXAMPLE: Cell<SdkValue> = const { Cell::new(SdkValue::Null) };
}

/// What the client makes an optional from: a type with a default, which it takes for the example.
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

/// The client's only public way to make an optional is `From<Option<impl Default>>`, whose default must know precision
/// and scale.
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

/// `count` units after 1970; on some platforms such a time may not exist.
fn moment(count: i64, unit: Duration) -> Result<SystemTime, ValueError> {
    let distance = unit.as_micros() * u128::from(count.unsigned_abs());
    let distance = u64::try_from(distance / 1_000_000)
        .ok()
        .map(|seconds| Duration::from_secs(seconds) + Duration::from_micros((distance % 1_000_000) as u64));
    let time = distance.and_then(|distance| match count < 0 {
        true => UNIX_EPOCH.checked_sub(distance),
        false => UNIX_EPOCH.checked_add(distance),
    });
    time.ok_or_else(|| ValueError::invalid("the time is outside the range of SystemTime on this platform"))
}

/// A value from the client, or the name of a type that no column has.
pub fn from_sdk(value: SdkValue) -> Result<Value<'static>, &'static str> {
    Ok(match value {
        SdkValue::Optional(_) => match value.to_option() {
            Some(value) => return from_sdk(value),
            None => Value::Null,
        },
        SdkValue::Null => Value::Null,
        SdkValue::Bool(x) => Value::Bool(x),
        SdkValue::Int8(x) => Value::Int8(x),
        SdkValue::Int16(x) => Value::Int16(x),
        SdkValue::Int32(x) => Value::Int32(x),
        SdkValue::Int64(x) => Value::Int64(x),
        SdkValue::Uint8(x) => Value::Uint8(x),
        SdkValue::Uint16(x) => Value::Uint16(x),
        SdkValue::Uint32(x) => Value::Uint32(x),
        SdkValue::Uint64(x) => Value::Uint64(x),
        SdkValue::Float(x) => Value::Float(x),
        SdkValue::Double(x) => Value::Double(x),
        SdkValue::Decimal(x) => decimal_from_sdk(&x).map(Value::Decimal).ok_or("Decimal")?,
        SdkValue::Bytes(x) => Value::String(Cow::Owned(x.into())),
        SdkValue::Text(x) => Value::Utf8(Cow::Owned(x)),
        SdkValue::Json(x) => Value::Json(Cow::Owned(x)),
        SdkValue::JsonDocument(x) => Value::JsonDocument(Cow::Owned(x)),
        SdkValue::Yson(x) => Value::Yson(Cow::Owned(x.into())),
        SdkValue::Uuid(x) => Value::Uuid(x.into_bytes()),
        SdkValue::Date(x) => Value::Date(seconds(x).div_euclid(DAY as i64).try_into().map_err(|_| "Date")?),
        SdkValue::DateTime(x) => Value::Datetime(seconds(x).try_into().map_err(|_| "Datetime")?),
        SdkValue::Timestamp(x) => Value::Timestamp(micros(x).try_into().map_err(|_| "Timestamp")?),
        SdkValue::IntervalMicros(x) => Value::Interval(interval_from_sdk(x).ok_or("Interval")?),
        SdkValue::Date32(x) => Value::Date32(seconds(x).div_euclid(DAY as i64).try_into().map_err(|_| "Date32")?),
        SdkValue::Datetime64(x) => Value::Datetime64(seconds(x)),
        SdkValue::Timestamp64(x) => Value::Timestamp64(micros(x).try_into().map_err(|_| "Timestamp64")?),
        SdkValue::Interval64(x) => Value::Interval64(interval_from_sdk(x).ok_or("Interval64")?),
        SdkValue::List(_) => return Err("List"),
        SdkValue::Struct(_) => return Err("Struct"),
        SdkValue::Void => return Err("Void"),
        _ => return Err("a type that this version does not know"),
    })
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

/// Microseconds since 1970.
fn micros(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_micros() as i128,
        // The client makes times of whole microseconds.
        Err(before) => -(before.duration().as_micros() as i128),
    }
}

/// Seconds since 1970, floored.
fn seconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs() as i64,
        Err(before) => {
            let before = before.duration();
            -(before.as_secs() as i64) - i64::from(before.subsec_nanos() > 0)
        }
    }
}
