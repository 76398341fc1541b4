//! YQL's syntax: text to tokens to a tree; nothing here knows a table or a type rule.
//!
//! A part of `ydb-keys` and `ydb-embedded`, for which it is published. Its items change without notice.

#![forbid(unsafe_code)]

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
#[cfg(test)]
mod tests;
mod text;

pub use error::{Error, ErrorKind, Position, Result, Span};
#[doc(hidden)]
pub use literal::leading_string;
#[doc(hidden)]
pub use parser::{Definitions, Form, Unread, definitions, printed_settings, printed_values};
pub use parser::{parse, parse_while};
#[doc(hidden)]
pub use text::{NotText, text};
