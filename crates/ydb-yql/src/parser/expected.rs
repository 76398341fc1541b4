//! The errors for what came instead of what the grammar allows.
//!
//! A rule that looks for a token and does not find it notes it in `expected`; moving on clears the list. When no rule
//! fits, the list is what ANTLR would print: `mismatched input 'x' expecting {',', ')'}`.

use super::cursor::Parser;
use crate::error::{Error, Position, Result, expecting, quote};
use crate::lexer::Kind;

/// The most alternatives that a message names.
const MAX_EXPECTED: usize = 16;

impl Parser<'_> {
    /// Notes what the grammar allows here, for messages.
    pub(super) fn missed(&mut self, what: &'static str) {
        if self.expected.len() < MAX_EXPECTED && !self.expected.contains(&what) {
            self.expected.push(what);
        }
    }

    /// Forgets what was looked for, except these.
    pub(super) fn only_expected(&mut self, expected: &[&'static str]) {
        self.expected = expected.to_vec();
    }

    /// The error for a token that the grammar does not allow here.
    pub(super) fn unexpected(&self) -> Error {
        self.unexpected_unless(false)
    }

    /// The same; `extra` means that the text would be correct without the token.
    pub(super) fn unexpected_unless(&self, extra: bool) -> Error {
        let what = if extra { "extraneous" } else { "mismatched" };
        let found = if self.kind() == Kind::End { String::from("'<EOF>'") } else { quote(self.slice()) };
        let expected = expecting(&self.expected);
        Error::syntax(self.position(), format!("{what} input {found} expecting {expected}"))
    }

    /// The error for a token that is none of these.
    pub(super) fn none_of(&mut self, expected: &[&'static str]) -> Error {
        expected.iter().for_each(|what| self.missed(what));
        self.unexpected()
    }

    /// The refusal of a construct that begins at the current token.
    pub(super) fn unsupported<T>(&self, construct: &str) -> Result<T> {
        Err(Error::unsupported(self.position(), construct))
    }

    /// Refuses a construct, if it begins at the current token.
    pub(super) fn unsupported_if(&self, construct: &str, begins: bool) -> Result<()> {
        if begins { self.unsupported(construct) } else { Ok(()) }
    }

    /// Notes a construct that begins at the current token, and reads on.
    pub(super) fn note(&mut self, construct: &str) {
        self.note_at(self.position(), construct);
    }

    /// Notes a construct that began at a place.
    pub(super) fn note_at(&mut self, at: Position, construct: &str) {
        self.noted.push((at, construct.to_owned()));
    }
}
