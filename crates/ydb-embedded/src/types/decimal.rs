//! Decimal numbers: special values, text, and arithmetic that rounds half to even, as YDB does.
//!
//! A `Decimal(precision, scale)` is an integer of at most `precision` digits in units of 10^-scale: 1.5 with scale 2 is
//! 150. Finite numbers are below 10^35. Two codes above are special: [`INF`] = 10^35 (and its negative), and [`NAN`] =
//! 10^35 + 1. A result with too many digits becomes the infinity of its sign; no operation fails.
//!
//! For scale 2, `1.50 * 2.50` is `150 * 250 / 100`, and `1.00 / 3.00` is `100 * 100 / 300`. The product of two such
//! numbers may need 256 bits; the quotient is rounded only once.

use std::cmp::Ordering;

use num_bigint::BigInt;

/// Code of positive infinity. Its negative is the code of negative infinity.
pub const INF: i128 = 100_000_000_000_000_000_000_000_000_000_000_000;
/// Code of `nan`.
pub const NAN: i128 = INF + 1;
/// Largest number of digits of a Decimal.
pub const MAX_PRECISION: u8 = 35;

/// Returns ten to the power of `exponent`; infinity if a Decimal cannot hold it.
pub const fn power(exponent: u32) -> i128 {
    if exponent > MAX_PRECISION as u32 { INF } else { 10_i128.pow(exponent) }
}

/// Returns `true` if the number is neither infinite nor `nan`.
pub const fn is_finite(number: i128) -> bool {
    -INF < number && number < INF
}

/// Returns the number itself if it has at most `precision` digits, and otherwise the infinity of its sign; `nan` stays
/// `nan`.
pub fn bound(number: i128, precision: u8) -> i128 {
    let limit = power(precision.into());
    if -limit < number && number < limit {
        number
    } else if number == NAN {
        NAN
    } else {
        infinity(number < 0)
    }
}

/// Converts a number from scale `from` to scale `to`, with at most `precision` digits.
pub fn rescale(number: i128, from: u8, to: u8, precision: u8) -> i128 {
    let scaled = match to.cmp(&from) {
        Ordering::Equal => number,
        Ordering::Greater => mul(number, power((to - from).into())),
        Ordering::Less => div(number, power((from - to).into())),
    };
    bound(scaled, precision)
}

pub fn mul(a: i128, b: i128) -> i128 {
    mul_div(a, b, 1)
}

/// Returns the rounded quotient. Division by zero gives an infinity, and 0/0 gives `nan`.
pub fn div(a: i128, b: i128) -> i128 {
    scaled_div(a, 1, b)
}

/// Returns `a * b / divisor`, rounded, for a finite, positive divisor.
pub fn mul_div(a: i128, b: i128, divisor: i128) -> i128 {
    if a == NAN || b == NAN {
        return NAN;
    }
    if !is_finite(a) || !is_finite(b) {
        return if a == 0 || b == 0 { NAN } else { infinity((a < 0) != (b < 0)) };
    }
    finite_mul_div(a, b, divisor)
}

/// Returns `a * factor / b`, rounded, for a finite, positive factor.
pub fn scaled_div(a: i128, factor: i128, b: i128) -> i128 {
    if a == NAN || b == NAN || (a == 0 && b == 0) {
        return NAN;
    }
    match (is_finite(a), is_finite(b)) {
        (false, false) => NAN,
        (true, false) => 0,
        (false, true) => infinity((a < 0) != (b < 0)),
        (true, true) if b == 0 => infinity(a < 0),
        (true, true) => finite_mul_div(a, factor, b),
    }
}

/// Returns the remainder with the sign of `a`; `nan` if `b` is zero or an operand is infinite.
pub fn rem(a: i128, b: i128) -> i128 {
    if b == 0 || !is_finite(a) || !is_finite(b) { NAN } else { a % b }
}

