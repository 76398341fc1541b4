//! What to write instead, where a text is not YQL because its author knows another SQL, or forgot a quote.
//!
//! YDB's messages name tokens: `mismatched input ':' expecting {ID_PLAIN, .. '$'}`. They stay the messages of the
//! [`Error`](crate::Error), because the embedded engine must say them too. Here they become sentences for whoever wrote
//! the text.

mod habits;
mod placeholders;

use crate::error::{Error, Position};

pub use placeholders::lookalike;

/// A mistake that is recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Where it begins.
    pub at: Position,
    /// What is wrong.
    pub fault: String,
    /// What to write instead.
    pub cure: String,
}

/// The advice for the error of a text; `None` if the mistake is none of those that are known. `given`: the names of the
/// values that the program gives to the text, in their order.
pub fn advice(text: &str, error: &Error, given: &[&str]) -> Option<Advice> {
    let place = Place { text, byte: error.at.byte(text), error };
    let found = match error.is_unrecognized() {
        true => habits::unrecognized(&place),
        false => placeholders::advice(&place, given).or_else(|| habits::advice(&place)),
    };
    found.map(|Found { byte, fault, cure }| Advice { at: Position::of(text, byte), fault, cure })
}

/// A mistake, by its byte.
struct Found {
    byte: usize,
    fault: String,
    cure: String,
}

impl Found {
    fn new(byte: usize, fault: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { byte, fault: fault.into(), cure: cure.into() }
    }
}

/// Where a text has its error.
struct Place<'t> {
    text: &'t str,
    byte: usize,
    error: &'t Error,
}

impl<'t> Place<'t> {
    /// The text before it.
    fn before(&self) -> &'t str {
        self.text.get(..self.byte).unwrap_or_default()
    }

    /// The text from it on.
    fn rest(&self) -> &'t str {
        self.text.get(self.byte..).unwrap_or_default()
    }
}

/// The word at the beginning of a text: letters of names, and digits.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    &text[..end]
}

/// The word at the end of a text.
fn last_word(text: &str) -> &str {
    let start = text.trim_end_matches(is_part).len();
    &text[start..]
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns `true` if a word can be the name of a parameter.
fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(is_part) && !word.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests;
