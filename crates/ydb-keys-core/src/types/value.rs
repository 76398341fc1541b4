//! A value of a column, typed as YDB types it, and borrowed from the row where possible.

use std::borrow::Cow;
use std::fmt;

use crate::error::ValueError;

use super::{YdbType, civil};

/// A value of a column, in the form that YDB stores.
///
/// Texts and bytes are borrowed from the row, so a value can be taken from a row, hashed and measured without
/// allocation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each variant holds a value of the YDB type of the same name")]
pub enum Value<'a> {
    /// NULL; its type is that of the column.
    Null,
    Bool(bool),
    Int8(i8),
    Int16(i16),
    Int32(i32),
    Int64(i64),
    Uint8(u8),
    Uint16(u16),
    Uint32(u32),
    Uint64(u64),
    Float(f32),
    Double(f64),
    Decimal(DecimalValue),
    /// The number as text.
    DyNumber(Cow<'a, str>),
    String(Cow<'a, [u8]>),
    Utf8(Cow<'a, str>),
    Json(Cow<'a, str>),
    JsonDocument(Cow<'a, str>),
    Yson(Cow<'a, [u8]>),
    /// The 16 bytes in the order of the textual form (RFC 9562), not in YDB's storage order.
    Uuid([u8; 16]),
    /// Days since 1970-01-01.
    Date(u16),
    /// Seconds since 1970-01-01.
    Datetime(u32),
    /// Microseconds since 1970-01-01.
    Timestamp(u64),
    /// Microseconds.
    Interval(i64),
    /// Days since 1970-01-01.
    Date32(i32),
    /// Seconds since 1970-01-01.
    Datetime64(i64),
    /// Microseconds since 1970-01-01.
    Timestamp64(i64),
    /// Microseconds.
    Interval64(i64),
}

/// A decimal as YDB stores it: a 128-bit integer, `10^scale` times the number, in two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecimalValue {
    /// Upper 64 bits, which carry the sign.
    pub high: i64,
    /// Lower 64 bits.
    pub low: u64,
    /// Number of all digits, 1 to 35.
    pub precision: u8,
    /// Number of digits after the point.
    pub scale: u8,
}

impl DecimalValue {
    /// Creates a decimal from `scaled`, which is the number times `10^scale`.
    pub const fn new(scaled: i128, precision: u8, scale: u8) -> Self {
        DecimalValue { high: (scaled >> 64) as i64, low: scaled as u64, precision, scale }
    }

    /// Returns the number times `10^scale`.
    pub const fn scaled(self) -> i128 {
        ((self.high as i128) << 64) | self.low as i128
    }

    /// Number that YDB stores for infinity, whatever the precision; the next number stands for NaN
    /// (yql/essentials/public/decimal/yql_decimal.h).
    #[doc(hidden)]
    pub const INFINITY: i128 = 10_i128.pow(35);
}

/// Prints the number in digits, with exactly `scale` digits after the point; `inf`, `-inf` and `nan` for YDB's values
/// that are not numbers.
impl fmt::Display for DecimalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scaled = self.scaled();
        match scaled.unsigned_abs().checked_sub(Self::INFINITY.unsigned_abs()) {
            Some(0) if scaled < 0 => return f.write_str("-inf"),
            Some(0) => return f.write_str("inf"),
            Some(1) => return f.write_str("nan"),
            _ => {}
        }
        let digits = format!("{:0>1$}", scaled.unsigned_abs(), usize::from(self.scale) + 1);
        let (whole, fraction) = digits.split_at(digits.len() - usize::from(self.scale));
        let sign = if scaled < 0 { "-" } else { "" };
        match fraction {
            "" => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{fraction}"),
        }
    }
}

/// Defines functions for all types: first the types whose values are copied, then those whose values may be borrowed. A
/// type that is left out does not compile.
macro_rules! types {
    ($($copied:ident)*; $($borrowed:ident)*) => {
        impl Value<'_> {
            /// Returns the YDB type, or `None` for NULL, whose type only the column knows.
            #[inline]
            pub fn ydb_type(&self) -> Option<YdbType> {
                Some(match self {
                    Value::Null => return None,
                    Value::Decimal(d) => YdbType::Decimal { precision: d.precision, scale: d.scale },
                    $(Value::$copied(_) => YdbType::$copied,)*
                    $(Value::$borrowed(_) => YdbType::$borrowed,)*
                })
            }

            /// Returns the value with owned texts and bytes.
            pub fn into_owned(self) -> Value<'static> {
                match self {
                    Value::Null => Value::Null,
                    Value::Decimal(x) => Value::Decimal(x),
                    $(Value::$copied(x) => Value::$copied(x),)*
                    $(Value::$borrowed(x) => Value::$borrowed(Cow::Owned(x.into_owned())),)*
                }
            }
        }
    };
}

