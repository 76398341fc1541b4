//! Intake of rows: counts distinct values, guesses types, samples rows.

use std::collections::HashSet;

use ydb_keys::YdbType;
use ydb_keys::hash::xxh3;

use super::sampler::Sampler;
use crate::parse;

/// Error for a text that cannot be read as the type that was given for its column.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("column `{column}`: `{text}` is not a value of type {ty}")]
pub(crate) struct Unreadable {
    column: String,
    text: String,
    ty: YdbType,
}

/// Collector that takes rows one by one, in order of arrival, in bounded memory.
#[derive(Debug)]
pub(crate) struct Intake {
    pub(super) columns: Vec<IntakeColumn>,
    pub(super) sampler: Sampler,
}

/// Statistics of all values of a column so far.
#[derive(Debug)]
pub(super) struct IntakeColumn {
    pub(super) name: String,
    said: Option<YdbType>,
    guess: Guess,
    pub(super) distinct: Distinct,
    pub(super) nulls: u64,
}

impl IntakeColumn {
    pub(super) fn ty(&self) -> YdbType {
        self.said.unwrap_or_else(|| self.guess.ty())
    }
}

impl Intake {
    /// Creates an intake for columns, given as a name and an optional type.
    pub(crate) fn new(columns: impl IntoIterator<Item = (String, Option<YdbType>)>) -> Self {
        let mut intake = Intake { columns: Vec::new(), sampler: Sampler::default() };
        for (name, said) in columns {
            intake.add(name, said);
        }
        intake
    }

    pub(crate) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Adds a column and returns its position. The column is NULL in all earlier rows.
    pub(crate) fn add(&mut self, name: String, said: Option<YdbType>) -> usize {
        let (guess, distinct, nulls) = (Guess::default(), Distinct::default(), self.rows());
        self.columns.push(IntakeColumn { name, said, guess, distinct, nulls });
        self.columns.len() - 1
    }

    /// Adds a row: the text of each column, or `None` for NULL.
    pub(crate) fn push(&mut self, cells: &[Option<&str>]) -> Result<(), Unreadable> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            let Some(text) = cell else {
                column.nulls += 1;
                continue;
            };
            match column.said {
                Some(ty) if parse::value(ty, text).is_none() => {
                    let text = text.chars().take(60).collect();
                    return Err(Unreadable { column: column.name.clone(), text, ty });
                }
                Some(_) => {}
                None => column.guess.add(text),
            }
            column.distinct.add(xxh3(text.as_bytes()));
        }
        self.sampler.push(cells);
        Ok(())
    }

    pub(crate) const fn rows(&self) -> u64 {
        self.sampler.seen()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }
}

// Guess of a column's YDB type from the texts of its values.
//
// Every text has one kind. A column has the narrowest kind that fits all its texts:
//
// ```text
// digits ──> whole number ──┐
// -digits ─> integer ───────┴─> number ──┐
// date ────> time ───────────────────────┼─> text
// true, uuid ────────────────────────────┘
// ```
//
// A number with a leading zero is a text: an article number, a postal code. An integer that does not fit into 64 bits
// is a text, too.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    /// Digits that fit into an Int64 and into a Uint64.
    Small,
    /// Digits that fit only into a Uint64.
    Large,
    Negative,
    Double,
    Date,
    Time,
    Uuid,
    Text,
}

/// Narrowest kind that fits all texts of a column so far.
#[derive(Clone, Copy, Debug, Default)]
struct Guess(Option<Kind>);

impl Guess {
    pub(super) fn add(&mut self, text: &str) {
        self.0 = Some(match self.0 {
            None => kind(text),
            Some(Kind::Text) => Kind::Text,
            Some(known) => joined(known, kind(text)),
        });
    }

