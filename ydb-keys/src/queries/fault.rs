//! A fault of a query: its place, and what is said of it.

use crate::types::const_text::Message;

/// A fault of a query.
pub(super) struct Fault {
    /// The byte of the text.
    pub(super) at: usize,
    /// How many bytes are at fault.
    pub(super) width: usize,
    /// Begins with the id of the rule.
    pub(super) message: Message,
    /// What to write instead; may be empty.
    pub(super) cure: Message,
}

impl Fault {
    /// One at a word.
    pub(super) const fn new(at: usize, word: &str) -> Self {
        Fault { at, width: word.len(), message: Message::EMPTY, cure: Message::EMPTY }
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
