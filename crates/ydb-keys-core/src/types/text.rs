//! Texts as columns: `String`, and text types that are cheaper to clone or to keep.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Column, ColumnInfo, Required, Value, YdbType};
use crate::error::ValueError;

/// Types as which a text can be stored.
const TYPES: &[YdbType] =
    &[YdbType::Utf8, YdbType::String, YdbType::Json, YdbType::JsonDocument, YdbType::Yson, YdbType::DyNumber];

fn encode(text: &str, ty: YdbType) -> Result<Value<'_>, ValueError> {
    let borrowed = Cow::Borrowed(text);
    Ok(match ty {
        YdbType::String => Value::String(Cow::Borrowed(text.as_bytes())),
        YdbType::Json => Value::Json(borrowed),
        YdbType::JsonDocument => Value::JsonDocument(borrowed),
        YdbType::Yson => Value::Yson(Cow::Borrowed(text.as_bytes())),
        YdbType::DyNumber if !is_number(text) => {
            return Err(ValueError::invalid(format_args!("{text:?} is not a decimal number")));
        }
        YdbType::DyNumber => Value::DyNumber(borrowed),
        _ => Value::Utf8(borrowed),
    })
}

/// Decodes a text. It is borrowed if the value is, so that each type copies it only once.
fn decode(value: Value<'_>) -> Result<Cow<'_, str>, ValueError> {
    let not_text = |error: &dyn fmt::Display| {
        ValueError::invalid(format_args!("the bytes are not valid UTF-8 ({error}); make the field a `Vec<u8>`"))
    };
    match value {
        Value::Utf8(text) | Value::Json(text) | Value::JsonDocument(text) | Value::DyNumber(text) => Ok(text),
        Value::String(Cow::Borrowed(bytes)) | Value::Yson(Cow::Borrowed(bytes)) => {
            str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| not_text(&error))
        }
        Value::String(Cow::Owned(bytes)) | Value::Yson(Cow::Owned(bytes)) => {
            String::from_utf8(bytes).map(Cow::Owned).map_err(|error| not_text(&error))
        }
        other => Err(other.unexpected("Utf8")),
    }
}

macro_rules! texts {
    ($($rust:ty: $from:path),*) => {$(
        impl Column for $rust {
            const INFO: ColumnInfo = ColumnInfo::new(TYPES);

            #[inline]
            fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
                encode(self, ty)
            }

            #[inline]
            fn append_cell(&self, cells: &mut super::Cells) -> Result<(), ValueError> {
                match cells.ty {
                    YdbType::DyNumber => encode(self, cells.ty).and_then(|value| cells.push(&value)),
                    // All other types are stored as the bytes of the text.
                    _ => {
                        cells.push_text(self.as_bytes());
                        Ok(())
                    }
                }
            }

            fn decode(value: Value<'_>) -> Result<Self, ValueError> {
                decode(value).map($from)
            }
        }

        impl Required for $rust {}
    )*};
}

texts!(String: Cow::into_owned, Box<str>: Box::from, Arc<str>: Arc::from, Cow<'static, str>: owned);

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// Returns `true` if YDB would read the text as a DyNumber: a sign, digits with a point among them, an exponent.
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
    fn a_text_is_what_its_column_says() {
        let text = "{}".to_owned();
        assert_eq!(text.encode(YdbType::Utf8), Ok(Value::Utf8("{}".into())));
        assert_eq!(text.encode(YdbType::Json), Ok(Value::Json("{}".into())));
        assert_eq!(text.encode(YdbType::String), Ok(Value::String(b"{}".as_slice().into())));
        assert_eq!(Arc::<str>::from("{}").encode(YdbType::Utf8), Ok(Value::Utf8("{}".into())));
        assert_eq!(Cow::<'static, str>::decode(Value::Utf8("é".into())), Ok(Cow::Borrowed("é")));
        assert_eq!(Box::<str>::decode(Value::String("é".as_bytes().into())), Ok("é".into()));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused() {
        for bytes in [vec![0xff], vec![0xc3]] {
            assert!(String::decode(Value::String(bytes.clone().into())).is_err());
            assert!(Arc::<str>::decode(Value::String(bytes.into())).is_err());
        }
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
}
