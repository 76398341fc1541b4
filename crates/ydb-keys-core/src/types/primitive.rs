//! Rust's primitives as columns.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_and_missing_values_say_what_was_expected() {
        assert_eq!(u64::decode(Value::Null), Err(ValueError::Null));
        assert_eq!(u64::decode(Value::Int64(1)), Err(ValueError::Mismatch { expected: "Uint64", found: "Int64" }));
        assert_eq!(Option::<u64>::decode(Value::Null), Ok(None));
    }
}
