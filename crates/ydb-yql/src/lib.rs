//! YQL's syntax: text to tokens to a tree; nothing here knows a table or a type rule.
//!
//! A part of `ydb-keys` and `ydb-embedded`, for which it is published. Its items change without notice.

#![forbid(unsafe_code)]

// The rooms. Each imports only rooms above it; `tests/rooms` holds that.
//
// lexer.rs       text to tokens; keyword.rs: which words may be names; literal.rs: values
// parser/        tokens to the tree, one method a rule of YDB's grammar; tolerant.rs: definitions that keep as a text what is not understood  <- lexer, ast
// ast/           the syntax tree, as written
// facts/         what a tree reads and compares, without a table              <- ast
// advice/        what to write instead, for mistakes of those who know another SQL
// pieces.rs      optional pieces of a text, and the texts that it stands for     <- lexer
// error.rs       places in the text, and why it cannot be parsed

#[doc(hidden)]
pub mod advice;
#[doc(hidden)]
pub mod ast;
mod error;
#[doc(hidden)]
pub mod facts;
mod keyword;
mod lexer;
mod literal;
mod parser;
#[doc(hidden)]
pub mod pieces;
#[cfg(test)]
mod tests;

pub use error::{Error, ErrorKind, Position, Result, Span};
#[doc(hidden)]
pub use error::{NotText, text};
#[doc(hidden)]
pub use keyword::is_name;
#[doc(hidden)]
pub use literal::leading_string;
#[doc(hidden)]
pub use parser::{Definitions, Form, Unread, definitions, printed_settings, printed_values};
pub use parser::{parse, parse_while};
