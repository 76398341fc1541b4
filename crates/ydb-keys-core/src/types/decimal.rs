//! `Decimal<P, S>`: YDB's fixed-point number, exact, with precision and scale in the type.

use std::fmt;
use std::str::FromStr;

use super::column::columns;
use super::{ColumnInfo, DecimalValue, Value, YdbType};
use crate::error::ValueError;

/// An exact decimal number of at most `P` digits, `S` of them after the point: YDB's `Decimal(P,S)`.
///
/// The digits `P` are 1 to 35, and `S` is at most `P`; both are checked at compile time. YDB before 25.2 knows
/// `Decimal<22, 9>` only.
///
/// ```
/// use ydb_keys::Decimal;
///
/// let price: Decimal<22, 9> = "19.99".parse()?;
/// assert_eq!(price.scaled(), 19_990_000_000);
/// assert_eq!(price.to_string(), "19.990000000");
/// assert!("1.0000000001".parse::<Decimal<22, 9>>().is_err()); // would lose a digit
/// # Ok::<(), ydb_keys::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal<const P: u8, const S: u8> {
    scaled: i128,
}

impl<const P: u8, const S: u8> Decimal<P, S> {
    const LIMIT: i128 = {
        assert!(P >= 1 && P <= 35 && S <= P, "Decimal<P, S> needs 1 <= P <= 35 and S <= P, as YDB's Decimal(P,S) does");
        10_i128.pow(P as u32)
    };

    /// Returns the number `scaled / 10^S`, or `None` when it has more than `P` digits.
    pub const fn from_scaled(scaled: i128) -> Option<Self> {
        if -Self::LIMIT < scaled && scaled < Self::LIMIT { Some(Decimal { scaled }) } else { None }
    }

    /// Returns the number times `10^S`, an integer.
    pub const fn scaled(self) -> i128 {
        self.scaled
    }
}

impl<const P: u8, const S: u8> fmt::Display for Decimal<P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DecimalValue::new(self.scaled, P, S).fmt(f)
    }
}

impl<const P: u8, const S: u8> FromStr for Decimal<P, S> {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_scaled(text, S).and_then(Self::from_scaled).ok_or_else(|| {
            ValueError::invalid(format_args!(
                "`{text}` is not a valid Decimal({P},{S}): expected digits, at most {S} of them after the point and {P} in all"
            ))
        })
    }
}

/// Parses a number and returns it times `10^scale`; `None` if the text is not a number with at most `scale` digits
/// after the point.
pub fn parse_scaled(text: &str, scale: u8) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.len() > usize::from(scale) {
        return None;
    }
    let zeros = usize::from(scale) - fraction.len();
    let mut scaled = 0_i128;
    for byte in whole.bytes().chain(fraction.bytes()).chain(std::iter::repeat_n(b'0', zeros)) {
        if !byte.is_ascii_digit() {
            return None;
        }
        scaled = scaled.checked_mul(10)?.checked_add(i128::from(byte - b'0'))?;
    }
    Some(if negative { -scaled } else { scaled })
}

columns! {
    // A rule checks precision and scale of a column, because it can name the column.
    Decimal<P, S> where [const P: u8, const S: u8]: ColumnInfo::new(&[YdbType::Decimal { precision: P, scale: S }]),
        |self, _| Ok(Value::Decimal(DecimalValue::new(self.scaled, P, S))),
        |value| match value {
            Value::Decimal(d) if (d.precision, d.scale) == (P, S) => Self::from_scaled(d.scaled())
                .ok_or_else(|| ValueError::OutOfRange { value: d.to_string(), ty: "Decimal" }),
            Value::Decimal(d) => {
                let found = format_args!("expected Decimal({P},{S}), found Decimal({},{})", d.precision, d.scale);
                Err(ValueError::invalid(found))
            }
            other => Err(other.unexpected("Decimal")),
        };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Column;

    #[test]
    fn parses_exactly_or_not_at_all() {
        let parse = |text: &str| text.parse::<Decimal<5, 2>>().map(Decimal::scaled).ok();
        assert_eq!(parse("1"), Some(100));
        assert_eq!(parse("-1.5"), Some(-150));
        assert_eq!(parse("+.05"), Some(5));
        assert_eq!(parse("999.99"), Some(99_999));
        for bad in ["1000", "1.234", "", ".", "-", "1e3", "inf", "1_0", "٣"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_not_a_number_is_named() {
        for (scaled, name) in [(10_i128.pow(35), "inf"), (-10_i128.pow(35), "-inf"), (10_i128.pow(35) + 1, "nan")] {
            let error = Decimal::<22, 9>::decode(Value::Decimal(DecimalValue::new(scaled, 22, 9))).unwrap_err();
            assert_eq!(error.to_string(), format!("{name} is outside the range of Decimal"));
        }
    }

    #[test]
    fn splits_into_ydbs_two_halves() {
        let minus_one = DecimalValue::new(-1, 35, 0);
        assert_eq!((minus_one.high, minus_one.low), (-1, u64::MAX));
        let big = 10_i128.pow(34);
        assert_eq!(DecimalValue::new(big, 35, 0).scaled(), big);
        assert_eq!(DecimalValue::new(-big, 35, 34).to_string(), format!("-1.{}", "0".repeat(34)));
    }
}
