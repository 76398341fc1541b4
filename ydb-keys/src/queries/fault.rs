//! A fault of a query: its rule, its place, and what is said of it.

use super::facts::Place;
use crate::schema::any::Table;
use crate::types::const_text::Message;

/// A fault of a query.
pub struct Fault<'a> {
    /// The id of the rule.
    pub rule: &'static str,
    /// The path of the table, if one is at fault.
    pub table: Option<&'a str>,
    pub at: Place,
    /// How many characters are at fault.
    pub width: usize,
    pub message: Message,
    /// What to write instead; may be empty.
    pub cure: Message,
}

impl<'a> Fault<'a> {
    /// One at a word.
    pub(super) const fn new(rule: &'static str, at: Place, word: &str) -> Self {
        Fault { rule, table: None, at, width: word.len(), message: Message::rule(rule), cure: Message::EMPTY }
    }

    pub(super) const fn of(mut self, table: &Table<'a>) -> Self {
        self.table = Some(table.name);
        self
    }

    pub(super) const fn says(mut self, message: Message) -> Self {
        self.message = message;
        self
    }

    pub(super) const fn cured(mut self, cure: Message) -> Self {
        self.cure = cure;
        self
    }
}