    /// Returns the type. A column without values is Utf8.
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

/// Returns the narrowest kind that covers both.
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

/// Returns `true` for digits with a decimal point or an exponent.
fn is_decimal(digits: &[u8]) -> bool {
    let plain = digits.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    let leading_zero = matches!(digits, [b'0', b'0'..=b'9', ..]);
    let begins = digits.first().is_some_and(u8::is_ascii_digit);
    let marked = digits.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    plain && begins && marked && !leading_zero && str::from_utf8(digits).is_ok_and(|text| text.parse::<f64>().is_ok())
}

/// Returns the type that a text of the option `--types` names.
pub(crate) fn type_of(name: &str) -> Option<YdbType> {
    YdbType::from_text(name)
}

// Number of distinct values of a column: exact up to a bound, an estimate beyond it.
//
// The estimate is HyperLogLog (Flajolet and others, 2007). The first bits of a value's hash choose one of m registers,
// which keeps the longest run of zeros that the rest of a hash began with. A run of k zeros is seen once in 2^k values.
// Therefore the harmonic mean of 2^k over the registers, times m, estimates the number of values. With m = 2^14 the
// standard error is 1.04 / sqrt(m) = 0.8 %. HyperLogLog's correction for few values is not needed, because few values
// are counted exactly.

/// Greatest number of distinct values that is counted exactly.
const EXACT: usize = 1 << 16;
const REGISTER_BITS: u32 = 14;
const REGISTERS: usize = 1 << REGISTER_BITS;

/// A counter of distinct values, fed with their 64-bit hashes; its memory is bounded.
#[derive(Debug)]
pub(super) enum Distinct {
    Exact(HashSet<u64>),
    Estimated(Box<[u8]>),
}

impl Default for Distinct {
    fn default() -> Self {
        Distinct::Exact(HashSet::new())
    }
}

impl Distinct {
    pub(super) fn add(&mut self, hash: u64) {
        match self {
            Distinct::Exact(hashes) => {
                hashes.insert(hash);
                if hashes.len() > EXACT {
                    let mut registers = vec![0; REGISTERS].into_boxed_slice();
                    hashes.iter().for_each(|&hash| note(&mut registers, hash));
                    *self = Distinct::Estimated(registers);
                }
            }
            Distinct::Estimated(registers) => note(registers, hash),
        }
    }

    pub(super) fn count(&self) -> u64 {
        match self {
            Distinct::Exact(hashes) => hashes.len() as u64,
            Distinct::Estimated(registers) => {
                let m = REGISTERS as f64;
                let sum: f64 = registers.iter().map(|&zeros| 0.5_f64.powi(zeros.into())).sum();
                let alpha = 0.7213 / (1.0 + 1.079 / m);
                (alpha * m * m / sum).round() as u64
            }
        }
    }

    pub(super) const fn is_exact(&self) -> bool {
        matches!(self, Distinct::Exact(_))
    }
}

fn note(registers: &mut [u8], hash: u64) {
    // The shifted hash has `REGISTER_BITS` bits, which is always less than the number of registers.
    let register = &mut registers[(hash >> (64 - REGISTER_BITS)) as usize];
    let zeros = (hash << REGISTER_BITS).leading_zeros().min(64 - REGISTER_BITS) as u8 + 1;
    *register = zeros.max(*register);
}

#[cfg(test)]
mod tests {
    use ydb_keys::Value;
    use ydb_keys::schema::HashFunction;

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

    fn counted(values: u64) -> Distinct {
        let mut distinct = Distinct::default();
        for value in (0..values).chain(0..values / 2) {
            distinct.add(HashFunction::Xxh3.hash(&[Value::Uint64(value)]).unwrap());
        }
        distinct
    }

    #[test]
    fn few_values_are_counted_exactly() {
        for values in [0, 1, 1000, 65_536] {
            assert_eq!(counted(values).count(), values);
            assert!(counted(values).is_exact());
        }
    }

    #[test]
    fn many_values_are_estimated_within_three_percent() {
        for values in [65_537, 200_000, 1_000_000] {
            let distinct = counted(values);
            assert!(!distinct.is_exact());
            assert!(distinct.count().abs_diff(values) * 100 < values * 3, "{values}: {}", distinct.count());
        }
    }
}
