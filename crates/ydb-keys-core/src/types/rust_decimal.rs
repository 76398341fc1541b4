//! `rust_decimal::Decimal` as a column (feature `rust_decimal`).

use rust_decimal::Decimal;

use super::{Column, ColumnInfo, DecimalValue, Required, Value, YdbType};
use crate::error::ValueError;

/// Returns the number times `10^scale`; an error if that is not an integer.
fn scaled(number: &Decimal, scale: u8) -> Result<i128, ValueError> {
    let (mantissa, places) = (number.mantissa(), number.scale());
    let power = |exponent: u32| 10_i128.checked_pow(exponent);
    // The scale of a column is at most 35, the scale of a `Decimal` at most 28, so both powers are below 2^127.
    let scaled = match u32::from(scale).checked_sub(places) {
        Some(more) => power(more).and_then(|power| mantissa.checked_mul(power)),
        None => match power(places - u32::from(scale)) {
            Some(power) if mantissa % power == 0 => Some(mantissa / power),
            _ => {
                return Err(ValueError::invalid(format_args!(
                    "{number} has more than {scale} digits after the point, and is not rounded silently; call `round_dp({scale})` on it"
                )));
            }
        },
    };
    scaled.ok_or_else(|| ValueError::OutOfRange { value: number.to_string(), ty: "Decimal" })
}

/// Returns `true` if the value is a number of at most `precision` digits: not too large, and none of YDB's infinities
/// and not-a-number.
fn is_finite(decimal: DecimalValue) -> bool {
    decimal.precision <= 35 && decimal.scaled().unsigned_abs() < 10_u128.pow(decimal.precision.into())
}

impl Column for Decimal {
    const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::Decimal { precision: 22, scale: 9 }, YdbType::ANY_DECIMAL]);

    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        let (precision, scale) = match ty {
            YdbType::Decimal { precision, scale } => (precision, scale),
            _ => (22, 9),
        };
        let scaled = scaled(self, scale)?;
        match DecimalValue::new(scaled, precision, scale) {
            value if is_finite(value) => Ok(Value::Decimal(value)),
            _ => Err(ValueError::OutOfRange { value: self.to_string(), ty: "Decimal" }),
        }
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        let Value::Decimal(decimal) = value else { return Err(value.unexpected("Decimal")) };
        let out_of_range = || ValueError::OutOfRange { value: decimal.to_string(), ty: "rust_decimal::Decimal" };
        if !is_finite(decimal) {
            return Err(out_of_range());
        }
        let (mut mantissa, mut places) = (decimal.scaled(), u32::from(decimal.scale));
        loop {
            match Decimal::try_from_i128_with_scale(mantissa, places) {
                Ok(number) => return Ok(number),
                // Zeros at the end can be dropped: 96 bits and 28 places may suffice without them.
                Err(_) if places > 0 && mantissa % 10 == 0 => (mantissa, places) = (mantissa / 10, places - 1),
                Err(_) => return Err(out_of_range()),
            }
        }
    }
}

impl Required for Decimal {}

#[cfg(test)]
mod tests {
    use super::*;

    const fn decimal(precision: u8, scale: u8) -> YdbType {
        YdbType::Decimal { precision, scale }
    }

    fn encode(text: &str, ty: YdbType) -> Result<String, ValueError> {
        text.parse::<Decimal>().unwrap().encode(ty).map(|value| value.to_string())
    }

    #[test]
    fn a_number_is_stored_exactly_or_not_at_all() {
        assert_eq!(encode("19.99", decimal(22, 9)), Ok("19.990000000".to_owned()));
        assert_eq!(encode("-19.9900", decimal(4, 2)), Ok("-19.99".to_owned()));
        assert_eq!(encode("-0.00", decimal(4, 1)), Ok("0.0".to_owned()));
        assert_eq!(encode("99.99", decimal(4, 2)), Ok("99.99".to_owned()));
        assert_eq!(
            encode("100", decimal(4, 2)),
            Err(ValueError::OutOfRange { value: "100".to_owned(), ty: "Decimal" })
        );
        let message = encode("19.999", decimal(22, 2)).unwrap_err().to_string();
        assert!(message.contains("more than 2 digits after the point") && message.contains("round_dp(2)"), "{message}");
        // 29 digits times 10^35 do not fit in 128 bits.
        assert!(encode("79228162514264337593543950335", decimal(35, 35)).is_err());
        assert!(encode("0.0000000000000000000000000001", decimal(35, 35)).is_ok());
    }

    #[test]
    fn what_has_too_many_digits_for_the_crate_is_an_error() {
        let read =
            |scaled, precision, scale| Decimal::decode(Value::Decimal(DecimalValue::new(scaled, precision, scale)));
        assert_eq!(read(-19_990_000_000, 22, 9).unwrap(), "-19.99".parse().unwrap());
        // The number has 35 places; the last seven are zeros.
        assert_eq!(read(10_000_000, 35, 35).unwrap(), "0.0000000000000000000000000001".parse().unwrap());
        assert!(read(1, 35, 35).is_err());
        assert!(read(10_i128.pow(34) + 1, 35, 0).is_err());
        for (scaled, name) in [(10_i128.pow(35), "inf"), (-10_i128.pow(35), "-inf"), (10_i128.pow(35) + 1, "nan")] {
            let text = format!("{name} is outside the range of rust_decimal::Decimal");
            assert_eq!(read(scaled, 22, 9).unwrap_err().to_string(), text);
        }
    }
}
