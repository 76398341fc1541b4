//! What kind of type a primitive is: number, date or text; its unit, width and range.

use super::{Primitive, Type, Value};

/// Microseconds of a day.
pub(crate) const DAY_US: i64 = 86_400_000_000;
/// The first day that `Date` cannot hold: 2106-01-01.
const END_OF_DAYS: i128 = 49_673;

impl Primitive {
    /// Whether this is one of the eight integer types.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.is_signed_integer() || self.is_unsigned_integer()
    }

    /// Whether this is Int8, Int16, Int32 or Int64.
    #[must_use]
    pub const fn is_signed_integer(self) -> bool {
        matches!(self, Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64)
    }

    /// Whether this is Uint8, Uint16, Uint32 or Uint64.
    #[must_use]
    pub const fn is_unsigned_integer(self) -> bool {
        matches!(self, Self::Uint8 | Self::Uint16 | Self::Uint32 | Self::Uint64)
    }

    /// Whether this is Float or Double.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Whether this is an integer or a floating-point type; Decimal is neither.
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.is_integer() || self.is_float()
    }

    /// Whether this is a date or a point of time, without time zone.
    #[must_use]
    pub const fn is_date(self) -> bool {
        matches!(
            self,
            Self::Date | Self::Datetime | Self::Timestamp | Self::Date32 | Self::Datetime64 | Self::Timestamp64
        )
    }

    /// Whether this is a date or a point of time with a time zone.
    #[must_use]
    pub const fn is_tz(self) -> bool {
        matches!(self, Self::TzDate | Self::TzDatetime | Self::TzTimestamp)
    }

    /// Whether this is Interval or Interval64.
    #[must_use]
    pub const fn is_interval(self) -> bool {
        matches!(self, Self::Interval | Self::Interval64)
    }

    /// Whether this is one of the wide dates and intervals: Date32, Datetime64, Timestamp64 and Interval64.
    #[must_use]
    pub const fn is_wide_date(self) -> bool {
        matches!(self, Self::Date32 | Self::Datetime64 | Self::Timestamp64 | Self::Interval64)
    }

    /// Whether YQL counts this among the strings: String, Utf8, Yson and Json.
    #[must_use]
    pub const fn is_string(self) -> bool {
        matches!(self, Self::String | Self::Utf8 | Self::Yson | Self::Json)
    }

    /// Whether values are stored as `Value::Uint`.
    #[must_use]
    pub const fn is_stored_unsigned(self) -> bool {
        self.is_unsigned_integer() || matches!(self, Self::Date | Self::Datetime | Self::Timestamp)
    }

    /// The microseconds in one unit of a date's or an interval's storage; 1 for all others.
    #[must_use]
    pub const fn unit_us(self) -> i64 {
        match self {
            Self::Date | Self::Date32 => DAY_US,
            Self::Datetime | Self::Datetime64 => 1_000_000,
            _ => 1,
        }
    }

    /// The bytes of one stored value, for types that are stored as a number.
    #[must_use]
    pub const fn width(self) -> Option<usize> {
        Some(match self {
            Self::Bool | Self::Int8 | Self::Uint8 => 1,
            Self::Int16 | Self::Uint16 | Self::Date => 2,
            Self::Int32 | Self::Uint32 | Self::Float | Self::Datetime | Self::Date32 => 4,
            Self::Int64
            | Self::Uint64
            | Self::Double
            | Self::Timestamp
            | Self::Interval
            | Self::Datetime64
            | Self::Timestamp64
            | Self::Interval64 => 8,
            _ => return None,
        })
    }

    /// The least and the greatest stored number of an integer, a date or an interval, both included.
    #[must_use]
    pub const fn range(self) -> Option<(i128, i128)> {
        Some(match self {
            Self::Bool => (0, 1),
            Self::Int8 => (i8::MIN as i128, i8::MAX as i128),
            Self::Uint8 => (0, u8::MAX as i128),
            Self::Int16 => (i16::MIN as i128, i16::MAX as i128),
            Self::Uint16 => (0, u16::MAX as i128),
            Self::Int32 => (i32::MIN as i128, i32::MAX as i128),
            Self::Uint32 => (0, u32::MAX as i128),
            Self::Int64 => (i64::MIN as i128, i64::MAX as i128),
            Self::Uint64 => (0, u64::MAX as i128),
            Self::Date => (0, END_OF_DAYS - 1),
            Self::Datetime => (0, END_OF_DAYS * 86_400 - 1),
            Self::Timestamp => (0, END_OF_DAYS * DAY_US as i128 - 1),
            Self::Interval => (1 - END_OF_DAYS * DAY_US as i128, END_OF_DAYS * DAY_US as i128 - 1),
            Self::Date32 => (-53_375_809, 53_375_807),
            Self::Datetime64 => (-4_611_669_897_600, 4_611_669_811_199),
            Self::Timestamp64 => (-4_611_669_897_600_000_000, 4_611_669_811_199_999_999),
            Self::Interval64 => (-9_223_339_708_799_999_999, 9_223_339_708_799_999_999),
            _ => return None,
        })
    }

    /// The place of a number type in YQL's order of promotion: arithmetic yields the higher of its operands' types.
    #[must_use]
    pub const fn number_level(self) -> Option<u8> {
        Some(match self {
            Self::Uint8 => 0,
            Self::Int8 => 1,
            Self::Uint16 => 2,
            Self::Int16 => 3,
            Self::Uint32 => 4,
            Self::Int32 => 5,
            Self::Uint64 => 6,
            Self::Int64 => 7,
            Self::Float => 8,
            Self::Double => 9,
            _ => return None,
        })
    }

    /// The unsigned integer of the same width; other types stay as they are.
    #[must_use]
    pub const fn unsigned(self) -> Self {
        match self {
            Self::Int8 => Self::Uint8,
            Self::Int16 => Self::Uint16,
            Self::Int32 => Self::Uint32,
            Self::Int64 => Self::Uint64,
            other => other,
        }
    }
}

