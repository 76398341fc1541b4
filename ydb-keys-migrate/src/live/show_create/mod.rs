//! Reads the text that `SHOW CREATE TABLE` prints.
//!
//! ```text
//! text ── lexer ──> tokens ── cursor ──> statements ──> Shown ── merge ──> LiveTable
//!                                        ├ column, family, index     (entries in parentheses)
//!                                        └ settings, ttl             (WITH ...)
//! ```
//!
//! The server may be newer than this crate, so the reader is tolerant. Each construct goes one of three ways:
//!
//! 1. **Known**: it becomes a field of [`LiveColumn`](super::LiveColumn), [`LiveIndex`](super::LiveIndex) or
//!    [`LiveSettings`](super::LiveSettings).
//! 2. **Unknown, but with a clear end**: it is kept word for word in
//!    [`LiveSettings::other`](super::LiveSettings::other). An option, clause or action ends at the next known word; a
//!    list entry ends at a comma; everything ends at a closing parenthesis or a semicolon. Parentheses and quotes
//!    inside it are skipped as a whole ([`Cursor::skip_until`](cursor::Cursor::skip_until)). A plan leaves such parts
//!    alone, and `pull` prints them in a comment. An index with unknown words before its columns or among them gets the
//!    kind `Other`.
//! 3. **Known, but with an unreadable value** (an unclosed quote, `KEY_BLOOM_FILTER = MAYBE`): the whole text is
//!    refused with the line number, and the description stays unchanged. Otherwise a setting that exists would look
//!    like one that does not, and a plan would change it.
//!
//! `later.rs` tests the second way: it puts unknown clauses at every place where a later release could print one.

mod changefeed;
mod column;
mod cursor;
mod family;
mod index;
mod lexer;
mod merge;
mod settings;
mod statements;
mod ttl;
mod unquote;

pub(crate) use changefeed::changefeed_settings;
pub(crate) use unquote::leading_text;

#[cfg(test)]
mod later;
#[cfg(test)]
mod tests;