/// Returns the sum, with at most `precision` digits.
pub fn add(a: i128, b: i128, precision: u8) -> i128 {
    let sum = a + b;
    if is_finite(a) && is_finite(b) {
        bound(sum, precision)
    } else if a == NAN || b == NAN || sum == 0 {
        NAN
    } else {
        infinity(sum < 0)
    }
}

/// Returns the difference, with at most `precision` digits.
pub fn sub(a: i128, b: i128, precision: u8) -> i128 {
    if b == NAN { NAN } else { add(a, -b, precision) }
}

/// Compares two numbers, each with its scale; `None` if one is `nan`.
pub fn compare(a: i128, a_scale: u8, b: i128, b_scale: u8) -> Option<Ordering> {
    if a == NAN || b == NAN {
        return None;
    }
    if a_scale == b_scale || !is_finite(a) || !is_finite(b) {
        return Some(a.cmp(&b));
    }
    let scale = a_scale.max(b_scale);
    let scaled = |number: i128, own: u8| product(number, power((scale - own).into()));
    Some(scaled(a, a_scale).cmp(&scaled(b, b_scale)))
}

/// Returns the product, which may need 256 bits.
fn product(a: i128, b: i128) -> BigInt {
    BigInt::from(a) * b
}

const fn infinity(negative: bool) -> i128 {
    if negative { -INF } else { INF }
}

fn finite_mul_div(a: i128, b: i128, divisor: i128) -> i128 {
    let negative = ((a < 0) != (b < 0)) != (divisor < 0);
    let (product, divisor) = (product(a, b).into_parts().1, divisor.unsigned_abs());
    let (whole, rest) = (&product / divisor, product % divisor);
    let Some(whole) = i128::try_from(whole).ok().filter(|whole| *whole < INF) else { return infinity(negative) };
    let half_up = match (rest * 2_u8).cmp(&divisor.into()) {
        Ordering::Less => 0,
        Ordering::Equal => whole & 1,
        Ordering::Greater => 1,
    };
    // The greatest number plus one is the code of infinity.
    if negative { -whole - half_up } else { whole + half_up }
}