types! {
    Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float Double Uuid Date Datetime Timestamp Interval Date32
    Datetime64 Timestamp64 Interval64;
    DyNumber String Utf8 Json JsonDocument Yson
}

impl Value<'_> {
    /// Returns the type's name for messages: `NULL` or `Uint64`.
    pub fn type_name(&self) -> &'static str {
        self.ydb_type().map_or("NULL", YdbType::name)
    }

    /// Returns the error for this value where another type, or a value that is not NULL, was expected.
    #[cold]
    pub fn unexpected(&self, expected: &'static str) -> ValueError {
        match self {
            Value::Null => ValueError::Null,
            other => ValueError::Mismatch { expected, found: other.type_name() },
        }
    }

    /// Refuses a value that a column of this type cannot hold: one of another type, and NULL if the column is NOT NULL.
    /// A hand-written [`Column`](super::Column) may encode either. Inlined: where the type of the value is known, one
    /// comparison is left.
    ///
    /// # Errors
    /// [`ValueError::Null`], or an error that names both types.
    #[doc(hidden)]
    #[inline(always)]
    pub fn check(&self, ty: YdbType, optional: bool) -> Result<(), ValueError> {
        match self.ydb_type() {
            Some(own) if own == ty => Ok(()),
            None if optional => Ok(()),
            own => Err(not_of(own, ty)),
        }
    }

    /// Returns the bytes that the value takes: the width of its type, or the length of its text; 0 for NULL.
    #[inline]
    pub fn size(&self) -> usize {
        match self {
            Value::DyNumber(x) | Value::Utf8(x) | Value::Json(x) | Value::JsonDocument(x) => x.len(),
            Value::String(x) | Value::Yson(x) => x.len(),
            // The most common types come first: every write asks for their size.
            Value::Null => 0,
            Value::Int64(_) | Value::Uint64(_) | Value::Double(_) | Value::Timestamp(_) => 8,
            other => other.ydb_type().and_then(YdbType::fixed_size).unwrap_or(0),
        }
    }
}

/// Returns the error for a value of a type, or for NULL, in a column of type `ty`.
#[cold]
fn not_of(own: Option<YdbType>, ty: YdbType) -> ValueError {
    match own {
        None => ValueError::Null,
        Some(own) if own.name() == ty.name() => ValueError::invalid(format_args!("expected {ty}, found {own}")),
        Some(own) => ValueError::Mismatch { expected: ty.name(), found: own.name() },
    }
}

/// Returns the 36 lower-case characters of a UUID, without allocating.
pub fn uuid_text(bytes: &[u8; 16]) -> [u8; 36] {
    let mut text = [b'-'; 36];
    let mut at = 0;
    for byte in bytes {
        if matches!(at, 8 | 13 | 18 | 23) {
            at += 1;
        }
        for digit in [byte >> 4, byte & 15] {
            text[at] = b"0123456789abcdef"[usize::from(digit)];
            at += 1;
        }
    }
    text
}

/// Prints the value as people read it: `1001`, `"alice"`, `2024-05-06T07:08:09Z`, `NULL`.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("NULL"),
            Value::Bool(x) => write!(f, "{x}"),
            Value::Int8(x) => write!(f, "{x}"),
            Value::Int16(x) => write!(f, "{x}"),
            Value::Int32(x) => write!(f, "{x}"),
            Value::Int64(x) => write!(f, "{x}"),
            Value::Uint8(x) => write!(f, "{x}"),
            Value::Uint16(x) => write!(f, "{x}"),
            Value::Uint32(x) => write!(f, "{x}"),
            Value::Uint64(x) => write!(f, "{x}"),
            Value::Float(x) => write!(f, "{x}"),
            Value::Double(x) => write!(f, "{x}"),
            Value::Decimal(x) => write!(f, "{x}"),
            Value::DyNumber(x) => f.write_str(x),
            Value::Utf8(x) | Value::Json(x) | Value::JsonDocument(x) => write!(f, "{x:?}"),
            Value::String(x) | Value::Yson(x) => write!(f, "\"{}\"", x.escape_ascii()),
            // `uuid_text` writes ASCII only.
            Value::Uuid(x) => uuid_text(x).iter().try_for_each(|&byte| write!(f, "{}", char::from(byte))),
            Value::Date(x) => civil::write_date(f, i64::from(*x)),
            Value::Date32(x) => civil::write_date(f, i64::from(*x)),
            Value::Datetime(x) => civil::write_time(f, i128::from(*x) * 1_000_000),
            Value::Datetime64(x) => civil::write_time(f, i128::from(*x) * 1_000_000),
            Value::Timestamp(x) => civil::write_time(f, i128::from(*x)),
            Value::Timestamp64(x) => civil::write_time(f, i128::from(*x)),
            Value::Interval(x) | Value::Interval64(x) => write!(f, "{x} us"),
        }
    }
}
