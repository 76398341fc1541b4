//! Numbers that a JsonDocument cannot hold.
//!
//! YDB parses the text of a JsonDocument, stores each number as a double (`InternNumber(double)` of its binary JSON),
//! and drops the digits that a double cannot hold. Therefore the numbers of a text are checked before it is sent:
//!
//! - A whole number is safe from -2^53 to 2^53, as in JavaScript. Beyond that, most numbers change. Those that do not
//!   change come back with an exponent, which an integer field cannot read.
//! - A number with a point or an exponent is safe if it has at most 15 significant digits, which every double keeps.
//!   With more digits it is safe if they are the shortest digits that identify a double. `0.1` is safe, as is every
//!   `f64` that serde_json writes; `0.12345678901234567891` is not.
//!
//! The check takes one pass over the text, without allocation. The text need not be valid JSON: `json.rs` checks that.

use std::fmt::{self, Write as _};

/// Greatest number up to which a double can hold every whole number.
const SAFE: u64 = 1 << 53;

/// Number of significant digits that every double keeps.
const KEPT: usize = 15;

/// Most digits of the shortest text that names a double.
const MOST: usize = 17;

/// Returns the first number of a JSON text that a double cannot hold.
pub fn inexact_number(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => at = end_of_string(bytes, at),
            b'-' | b'0'..=b'9' => {
                let end = end_of_number(bytes, at);
                // Numbers are ASCII, so these offsets are borders of characters.
                let number = &text[at..end];
                if !is_exact(number) {
                    return Some(number);
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the offset after the closing quote of the string that opens at `at`.
fn end_of_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

fn end_of_number(bytes: &[u8], at: usize) -> usize {
    let is_of_number = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
    at + bytes[at..].iter().take_while(is_of_number).count()
}

fn is_exact(number: &str) -> bool {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    if unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return unsigned.len() <= KEPT || unsigned.parse().is_ok_and(|whole: u64| whole <= SAFE);
    }
    let digits = Digits::of(unsigned);
    digits.len <= KEPT || digits.len <= MOST && digits.are(&Digits::of_double(unsigned))
}

/// Significant digits of a number: without the zeros before and after them, the point and the exponent.
#[derive(Default)]
struct Digits {
    first: [u8; MOST],
    len: usize,
    /// Number of zeros that count if another digit follows.
    zeros: usize,
    /// `true` once the exponent has begun.
    over: bool,
}

impl Digits {
    fn of(number: &str) -> Self {
        let mut digits = Digits::default();
        digits.push(number);
        digits
    }

    /// Returns the digits of the shortest text that names the double nearest to the number; none if no double is near.
    fn of_double(number: &str) -> Self {
        let mut digits = Digits::default();
        // Writing digits never fails.
        let _ = number.parse::<f64>().map(|double| write!(digits, "{double:e}"));
        digits
    }

    fn push(&mut self, text: &str) {
        for byte in text.bytes() {
            self.over |= matches!(byte, b'e' | b'E');
            match byte {
                _ if self.over => return,
                b'0' if self.len == 0 => {}
                b'0' => self.zeros += 1,
                b'1'..=b'9' => {
                    for _ in 0..std::mem::take(&mut self.zeros) {
                        self.add(b'0');
                    }
                    self.add(byte);
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, digit: u8) {
        if let Some(place) = self.first.get_mut(self.len) {
            *place = digit;
        }
        self.len += 1;
    }

    fn are(&self, other: &Self) -> bool {
        (self.first, self.len) == (other.first, other.len)
    }
}

impl fmt::Write for Digits {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn whole_numbers_up_to_2_to_the_53() {
        for text in
            ["0", "-0", "7", "9007199254740992", "-9007199254740992", "[1,2,9007199254740991]", "000000000000000000001"]
        {
            assert_eq!(inexact_number(text), None, "{text}");
        }
        for number in [
            "9007199254740993",
            "-9007199254740993",
            "9007199254740994",
            "9223372036854775807",
            "-9223372036854775808",
            "18446744073709551615",
            "1152921504606846976",
            "340282366920938463463374607431768211455",
        ] {
            assert_eq!(inexact_number(number), Some(number));
            assert_eq!(inexact_number(&format!("{{\"a\":[1.5, {number}]}}")), Some(number));
        }
    }

    #[test]
    fn decimals_that_name_a_double() {
        for text in [
            "0.1",
            "-0.5",
            "1e300",
            "1E-7",
            "3.141592653589793",
            "0.30000000000000004",
            "1.7976931348623157e308",
            "5e-324",
        ] {
            assert_eq!(inexact_number(text), None, "{text}");
        }
        for text in ["0.000000000000000000000000000001", "1.500000000000000000000000", "100000000000000000000000.0"] {
            assert_eq!(inexact_number(text), None, "{text}");
        }
    }

    #[test]
    fn decimals_with_more_digits_than_a_double() {
        for number in
            ["0.12345678901234567891", "12345678901234567.89", "-1.0000000000000000001", "3.14159265358979323846"]
        {
            assert_eq!(inexact_number(number), Some(number));
        }
        // Has 17 digits that are not the shortest text of their double, which is 0.1.
        assert_eq!(inexact_number("0.10000000000000001"), Some("0.10000000000000001"));
    }

    #[test]
    fn digits_in_texts_and_names_are_no_numbers() {
        for text in [
            r#""9007199254740993""#,
            r#"{"9007199254740993": "12345678901234567890"}"#,
            r#"["a\"9007199254740993", "\\", true, null, 1]"#,
            "",
            "\"open 9007199254740993",
            "\"ends in \\",
        ] {
            assert_eq!(inexact_number(text), None, "{text}");
        }
        assert_eq!(inexact_number(r#"["é\"", 9007199254740993, "ü"]"#), Some("9007199254740993"));
        assert_eq!(inexact_number(r#"{"a\\":12345678901234567890}"#), Some("12345678901234567890"));
    }

    /// Texts that are not JSON are refused as invalid, so there is no number to refuse.
    #[test]
    fn what_is_not_json_has_no_number() {
        for text in ["nonsense", "--", "1.2.3", "-", "{", "1e5e5"] {
            assert_eq!(inexact_number(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_finite_double_may_be_written(bits: u64) {
            let double = f64::from_bits(bits);
            prop_assume!(double.is_finite() && double.fract() != 0.0);
            for text in [double.to_string(), format!("{double:e}")] {
                prop_assert_eq!(inexact_number(&text), None, "{}", text);
            }
        }

        /// Compares with the arithmetic of integers: a whole number that a double changes is never let through.
        #[test]
        fn a_whole_number_that_a_double_changes_is_found(whole: u64, shift in 0..64_u32) {
            let whole = whole >> shift;
            let changed = whole as f64 as u128 != u128::from(whole);
            let text = whole.to_string();
            let found = inexact_number(&text);
            prop_assert!(!changed || found == Some(text.as_str()));
            prop_assert_eq!(found.is_none(), whole <= 1 << 53);
        }

        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = inexact_number(&text);
        }
    }
}
