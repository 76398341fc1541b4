//! The YDB type of a column, from the texts of its values.
//!
//! Every text is of one kind, and a column is of the narrowest kind that all its texts fit:
//!
//! ```text
//! digits ──> whole number ──┐
//! -digits ─> integer ───────┴─> number ──┐
//! date ────> time ───────────────────────┼─> text
//! true, uuid ────────────────────────────┘
//! ```
//!
//! A number with a leading zero is a text: an article number, a postal code. So is an integer that no 64 bits hold.

use ydb_keys::YdbType;

use crate::parse;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    /// Digits that an Int64 holds, too.
    Small,
    /// Digits that only a Uint64 holds.
    Large,
    Negative,
    Double,
    Date,
    Time,
    Uuid,
    Text,
}

/// The kinds of a column's texts so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess(Option<Kind>);

impl Guess {
    pub(super) fn add(&mut self, text: &str) {
        self.0 = Some(match self.0 {
            None => kind(text),
            Some(Kind::Text) => Kind::Text,
            Some(known) => joined(known, kind(text)),
        });
    }

    /// The type; that of a column without values is Utf8.
    pub(super) fn ty(self) -> YdbType {
        match self.0 {
            Some(Kind::Bool) => YdbType::Bool,
            Some(Kind::Small | Kind::Large) => YdbType::Uint64,
            Some(Kind::Negative) => YdbType::Int64,
            Some(Kind::Double) => YdbType::Double,
            Some(Kind::Date) => YdbType::Date,
            Some(Kind::Time) => YdbType::Timestamp,
            Some(Kind::Uuid) => YdbType::Uuid,
            Some(Kind::Text) | None => YdbType::Utf8,
        }
    }
}

/// The narrowest kind that has both.
fn joined(a: Kind, b: Kind) -> Kind {
    use Kind::{Date, Double, Large, Negative, Small, Text, Time};
    match (a, b) {
        _ if a == b => a,
        (Small, Large) | (Large, Small) => Large,
        (Small, Negative) | (Negative, Small) => Negative,
        (Small | Negative | Large | Double, Small | Negative | Large | Double) if a == Double || b == Double => Double,
        (Date, Time) | (Time, Date) => Time,
        _ => Text,
    }
}

fn kind(text: &str) -> Kind {
    let bytes = text.as_bytes();
    let (negative, digits) = match bytes {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let is_number = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.iter().all(u8::is_ascii_digit);
    match digits {
        _ if is_number && text.parse::<i64>().is_ok() => {
            if negative {
                Kind::Negative
            } else {
                Kind::Small
            }
        }
        _ if is_number && text.parse::<u64>().is_ok() => Kind::Large,
        _ if is_decimal(digits) => Kind::Double,
        _ if bytes.len() == 10 && parse::value(YdbType::Date, text).is_some() => Kind::Date,
        _ if bytes.len() == 36 && parse::value(YdbType::Uuid, text).is_some() => Kind::Uuid,
        _ if bytes.len() > 10 && parse::value(YdbType::Timestamp, text).is_some() && !is_number => Kind::Time,
        _ if parse::value(YdbType::Bool, text).is_some() => Kind::Bool,
        _ => Kind::Text,
    }
}

/// Digits with a point among them, and perhaps an exponent.
fn is_decimal(digits: &[u8]) -> bool {
    let plain = digits.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    let leading_zero = matches!(digits, [b'0', b'0'..=b'9', ..]);
    let begins = digits.first().is_some_and(u8::is_ascii_digit);
    let marked = digits.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    plain && begins && marked && !leading_zero && str::from_utf8(digits).is_ok_and(|text| text.parse::<f64>().is_ok())
}

/// The type that a text of the option `--types` names.
pub(crate) fn type_of(name: &str) -> Option<YdbType> {
    YdbType::from_text(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> YdbType {
        let mut guess = Guess::default();
        texts.iter().for_each(|text| guess.add(text));
        guess.ty()
    }

    #[test]
    fn a_column_has_the_narrowest_type_that_all_its_values_fit() {
        assert_eq!(of(&["0", "17", "18446744073709551615"]), YdbType::Uint64);
        assert_eq!(of(&["17", "-3"]), YdbType::Int64);
        assert_eq!(of(&["18446744073709551615", "-3"]), YdbType::Utf8);
        assert_eq!(of(&["17", "2.5", "-1e-3"]), YdbType::Double);
        assert_eq!(of(&["true", "False"]), YdbType::Bool);
        assert_eq!(of(&["2024-05-06"]), YdbType::Date);
        assert_eq!(of(&["2024-05-06", "2024-05-06 07:08:09.5"]), YdbType::Timestamp);
        assert_eq!(of(&["f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]), YdbType::Uuid);
        assert_eq!(of(&["17", "true"]), YdbType::Utf8);
        assert_eq!(of(&[]), YdbType::Utf8);
    }

    #[test]
    fn what_only_looks_like_a_number_is_a_text() {
        for text in ["0017", "+17", "1_000", "17 ", "18446744073709551616", "-", "1e", "0x10", "1.2.3", "NaN"] {
            assert_eq!(of(&[text]), YdbType::Utf8, "{text}");
        }
    }
}
