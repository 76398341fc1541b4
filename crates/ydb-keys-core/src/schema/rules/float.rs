//! Which decimal literals are numbers of a Float or a Double: not so large that they are infinite, not so small that
//! they are zero.
//!
//! A constant function cannot parse a float, and need not. A literal is `0.d1 d2 d3 .. * 10^e` with `d1 > 0`; two such
//! numbers compare by `e`, then by their digits. The limits are halfway between the last number of the type and what
//! would come after it.

use crate::types::YdbType;

/// A positive number: `0.digits * 10^exponent`.
struct Limit {
    digits: &'static str,
    exponent: i64,
}

/// From 2^128 - 2^103 on a Float is infinite.
const FLOAT_INFINITE: Limit = Limit { digits: "340282356779733661637539395458142568448", exponent: 39 };
/// From 2^1024 - 2^970 on a Double is infinite.
const DOUBLE_INFINITE: Limit = Limit {
    digits: "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963\
             3028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027\
             0069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792",
    exponent: 309,
};
/// Up to 2^-150 a Float is zero; its first digits.
const FLOAT_ZERO: Limit = Limit { digits: "7006492321624085354618647916449580656401", exponent: -45 };
/// Up to 2^-1075 a Double is zero; its first digits.
const DOUBLE_ZERO: Limit = Limit { digits: "2470328229206232720882843964341106861825", exponent: -323 };

/// Exponents are cut off here, far beyond both types.
const FAR: i64 = 1_000_000;

/// What the literal is in the type, a Float or a Double, if it is not a number of it: infinite or zero.
pub(super) const fn float_fault(text: &str, ty: YdbType) -> Option<&'static str> {
    let (infinite, zero) = match ty {
        YdbType::Float => (FLOAT_INFINITE, FLOAT_ZERO),
        _ => (DOUBLE_INFINITE, DOUBLE_ZERO),
    };
    let text = text.as_bytes();
    match exponent(text) {
        Some(exponent) if !is_less(text, exponent, &infinite) => Some("infinite"),
        Some(exponent) if is_less(text, exponent, &zero) => Some("zero"),
        _ => None,
    }
}

const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'e' | b'E')
}

/// The `e` of `0.d1 d2 .. * 10^e`; `None` for zero.
const fn exponent(text: &[u8]) -> Option<i64> {
    let (mut i, mut exponent, mut after_point, mut started) = (0, 0, false, false);
    while i < text.len() && !is_mark(text[i]) {
        match text[i] {
            b'.' => after_point = true,
            b'0' if !started => exponent -= after_point as i64,
            b'0'..=b'9' => {
                started = true;
                exponent += !after_point as i64;
            }
            _ => {}
        }
        i += 1;
    }
    let (mut written, mut negative) = (0, false);
    while i < text.len() {
        match text[i] {
            b'-' => negative = true,
            b'0'..=b'9' if written < FAR => written = written * 10 + (text[i] - b'0') as i64,
            _ => {}
        }
        i += 1;
    }
    if started { Some(exponent + if negative { -written } else { written }) } else { None }
}

/// Whether the number is less than the limit, its sign left aside.
const fn is_less(text: &[u8], exponent: i64, limit: &Limit) -> bool {
    if exponent != limit.exponent {
        return exponent < limit.exponent;
    }
    let digits = limit.digits.as_bytes();
    let (mut i, mut at, mut started) = (0, 0, false);
    while i < text.len() && !is_mark(text[i]) && at < digits.len() {
        if text[i].is_ascii_digit() && (started || text[i] != b'0') {
            started = true;
            if text[i] != digits[at] {
                return text[i] < digits[at];
            }
            at += 1;
        }
        i += 1;
    }
    // The literal has fewer digits: what the limit has more makes it greater, unless it is all zeros, which no limit
    // ends with.
    at < digits.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Literals on both sides of each limit, and whether Rust's own parser finds them infinite or zero.
    #[test]
    fn the_limits_are_those_of_the_types() {
        let texts = [
            "0",
            "0.0",
            "-0.0",
            "0e999",
            "1",
            "1.5",
            "-1.5",
            "1e38",
            "3.4028234e38",
            "3.4028235e38",
            "3.40282357e38",
            "-3.4028236e38",
            "340282356779733661637539395458142568447.9",
            "340282356779733661637539395458142568448",
            "3.5e38",
            "1e39",
            "1e300",
            "0.000001e45",
            "1000000e33",
            "1e-45",
            "7.1e-46",
            "7.0e-46",
            "1e-46",
            "0.00001e-40",
            "1e-60",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "-1.8e308",
            "1e309",
            "1e999",
            "1E+999",
            "4.9e-324",
            "2.5e-324",
            "2.4e-324",
            "1e-324",
            "1e-400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0.1e310",
            "0.01e310",
        ];
        for text in texts {
            let is_zero =
                text.trim_start_matches('-').split('e').next().is_some_and(|digits| digits.parse() == Ok(0.0));
            let fault = |value: f64, finite: bool| match (finite, value == 0.0 && !is_zero) {
                (false, _) => Some("infinite"),
                (true, true) => Some("zero"),
                (true, false) => None,
            };
            let float: f32 = text.parse().unwrap();
            let double: f64 = text.parse().unwrap();
            assert_eq!(float_fault(text, YdbType::Float), fault(float.into(), float.is_finite()), "{text} as a Float");
            assert_eq!(float_fault(text, YdbType::Double), fault(double, double.is_finite()), "{text} as a Double");
        }
    }
}
