//! Fieldless enums as columns: what `#[derive(YdbColumn)]` calls on an enum.

use std::borrow::Cow;

use super::{Value, YdbType};
use crate::error::ValueError;

/// The value of the variant with this text.
#[doc(hidden)]
pub fn text(name: &'static str) -> Value<'static> {
    Value::Utf8(Cow::Borrowed(name))
}

/// The position of the variant with the text of a value.
#[doc(hidden)]
pub fn text_index(of: &str, names: &[&str], value: &Value<'_>) -> Result<usize, ValueError> {
    let Value::Utf8(text) = value else {
        return Err(value.unexpected("Utf8"));
    };
    names.iter().position(|name| name == text).ok_or_else(|| {
        ValueError::invalid(format_args!("{text:?} is not a variant of `{of}`; expected one of {}", names.join(", ")))
    })
}

/// The value of the variant with this discriminant, which the derive has checked against the type.
#[doc(hidden)]
pub fn code(ty: YdbType, code: i128) -> Value<'static> {
    match ty {
        YdbType::Int8 => Value::Int8(code as i8),
        YdbType::Int16 => Value::Int16(code as i16),
        YdbType::Int32 => Value::Int32(code as i32),
        YdbType::Int64 => Value::Int64(code as i64),
        YdbType::Uint8 => Value::Uint8(code as u8),
        YdbType::Uint16 => Value::Uint16(code as u16),
        YdbType::Uint32 => Value::Uint32(code as u32),
        _ => Value::Uint64(code as u64),
    }
}

/// The position of the variant with the discriminant of a value of type `ty`.
#[doc(hidden)]
pub fn code_index(of: &str, ty: YdbType, codes: &[i128], value: &Value<'_>) -> Result<usize, ValueError> {
    if value.ydb_type() != Some(ty) {
        return Err(value.unexpected(ty.name()));
    }
    codes.iter().position(|&known| code(ty, known) == *value).ok_or_else(|| {
        let codes: Vec<String> = codes.iter().map(i128::to_string).collect();
        ValueError::invalid(format_args!("{value} is not a variant of `{of}`; expected one of {}", codes.join(", ")))
    })
}
