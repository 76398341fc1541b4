//! Storage of values by type: the variant of [`Value`], the width of numbers, and their range.
//!
//! [`Type::stored_as`] decides this once for the whole engine. Keys, rows, the wire, `ToBytes` and the checks of
//! clients' values match on [`StoredAs`] instead of the types. A new type that is stored like an existing one needs no
//! changes there.

use super::primitive::DAY_US;
use super::{Primitive, Type, Value, decimal, dynumber};

/// Number of the first day that `Date` cannot hold: 2106-01-01.
const END_OF_DAYS: i128 = 49_673;

/// Storage of a type's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredAs {
    Bool,
    /// `Value::Int`: a signed number of this many bytes.
    Signed(usize),
    /// `Value::Uint`: an unsigned number of this many bytes.
    Unsigned(usize),
    Float,
    Double,
    Decimal,
    Uuid,
    Bytes,
    /// `Value::Text` that sorts by its bytes.
    Text,
    /// `Value::Text` that does not sort by its bytes, but by its image.
    Imaged(Image),
}

/// Images of text: bytes that sort like the values of a type. Keys contain the image, and comparisons compare it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// The image of a DyNumber, see [`dynumber`].
    DyNumber,
}

impl Image {
    /// Returns the image of a text; `None` if the text is not a value of the type.
    pub fn of(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::DyNumber => dynumber::encode(text),
        }
    }

    /// Returns the text of an image, in the form that YDB prints.
    pub fn text(self, image: &[u8]) -> Option<String> {
        match self {
            Self::DyNumber => dynumber::decode(image),
        }
    }
}

impl Primitive {
    pub const fn stored_as(self) -> StoredAs {
        match self {
            Self::Bool => StoredAs::Bool,
            Self::Int8 => StoredAs::Signed(1),
            Self::Int16 => StoredAs::Signed(2),
            Self::Int32 | Self::Date32 => StoredAs::Signed(4),
            Self::Int64 | Self::Interval | Self::Datetime64 | Self::Timestamp64 | Self::Interval64 => {
                StoredAs::Signed(8)
            }
            Self::Uint8 => StoredAs::Unsigned(1),
            Self::Uint16 | Self::Date => StoredAs::Unsigned(2),
            Self::Uint32 | Self::Datetime => StoredAs::Unsigned(4),
            Self::Uint64 | Self::Timestamp => StoredAs::Unsigned(8),
            Self::Float => StoredAs::Float,
            Self::Double => StoredAs::Double,
            Self::Uuid => StoredAs::Uuid,
            Self::String | Self::Yson => StoredAs::Bytes,
            Self::Utf8 | Self::Json | Self::JsonDocument | Self::TzDate | Self::TzDatetime | Self::TzTimestamp => {
                StoredAs::Text
            }
            Self::DyNumber => StoredAs::Imaged(Image::DyNumber),
        }
    }

    /// Returns the number of bytes of a value, for types that are stored as a number.
    pub const fn width(self) -> Option<usize> {
        match self.stored_as() {
            StoredAs::Bool => Some(1),
            StoredAs::Signed(width) | StoredAs::Unsigned(width) => Some(width),
            StoredAs::Float => Some(4),
            StoredAs::Double => Some(8),
            StoredAs::Decimal | StoredAs::Uuid | StoredAs::Bytes | StoredAs::Text | StoredAs::Imaged(_) => None,
        }
    }

    /// Returns the least and the greatest stored number of a Bool, an integer, a date or an interval, both included.
    pub const fn range(self) -> Option<(i128, i128)> {
        // A calendar ends before the stored numbers do.
        Some(match self {
            Self::Bool => (0, 1),
            Self::Date => (0, END_OF_DAYS - 1),
            Self::Datetime => (0, END_OF_DAYS * 86_400 - 1),
            Self::Timestamp => (0, END_OF_DAYS * DAY_US as i128 - 1),
            Self::Interval => (1 - END_OF_DAYS * DAY_US as i128, END_OF_DAYS * DAY_US as i128 - 1),
            Self::Date32 => (-53_375_809, 53_375_807),
            Self::Datetime64 => (-4_611_669_897_600, 4_611_669_811_199),
            Self::Timestamp64 => (-4_611_669_897_600_000_000, 4_611_669_811_199_999_999),
            Self::Interval64 => (-9_223_339_708_799_999_999, 9_223_339_708_799_999_999),
            other => match other.stored_as() {
                StoredAs::Signed(width) => (-(1 << (8 * width - 1)), (1 << (8 * width - 1)) - 1),
                StoredAs::Unsigned(width) => (0, (1 << (8 * width)) - 1),
                _ => return None,
            },
        })
    }
}

