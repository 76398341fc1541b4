//! YQL's primitive types: their names in queries, their kind (number, date, text or document), their unit, and their
//! rank among the numbers.

use std::fmt;

use super::{Type, Value};

/// Defines the enum, [`Primitive::ALL`] and [`Primitive::name`] from one list of primitive types.
macro_rules! primitives {
    ($($name:ident),* $(,)?) => {
        /// A primitive data type; `Decimal` is not one of them because it has parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names are YQL's own")]
        pub enum Primitive {
            $($name),*
        }

        impl Primitive {
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the type's name as YDB prints it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name)),*
                }
            }
        }
    };
}

primitives! {
    Bool,
    Int8, Uint8, Int16, Uint16, Int32, Uint32, Int64, Uint64, Float, Double,
    Date, Datetime, Timestamp, Interval, TzDate, TzDatetime, TzTimestamp, Date32, Datetime64, Timestamp64, Interval64,
    String, Utf8, Yson, Json, JsonDocument, Uuid, DyNumber,
}

/// Further names that YQL has for some types.
const ALIASES: &[(&str, Primitive)] = &[
    ("text", Primitive::Utf8),
    ("bytes", Primitive::String),
    // YQL's `varchar` holds bytes, not text.
    ("varchar", Primitive::String),
    ("json_document", Primitive::JsonDocument),
    ("tinyint", Primitive::Int8),
    ("smallint", Primitive::Int16),
    ("int", Primitive::Int32),
    ("integer", Primitive::Int32),
    ("bigint", Primitive::Int64),
];

/// Returns the primitive type with this name or alias, ignoring case.
pub fn parse_name(name: &str) -> Option<Primitive> {
    let own = Primitive::ALL.iter().find(|primitive| primitive.name().eq_ignore_ascii_case(name));
    own.copied().or_else(|| {
        let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        alias.map(|&(_, primitive)| primitive)
    })
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The number types in YQL's order of promotion. Each unsigned type comes before the signed type of the same width.
const NUMBERS: [Primitive; 10] = {
    use Primitive::{Double, Float, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64};
    [Uint8, Int8, Uint16, Int16, Uint32, Int32, Uint64, Int64, Float, Double]
};

impl Primitive {
    /// Returns `true` for the eight integer types.
    pub const fn is_integer(self) -> bool {
        self.is_signed_integer() || self.is_unsigned_integer()
    }

    pub const fn is_signed_integer(self) -> bool {
        matches!(self, Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64)
    }

    pub const fn is_unsigned_integer(self) -> bool {
        matches!(self, Self::Uint8 | Self::Uint16 | Self::Uint32 | Self::Uint64)
    }

    pub const fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Returns `true` for integer and floating-point types; Decimal is neither.
    pub const fn is_number(self) -> bool {
        self.is_integer() || self.is_float()
    }

    /// Returns `true` for dates and points in time without a time zone.
    pub const fn is_date(self) -> bool {
        matches!(
            self,
            Self::Date | Self::Datetime | Self::Timestamp | Self::Date32 | Self::Datetime64 | Self::Timestamp64
        )
    }

    /// Returns `true` for dates and points in time with a time zone.
    pub const fn is_tz(self) -> bool {
        matches!(self, Self::TzDate | Self::TzDatetime | Self::TzTimestamp)
    }

    pub const fn is_interval(self) -> bool {
        matches!(self, Self::Interval | Self::Interval64)
    }

    /// Returns `true` for the wide dates and intervals: Date32, Datetime64, Timestamp64 and Interval64.
    pub const fn is_wide_date(self) -> bool {
        matches!(self, Self::Date32 | Self::Datetime64 | Self::Timestamp64 | Self::Interval64)
    }

    /// Returns `true` for the types that YQL counts as strings: String, Utf8, Yson and Json.
    pub const fn is_string(self) -> bool {
        matches!(self, Self::String | Self::Utf8 | Self::Yson | Self::Json)
    }

    /// Returns `true` for the documents Json, JsonDocument and Yson. Documents cannot be compared, grouped by, or used
    /// in keys.
    pub const fn is_document(self) -> bool {
        matches!(self, Self::Json | Self::JsonDocument | Self::Yson)
    }

    /// Returns the microseconds in one unit of a stored date or interval; 1 for all other types.
    pub const fn unit_us(self) -> i64 {
        match self {
            Self::Date | Self::Date32 => DAY_US,
            Self::Datetime | Self::Datetime64 => 1_000_000,
            _ => 1,
        }
    }

    /// Returns the rank of a number type in YQL's order of promotion. Arithmetic returns the higher of its operands'
    /// types.
    pub fn number_level(self) -> Option<usize> {
        NUMBERS.iter().position(|number| *number == self)
    }

    /// Returns the unsigned integer type of the same width; other types stay as they are.
    pub fn unsigned(self) -> Self {
        match self.number_level() {
            Some(level) if self.is_signed_integer() => NUMBERS[level - 1],
            _ => self,
        }
    }

    /// Returns the signed integer type of the same width; other types stay as they are.
    pub fn signed(self) -> Self {
        match self.number_level() {
            Some(level) if self.is_unsigned_integer() => NUMBERS[level + 1],
            _ => self,
        }
    }
}

impl Type {
    /// Returns the primitive type that this is. Does not look inside `Optional`.
    pub const fn primitive(&self) -> Option<Primitive> {
        match self {
            Self::Primitive(primitive) => Some(*primitive),
            _ => None,
        }
    }

    /// Returns precision and scale of a Decimal.
    pub const fn decimal(&self) -> Option<(u8, u8)> {
        match self {
            Self::Decimal { precision, scale } => Some((*precision, *scale)),
            _ => None,
        }
    }

    /// Returns `true` for a primitive type or a Decimal: YQL's "data" types.
    pub const fn is_data(&self) -> bool {
        matches!(self, Self::Primitive(_) | Self::Decimal { .. })
    }
}

/// Returns the inner value of a present optional.
pub(crate) fn unwrap_present(value: &Value) -> &Value {
    match value {
        Value::Just(inner) => inner,
        other => other,
    }
}

/// Returns a value of type `inner` as a present value of `Optional<inner>`.
pub(crate) fn wrap_present(value: Value, inner: &Type) -> Value {
    if matches!(inner, Type::Optional(_)) { Value::Just(value.into()) } else { value }
}

/// Number of microseconds in a day.
pub(crate) const DAY_US: i64 = 86_400_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_in_any_case() {
        assert_eq!(parse_name("Utf8"), Some(Primitive::Utf8));
        assert_eq!(parse_name("uTF8"), Some(Primitive::Utf8));
        assert_eq!(parse_name("TEXT"), Some(Primitive::Utf8));
        assert_eq!(parse_name("bytes"), Some(Primitive::String));
        assert_eq!(parse_name("Varchar"), Some(Primitive::String));
        assert_eq!(parse_name("BIGINT"), Some(Primitive::Int64));
        assert_eq!(parse_name("JsonDocument"), Some(Primitive::JsonDocument));
        assert_eq!(parse_name("Decimal"), None);
        assert_eq!(parse_name("Serial"), None);
    }

    #[test]
    fn no_alias_hides_a_name() {
        for (alias, _) in ALIASES {
            assert!(Primitive::ALL.iter().all(|primitive| !primitive.name().eq_ignore_ascii_case(alias)), "{alias}");
        }
    }
}