impl Type {
    /// The primitive type that this is, not looking through `Optional`.
    #[must_use]
    pub const fn primitive(&self) -> Option<Primitive> {
        match self {
            Self::Primitive(primitive) => Some(*primitive),
            _ => None,
        }
    }

    /// Precision and scale of a Decimal.
    #[must_use]
    pub const fn decimal(&self) -> Option<(u8, u8)> {
        match self {
            Self::Decimal { precision, scale } => Some((*precision, *scale)),
            _ => None,
        }
    }

    /// Whether this is a primitive type or a Decimal: YQL's "data" types.
    #[must_use]
    pub const fn is_data(&self) -> bool {
        matches!(self, Self::Primitive(_) | Self::Decimal { .. })
    }
}

/// The stored number of a Bool, an integer, a date or an interval.
pub(crate) fn stored(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(bit) => Some(i128::from(*bit)),
        Value::Int(number) => Some(i128::from(*number)),
        Value::Uint(number) => Some(i128::from(*number)),
        _ => None,
    }
}

/// The value of this stored number, where the type can hold it.
pub(crate) fn from_stored(number: i128, primitive: Primitive) -> Option<Value> {
    let (least, greatest) = primitive.range()?;
    if number < least || number > greatest {
        return None;
    }
    Some(wrap_stored(number, primitive))
}

/// The value of this stored number cut to the type's width, as C++'s `static_cast` does; `Null` for types not stored as a number.
pub(crate) fn wrap_stored(number: i128, primitive: Primitive) -> Value {
    match (primitive, primitive.width()) {
        (Primitive::Bool, _) => Value::Bool(number != 0),
        (Primitive::Float | Primitive::Double, _) | (_, None) => Value::Null,
        (_, Some(width)) => {
            let unused = 128 - 8 * width as u32;
            if primitive.is_stored_unsigned() {
                Value::Uint((((number as u128) << unused) >> unused) as u64)
            } else {
                Value::Int(((number << unused) >> unused) as i64)
            }
        }
    }
}

/// The inner value of an optional's present value.
pub(crate) fn unwrap_present(value: &Value) -> &Value {
    match value {
        Value::Just(inner) => inner,
        other => other,
    }
}

/// A value of `inner` as a present value of `Optional<inner>`.
pub(crate) fn wrap_present(value: Value, inner: &Type) -> Value {
    if matches!(inner, Type::Optional(_)) { Value::Just(value.into()) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_documentation() {
        assert_eq!(Primitive::Date.range(), Some((0, 49_672)));
        // 2106-01-01T00:00:00Z is 4291747200 seconds after 1970.
        assert_eq!(Primitive::Datetime.range(), Some((0, 4_291_747_199)));
        assert_eq!(Primitive::Timestamp.range(), Some((0, 4_291_747_199_999_999)));
        assert_eq!(Primitive::Interval.range(), Some((-4_291_747_199_999_999, 4_291_747_199_999_999)));
        assert_eq!(Primitive::Utf8.range(), None);
    }

    #[test]
    fn stored_numbers_are_cut_to_the_width() {
        assert_eq!(wrap_stored(300, Primitive::Uint8), Value::Uint(44));
        assert_eq!(wrap_stored(200, Primitive::Int8), Value::Int(-56));
        assert_eq!(wrap_stored(-1, Primitive::Uint64), Value::Uint(u64::MAX));
        assert_eq!(wrap_stored(-1, Primitive::Uint32), Value::Uint(4_294_967_295));
        assert_eq!(wrap_stored(1 << 63, Primitive::Int64), Value::Int(i64::MIN));
        assert_eq!(wrap_stored(7, Primitive::Bool), Value::Bool(true));
        assert_eq!(from_stored(128, Primitive::Int8), None);
        assert_eq!(from_stored(49_672, Primitive::Date), Some(Value::Uint(49_672)));
        assert_eq!(from_stored(49_673, Primitive::Date), None);
    }
}
