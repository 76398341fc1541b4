//! YDB data types of table columns, and what YDB lets each of them do.

use std::fmt;

use crate::error::ValueError;

/// A YDB data type that a column of a row or column table can have.
///
/// Names are YDB's own: `String` is raw bytes, `Utf8` is text. The capabilities follow
/// [YDB's type reference](https://ydb.tech/docs/en/yql/reference/types/primitive).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each variant is the YDB type of the same name")]
pub enum YdbType {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float,
    Double,
    /// `Decimal(precision, scale)`: precision 1 to 35, scale at most the precision.
    Decimal {
        precision: u8,
        scale: u8,
    },
    DyNumber,
    /// Raw bytes.
    String,
    Utf8,
    Json,
    JsonDocument,
    Yson,
    Uuid,
    /// Days since 1970-01-01, unsigned 16 bits.
    Date,
    /// Seconds since 1970-01-01, unsigned 32 bits.
    Datetime,
    /// Microseconds since 1970-01-01, unsigned 64 bits.
    Timestamp,
    /// Microseconds, signed 64 bits.
    Interval,
    /// Days since 1970-01-01, signed 32 bits.
    Date32,
    /// Seconds since 1970-01-01, signed 64 bits.
    Datetime64,
    /// Microseconds since 1970-01-01, signed 64 bits.
    Timestamp64,
    /// Microseconds, signed 64 bits, with a wider range than `Interval`.
    Interval64,
}

use YdbType::*;

use super::const_text::{Message, same};

/// Defines the list of the types and their names; a type that is left out does not compile.
macro_rules! types {
    ($count:literal: $($plain:ident)*) => {
        impl YdbType {
            /// All types without parameters, which are all types but [`Decimal`](YdbType::Decimal).
            pub const PLAIN: [YdbType; $count] = [$($plain),*];

            /// Returns the type's YDB name without parameters: `Uint64`, `Decimal`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($plain => stringify!($plain),)*
                    Decimal { .. } => "Decimal",
                }
            }
        }
    };
}

types! { 26:
    Bool Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float Double DyNumber String Utf8 Json JsonDocument Yson Uuid
    Date Datetime Timestamp Interval Date32 Datetime64 Timestamp64 Interval64
}

/// Range and literals of an integer type in YQL.
#[derive(Clone, Copy)]
pub struct Integer {
    /// Least number of the type.
    pub least: i128,
    /// Greatest number of the type.
    pub greatest: i128,
    /// Suffix that gives a literal this type; an Int32 needs none.
    pub suffix: &'static str,
}

impl Integer {
    const fn new(least: i128, greatest: i128, suffix: &'static str) -> Option<Self> {
        Some(Integer { least, greatest, suffix })
    }
}

impl YdbType {
    /// Stands in [`ColumnInfo::carries`](super::ColumnInfo::carries) for a `Decimal` of any precision and scale.
    #[doc(hidden)]
    pub const ANY_DECIMAL: YdbType = Decimal { precision: 0, scale: 0 };

    /// Returns the range of an integer type, and how its literals are written; `None` for other types.
    #[doc(hidden)]
    pub const fn integer(self) -> Option<Integer> {
        match self {
            Int8 => Integer::new(i8::MIN as i128, i8::MAX as i128, "t"),
            Int16 => Integer::new(i16::MIN as i128, i16::MAX as i128, "s"),
            Int32 => Integer::new(i32::MIN as i128, i32::MAX as i128, ""),
            Int64 => Integer::new(i64::MIN as i128, i64::MAX as i128, "l"),
            Uint8 => Integer::new(0, u8::MAX as i128, "ut"),
            Uint16 => Integer::new(0, u16::MAX as i128, "us"),
            Uint32 => Integer::new(0, u32::MAX as i128, "u"),
            Uint64 => Integer::new(0, u64::MAX as i128, "ul"),
            _ => None,
        }
    }

    /// Returns `true` if this is one of the eight integer types.
    pub const fn is_integer(self) -> bool {
        self.integer().is_some()
    }

    /// Returns the integer type as which an integer, a time or an interval is stored: a numeric hash function takes it.
    #[doc(hidden)]
    pub const fn stored_as(self) -> Option<YdbType> {
        Some(match self {
            Date => Uint16,
            Datetime => Uint32,
            Timestamp => Uint64,
            Date32 => Int32,
            Datetime64 | Timestamp64 | Interval | Interval64 => Int64,
            _ if self.is_integer() => self,
            _ => return None,
        })
    }

    /// Parses the type that [`Display`](fmt::Display) writes. Ignores case, and spaces between the parameters, because
    /// YDB prints some.
    #[doc(hidden)]
    pub fn from_text(text: &str) -> Option<Self> {
        if let Some((name, parameters)) = text.split_once('(') {
            let (precision, scale) = parameters.strip_suffix(')')?.split_once(',')?;
            let parameter = |text: &str| text.trim().parse().ok();
            let is_decimal = name.trim_end().eq_ignore_ascii_case("Decimal");
            return is_decimal.then_some(Decimal { precision: parameter(precision)?, scale: parameter(scale)? });
        }
        YdbType::PLAIN.into_iter().find(|ty| text.eq_ignore_ascii_case(ty.name()))
    }