/// Returns the number as text, without zeros at the end of the fraction; `None` if it has more than `precision` digits.
pub fn print(number: i128, precision: u8, scale: u8) -> Option<String> {
    match number {
        INF => return Some("inf".to_owned()),
        NAN => return Some("nan".to_owned()),
        0 => return Some("0".to_owned()),
        _ if number == -INF => return Some("-inf".to_owned()),
        _ if number.unsigned_abs() >= power(precision.into()).unsigned_abs() => return None,
        _ => {}
    }
    let scale = usize::from(scale);
    let digits = format!("{:0width$}", number.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let fraction = fraction.trim_end_matches('0');
    let sign = if number < 0 { "-" } else { "" };
    Some(if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}

/// Parses a number with or without an exponent, rounded to `scale`. Returns infinity if it is too large, `None` if the
/// text is not a number.
pub fn parse(text: &str, precision: u8, scale: u8) -> Option<i128> {
    let Some(at) = text.rfind(['e', 'E']).filter(|&at| at > 0) else {
        return parse_plain(text, precision.into(), scale.into());
    };
    let head = &text[..at];
    let exponent = &text[at + 1..];
    let unsigned = exponent.strip_prefix('+');
    if unsigned.is_some_and(|digits| !digits.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let exponent: i32 = unsigned.unwrap_or(exponent).parse().ok()?;
    let most = i32::from(MAX_PRECISION);
    let (precision, scale) = (i32::from(precision), i32::from(scale).saturating_add(exponent));
    let number = if exponent > 0 {
        parse_plain(head, precision, scale.min(precision))?
    } else {
        parse_plain(head, precision.saturating_sub(exponent).min(most), scale.max(0))?
    };
    if number == NAN {
        return None;
    }
    if !is_finite(number) {
        let digits = head.strip_prefix(['+', '-']).unwrap_or(head);
        return digits.starts_with(|c: char| c.is_ascii_digit()).then_some(number);
    }
    let zeros = if exponent > 0 { (scale - precision).max(0) } else { scale.min(0) };
    Some(match zeros {
        _ if number == 0 => 0,
        1.. => mul(number, power(zeros.unsigned_abs())),
        0 => number,
        _ => div(number, power(zeros.unsigned_abs())),
    })
}

/// Parses a number without an exponent. A sign alone and a dot alone are 0, as in YDB.
fn parse_plain(text: &str, precision: i32, scale: i32) -> Option<i128> {
    if text.is_empty() || scale > precision {
        return None;
    }
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.eq_ignore_ascii_case("inf") {
        return Some(infinity(negative));
    }
    if digits.eq_ignore_ascii_case("nan") {
        return Some(NAN);
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    if whole.len() > usize::try_from(precision - scale).ok()? {
        // YDB does not check the rest of the text.
        return Some(infinity(negative));
    }
    if !is_digits(fraction) {
        return None;
    }
    let scale = usize::try_from(scale).ok()?;
    let (kept, dropped) = fraction.split_at(fraction.len().min(scale));
    let mut number = 0_i128;
    for digit in whole.bytes().chain(kept.bytes()) {
        number = number * 10 + i128::from(digit - b'0');
    }
    number *= power((scale - kept.len()) as u32);
    if let Some((&first, rest)) = dropped.as_bytes().split_first() {
        let half_up = number & 1 == 1 || rest.iter().any(|&digit| digit != b'0');
        if first > b'5' || (first == b'5' && half_up) {
            number += 1;
            if number >= power(precision.unsigned_abs()) {
                number = INF;
            }
        }
    }
    Some(if negative { -number } else { number })
}

/// Returns the nearest double-precision number.
pub fn to_f64(number: i128, scale: u8) -> f64 {
    match number {
        NAN => f64::NAN,
        INF => f64::INFINITY,
        _ if number == -INF => f64::NEG_INFINITY,
        _ => {
            let (number, scale) = strip_zeros(number, scale);
            number as f64 / power(scale.into()) as f64
        }
    }
}

/// Returns the nearest single-precision number.
pub fn to_f32(number: i128, scale: u8) -> f32 {
    if !is_finite(number) {
        return to_f64(number, scale) as f32;
    }
    let (number, scale) = strip_zeros(number, scale);
    number as f32 / power(scale.into()) as f32
}

/// Drops zeros at the end of the fraction. With fewer digits, the division loses less precision.
fn strip_zeros(mut number: i128, mut scale: u8) -> (i128, u8) {
    while scale > 0 && number % 10 == 0 {
        number /= 10;
        scale -= 1;
    }
    (number, scale)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_read_with_rounding_half_to_even() {
        assert_eq!(parse("1.5", 22, 9), Some(1_500_000_000));
        assert_eq!(parse("-0.125", 5, 2), Some(-12));
        assert_eq!(parse("0.135", 5, 2), Some(14));
        assert_eq!(parse("0.1251", 5, 2), Some(13));
        assert_eq!(parse("007", 1, 0), Some(7));
        assert_eq!(parse("1000", 3, 0), Some(INF));
        assert_eq!(parse("-1000", 3, 0), Some(-INF));
        assert_eq!(parse("999.5", 3, 0), Some(INF));
        assert_eq!(parse("1e3", 10, 2), Some(100_000));
        assert_eq!(parse("1234e-1", 3, 0), Some(123));
        assert_eq!(parse("1.25E+1", 5, 1), Some(125));
        assert_eq!(parse("-Inf", 5, 1), Some(-INF));
        assert_eq!(parse("NaN", 5, 1), Some(NAN));
        for bad in ["", "abc", "1..2", "1.2.3", "1e", "1e+-2", "nane1", " 1"] {
            assert_eq!(parse(bad, 10, 2), None, "{bad}");
        }
    }

    #[test]
    fn text_is_written_without_trailing_zeros() {
        assert_eq!(print(1_500_000_000, 22, 9).as_deref(), Some("1.5"));
        assert_eq!(print(-5, 5, 1).as_deref(), Some("-0.5"));
        assert_eq!(print(1200, 5, 2).as_deref(), Some("12"));
        assert_eq!(print(0, 5, 2).as_deref(), Some("0"));
        assert_eq!(print(5, 3, 3).as_deref(), Some("0.005"));
        assert_eq!(print(-INF, 5, 2).as_deref(), Some("-inf"));
        assert_eq!(print(NAN, 5, 2).as_deref(), Some("nan"));
        assert_eq!(print(1000, 3, 0), None);
    }

    #[test]
    fn arithmetic_rounds_and_overflows() {
        // 2.5 -> 2, 3.5 -> 4, -2.5 -> -2, -2.6 -> -3.
        assert_eq!([div(25, 10), div(35, 10), div(-25, 10), div(-26, 10)], [2, 4, -2, -3]);
        assert_eq!(div(1, 0), INF);
        assert_eq!(div(-1, 0), -INF);
        assert_eq!(div(0, 0), NAN);
        assert_eq!(div(5, INF), 0);
        assert_eq!(mul(INF, -2), -INF);
        assert_eq!(mul(INF, 0), NAN);
        assert_eq!(mul(10_i128.pow(20), 10_i128.pow(20)), INF);
        // 1.50 * 2.50 = 3.75
        assert_eq!(mul_div(150, 250, 100), 375);
        // 1.00 / 3.00 = 0.33
        assert_eq!(scaled_div(100, 100, 300), 33);
        assert_eq!(rem(-7, 3), -1);
        assert_eq!(rem(7, 0), NAN);
        assert_eq!(add(999, 1, 3), INF);
        assert_eq!(add(INF, -INF, 3), NAN);
        assert_eq!(sub(-INF, 1, 3), -INF);
        // (10^30 + 1) * 10^30 / 10^30 needs more than 128 bits on the way.
        assert_eq!(mul_div(10_i128.pow(30) + 1, 10_i128.pow(30), 10_i128.pow(30)), 10_i128.pow(30) + 1);
    }

    #[test]
    fn numbers_of_different_scales_compare_by_value() {
        assert_eq!(compare(15, 1, 150, 2), Some(Ordering::Equal));
        assert_eq!(compare(-15, 1, -149, 2), Some(Ordering::Less));
        assert_eq!(compare(-15, 1, 1, 2), Some(Ordering::Less));
        assert_eq!(compare(INF, 0, 10_i128.pow(34), 0), Some(Ordering::Greater));
        assert_eq!(compare(10_i128.pow(34), 0, 10_i128.pow(34), 35), Some(Ordering::Greater));
        assert_eq!(compare(NAN, 0, 1, 0), None);
    }

    #[test]
    fn scales_change_with_rounding() {
        assert_eq!(rescale(125, 2, 1, 5), 12);
        assert_eq!(rescale(125, 2, 4, 5), 12_500);
        assert_eq!(rescale(125, 2, 4, 4), INF);
        assert_eq!(rescale(NAN, 2, 4, 4), NAN);
    }

    proptest! {
        #[test]
        fn division_undoes_multiplication(number in 1 - INF..INF, by in 1..INF) {
            prop_assert_eq!(mul_div(number, by, by), number);
            prop_assert_eq!(scaled_div(number, by, -by), -number);
        }

        #[test]
        fn what_is_printed_is_read_back(number in -(10_i128.pow(35) - 1)..10_i128.pow(35), scale in 0_u8..=35) {
            let text = print(number, 35, scale).unwrap_or_default();
            prop_assert_eq!(parse(&text, 35, scale), Some(number));
        }
    }
}