impl Type {
    /// Returns the storage of this type's values, or of the type inside an `Optional`; `None` for types that columns
    /// cannot have.
    pub fn stored_as(&self) -> Option<StoredAs> {
        match self.unwrap_optional() {
            Self::Primitive(primitive) => Some(primitive.stored_as()),
            Self::Decimal { .. } => Some(StoredAs::Decimal),
            _ => None,
        }
    }

    /// Returns the image by which values of this type sort, if they do not sort like their text.
    pub fn image(&self) -> Option<Image> {
        match self.stored_as() {
            Some(StoredAs::Imaged(image)) => Some(image),
            _ => None,
        }
    }
}

/// Returns the stored number of a Bool, an integer, a date or an interval.
pub(crate) fn stored(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(bit) => Some(i128::from(*bit)),
        Value::Int(number) => Some(i128::from(*number)),
        Value::Uint(number) => Some(i128::from(*number)),
        _ => None,
    }
}

/// Returns the value of a stored number; `None` if the type cannot hold it.
pub(crate) fn from_stored(number: i128, primitive: Primitive) -> Option<Value> {
    let (least, greatest) = primitive.range()?;
    if number < least || number > greatest {
        return None;
    }
    Some(wrap_stored(number, primitive))
}

/// Returns the value of a stored number cut to the type's width, as C++'s `static_cast` does; `Null` for types that are
/// not stored as a number.
pub(crate) fn wrap_stored(number: i128, primitive: Primitive) -> Value {
    let unused = |width: usize| 128 - 8 * width as u32;
    match primitive.stored_as() {
        StoredAs::Bool => Value::Bool(number != 0),
        StoredAs::Signed(width) => Value::Int(((number << unused(width)) >> unused(width)) as i64),
        StoredAs::Unsigned(width) => Value::Uint((((number as u128) << unused(width)) >> unused(width)) as u64),
        _ => Value::Null,
    }
}

/// Returns `true` if a number is in its type's range: an integer within its width, a date within the calendar, a
/// Decimal within its digits. Values of types without a range always are.
pub fn in_range(value: &Value, ty: &Type) -> bool {
    match (value, ty.unwrap_optional()) {
        (Value::Decimal(number), Type::Decimal { precision, .. }) => {
            *number == decimal::NAN
                || number.unsigned_abs() == decimal::INF.unsigned_abs()
                || number.unsigned_abs() < decimal::power((*precision).into()).unsigned_abs()
        }
        (_, Type::Primitive(primitive)) => match (stored(value), primitive.range()) {
            (Some(number), Some((least, greatest))) => (least..=greatest).contains(&number),
            _ => true,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_documentation() {
        assert_eq!(Primitive::Int8.range(), Some((-128, 127)));
        assert_eq!(Primitive::Int64.range(), Some((i64::MIN.into(), i64::MAX.into())));
        assert_eq!(Primitive::Uint16.range(), Some((0, 65_535)));
        assert_eq!(Primitive::Uint64.range(), Some((0, u64::MAX.into())));
        assert_eq!(Primitive::Date.range(), Some((0, 49_672)));
        // 2106-01-01T00:00:00Z is 4291747200 seconds after 1970.
        assert_eq!(Primitive::Datetime.range(), Some((0, 4_291_747_199)));
        assert_eq!(Primitive::Timestamp.range(), Some((0, 4_291_747_199_999_999)));
        assert_eq!(Primitive::Interval.range(), Some((-4_291_747_199_999_999, 4_291_747_199_999_999)));
        assert_eq!(Primitive::Utf8.range(), None);
        assert_eq!(Primitive::Double.range(), None);
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

    #[test]
    fn numbers_within_their_range() {
        let fits = |value: Value, primitive: Primitive| in_range(&value, &primitive.into());
        assert!(fits(Value::Int(-128), Primitive::Int8));
        assert!(!fits(Value::Int(-129), Primitive::Int8));
        assert!(fits(Value::Uint(49_672), Primitive::Date));
        assert!(!fits(Value::Uint(49_673), Primitive::Date));
        assert!(fits(Value::Int(-53_375_809), Primitive::Date32));
        assert!(!fits(Value::Int(-53_375_810), Primitive::Date32));
        assert!(!fits(Value::Int(4_291_747_200_000_000), Primitive::Interval));
    }

    #[test]
    fn decimals_within_their_digits() {
        let ty = Type::Decimal { precision: 3, scale: 1 };
        assert!(in_range(&Value::Decimal(-999), &ty));
        assert!(!in_range(&Value::Decimal(1000), &ty));
        assert!(in_range(&Value::Decimal(-decimal::INF), &ty));
        assert!(in_range(&Value::Decimal(decimal::NAN), &ty));
        assert!(!in_range(&Value::Decimal(decimal::NAN + 1), &ty));
    }
}
