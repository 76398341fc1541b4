//! Rust's primitives, `String` and `Vec<u8>` as columns.

use std::borrow::Cow;

use super::{Column, ColumnInfo, Required, Value, YdbType};
use crate::error::ValueError;

macro_rules! primitives {
    ($($rust:ty => $variant:ident $($low:ident)?;)*) => {$(
        impl Column for $rust {
            const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::$variant])$(.$low())?;

            #[inline]
            fn encode(&self, _: YdbType) -> Result<Value<'_>, ValueError> {
                Ok(Value::$variant(*self))
            }

            fn decode(value: Value<'_>) -> Result<Self, ValueError> {
                match value {
                    Value::$variant(value) => Ok(value),
                    other => Err(other.unexpected(stringify!($variant))),
                }
            }
        }

        impl Required for $rust {}
    )*};
}

primitives! {
    bool => Bool low_cardinality;
    i8 => Int8;
    i16 => Int16;
    i32 => Int32;
    i64 => Int64;
    u8 => Uint8;
    u16 => Uint16;
    u32 => Uint32;
    u64 => Uint64;
    f32 => Float;
    f64 => Double;
}

impl Column for String {
    const INFO: ColumnInfo = ColumnInfo::new(&[
        YdbType::Utf8,
        YdbType::String,
        YdbType::Json,
        YdbType::JsonDocument,
        YdbType::Yson,
        YdbType::DyNumber,
    ]);

    #[inline]
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        let text = Cow::Borrowed(self.as_str());
        Ok(match ty {
            YdbType::String => Value::String(Cow::Borrowed(self.as_bytes())),
            YdbType::Json => Value::Json(text),
            YdbType::JsonDocument => Value::JsonDocument(text),
            YdbType::Yson => Value::Yson(Cow::Borrowed(self.as_bytes())),
            YdbType::DyNumber if !is_number(self) => {
                return Err(ValueError::invalid(format_args!("{self:?} is not a decimal number")));
            }
            YdbType::DyNumber => Value::DyNumber(text),
            _ => Value::Utf8(text),
        })
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::Utf8(text) | Value::Json(text) | Value::JsonDocument(text) | Value::DyNumber(text) => {
                Ok(text.into_owned())
            }
            Value::String(bytes) | Value::Yson(bytes) => String::from_utf8(bytes.into_owned()).map_err(|e| {
                ValueError::invalid(format_args!("the bytes are not valid UTF-8 ({e}); make the field a `Vec<u8>`"))
            }),
            other => Err(other.unexpected("Utf8")),
        }
    }
}

impl Required for String {}

impl Column for Vec<u8> {
    const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::String, YdbType::Yson]);

    #[inline]
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        let bytes = Cow::Borrowed(self.as_slice());
        Ok(match ty {
            YdbType::Yson => Value::Yson(bytes),
            _ => Value::String(bytes),
        })
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::String(bytes) | Value::Yson(bytes) => Ok(bytes.into_owned()),
            other => Err(other.unexpected("String")),
        }
    }
}

impl Required for Vec<u8> {}

/// Whether YDB would read the text as a DyNumber: a sign, digits with a point among them, an exponent.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.strip_prefix(['-', '+']).unwrap_or(exponent)),
        None => (unsigned, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    !(whole.is_empty() && fraction.is_empty())
        && digits(whole)
        && digits(fraction)
        && !exponent.is_empty()
        && digits(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_what_its_column_says() {
        let text = "{}".to_owned();
        assert_eq!(text.encode(YdbType::Utf8), Ok(Value::Utf8("{}".into())));
        assert_eq!(text.encode(YdbType::Json), Ok(Value::Json("{}".into())));
        assert_eq!(text.encode(YdbType::String), Ok(Value::String(b"{}".as_slice().into())));
    }

    #[test]
    fn a_dynumber_is_a_number() {
        for good in ["0", "-1.5", "+12e-3", ".5", "7.", "1E10"] {
            assert!(good.to_owned().encode(YdbType::DyNumber).is_ok(), "{good}");
        }
        for bad in ["", "-", ".", "1e", "0x1", "1.2.3", "NaN", "1 "] {
            assert!(bad.to_owned().encode(YdbType::DyNumber).is_err(), "{bad}");
        }
    }

    #[test]
    fn wrong_and_missing_values_say_what_was_expected() {
        assert_eq!(u64::decode(Value::Null), Err(ValueError::Null));
        assert_eq!(u64::decode(Value::Int64(1)), Err(ValueError::Mismatch { expected: "Uint64", found: "Int64" }));
        assert_eq!(Option::<u64>::decode(Value::Null), Ok(None));
        assert!(String::decode(Value::String(vec![0xff].into())).is_err());
    }
}
