//! Advice for texts that are not YQL because their author knows another SQL, or forgot a quote.
//!
//! YDB's messages name tokens: `mismatched input ':' expecting {ID_PLAIN, .. '$'}`. The [`Error`](crate::Error) keeps
//! these messages, because the embedded engine must report them too. This module turns them into sentences for the
//! author of the text.

mod habits;
mod placeholders;

use crate::error::{Error, Position};

pub use placeholders::lookalike;

/// A recognized mistake, with its cure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Line and column of the mistake.
    pub at: Position,
    /// Description of the mistake.
    pub fault: String,
    /// Text to write instead.
    pub cure: String,
}

/// Returns the advice for the error of a text; `None` if no known mistake explains the error. `given` has the names of
/// the values that the program gives to the text, in their order.
pub fn advice(text: &str, error: &Error, given: &[&str]) -> Option<Advice> {
    let place = Place { text, byte: error.at.byte(text), error };
    let found = match error.is_unrecognized() {
        true => habits::unrecognized(&place),
        false => placeholders::advice(&place, given).or_else(|| habits::advice(&place)),
    };
    found.map(|Found { byte, fault, cure }| Advice { at: Position::of(text, byte), fault, cure })
}

/// A recognized mistake, with its offset in bytes.
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

/// Place of an error in a text.
struct Place<'t> {
    text: &'t str,
    byte: usize,
    error: &'t Error,
}

impl<'t> Place<'t> {
    /// Returns the text before the error.
    fn before(&self) -> &'t str {
        self.text.get(..self.byte).unwrap_or_default()
    }

    /// Returns the text from the error on.
    fn rest(&self) -> &'t str {
        self.text.get(self.byte..).unwrap_or_default()
    }
}

/// Returns the word at the beginning of a text: ASCII letters, digits and `_`.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    &text[..end]
}

/// Returns the word at the end of a text.
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