    /// Returns the Rust type of a field, as `pull` writes it; `true` if this is the default YDB type of such a field.
    #[doc(hidden)]
    pub const fn rust_type(self) -> (&'static str, bool) {
        match self {
            Bool => ("bool", true),
            Int8 => ("i8", true),
            Int16 => ("i16", true),
            Int32 => ("i32", true),
            Int64 => ("i64", true),
            Uint8 => ("u8", true),
            Uint16 => ("u16", true),
            Uint32 => ("u32", true),
            Uint64 => ("u64", true),
            Float => ("f32", true),
            Double => ("f64", true),
            Decimal { .. } => ("Decimal", true),
            Utf8 => ("String", true),
            DyNumber | Json | JsonDocument => ("String", false),
            String => ("Vec<u8>", true),
            Yson => ("Vec<u8>", false),
            Uuid => ("Uuid", true),
            Timestamp => ("SystemTime", true),
            Date | Datetime | Date32 | Datetime64 | Timestamp64 => ("SystemTime", false),
            Interval => ("Duration", true),
            Interval64 => ("Duration", false),
        }
    }

    /// Returns `true` for a date or a point in time. Values of these types grow as time goes by.
    pub const fn is_time(self) -> bool {
        matches!(self, Date | Datetime | Timestamp | Date32 | Datetime64 | Timestamp64)
    }

    /// Returns `true` for a number. The type does not say whether its values are a sequence or spread.
    pub const fn is_number(self) -> bool {
        self.is_integer() || matches!(self, Interval | Interval64 | Decimal { .. } | DyNumber)
    }

    /// Returns `true` if a key column of a row table may have this type.
    pub const fn is_row_key(self) -> bool {
        !matches!(self, Float | Double | Json | JsonDocument | Yson)
    }

    /// Returns `true` if a key column of a column table may have this type.
    ///
    /// For a `Uuid` it returns `false`: no released YDB version is known to take it.
    pub const fn is_column_table_key(self) -> bool {
        self.is_row_key() && !matches!(self, Bool | DyNumber | Uuid | Interval)
    }

    /// Returns `true` if a column table can have a column of this type at all.
    pub const fn is_in_column_table(self) -> bool {
        !matches!(self, DyNumber | Interval)
    }

    /// Returns `true` if `xxh3` can hash the type: the server must be able to compute the same bytes.
    pub const fn is_hashable(self) -> bool {
        self.is_row_key() && !matches!(self, Decimal { .. } | DyNumber)
    }

    /// Returns the number of bytes of a value, or `None` when the length varies.
    pub const fn fixed_size(self) -> Option<usize> {
        Some(match self {
            Bool | Int8 | Uint8 => 1,
            Int16 | Uint16 | Date => 2,
            Int32 | Uint32 | Float | Datetime | Date32 => 4,
            Int64 | Uint64 | Double | Timestamp | Interval => 8,
            Datetime64 | Timestamp64 | Interval64 => 8,
            Decimal { .. } | Uuid => 16,
            DyNumber | String | Utf8 | Json | JsonDocument | Yson => return None,
        })
    }

    /// Returns the error for a value that this type cannot hold.
    #[doc(hidden)]
    #[cold]
    pub fn out_of_range(self, value: impl fmt::Display) -> ValueError {
        ValueError::OutOfRange { value: value.to_string(), ty: self.name() }
    }

    /// Returns `true` if a value of another type that YQL compares as equal to one of this type is always that one
    /// value. A Double is not, because it may equal several integers.
    #[doc(hidden)]
    pub const fn keeps(self, other: Self) -> bool {
        let are_texts = matches!((self, other), (Utf8 | String, Utf8 | String));
        self.same(other) || are_texts || self.is_integer() && other.is_integer() || self.is_time() && other.is_time()
    }

    /// Compares two types like `==`, also in constants.
    pub const fn same(self, other: Self) -> bool {
        match (self, other) {
            (Decimal { precision: p, scale: s }, Decimal { precision, scale }) => p == precision && s == scale,
            _ => same(self.name(), other.name()),
        }
    }
}

/// Prints the canonical spelling in YQL: `Uint64`, `Decimal(22,9)`.
impl fmt::Display for YdbType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decimal { precision, scale } => write!(f, "Decimal({precision},{scale})"),
            other => f.write_str(other.name()),
        }
    }
}

impl Message {
    /// Adds a type with its article: `an Int64`, `a Uint64`.
    pub const fn a_type(self, ty: YdbType) -> Self {
        let article = match ty.name().as_bytes() {
            [b'I', ..] => "an ",
            _ => "a ",
        };
        self.text(article).ydb_type(ty)
    }

    /// Adds a type with its parameters to a message: `Decimal(22,9)`.
    pub const fn ydb_type(self, ty: YdbType) -> Self {
        let message = self.text(ty.name());
        match ty {
            Decimal { precision, scale } => {
                message.text("(").number(precision as i128).text(",").number(scale as i128).text(")")
            }
            _ => message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_stored_as_integers_of_their_width() {
        for ty in YdbType::PLAIN {
            if let Some(integer) = ty.stored_as() {
                assert!(integer.is_integer());
                assert_eq!(integer.fixed_size(), ty.fixed_size(), "{ty}");
            }
            assert_eq!(ty.is_integer(), ty.stored_as() == Some(ty), "{ty}");
            assert!(!ty.is_time() || ty.stored_as().is_some(), "{ty}");
        }
    }
}
