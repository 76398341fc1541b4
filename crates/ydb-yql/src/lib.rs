//! YQL's syntax: turns text into tokens and tokens into a tree; nothing here knows a table or a type rule.
//!
//! Published as a part of `ydb-keys` and `ydb-embedded`. Items of this crate change without notice.

#![forbid(unsafe_code)]

// Rooms: files and directories of modules. A room imports only rooms above it; `tests/rooms` checks the imports.
//
// lexer.rs       text to tokens; keyword.rs: positions where a word may be a name; literal.rs: values of literals
// parser/        tokens to the tree, one method for each rule of YDB's grammar  <- lexer, ast
//                tolerant.rs: definitions whose unknown clauses are kept as text
// ast/           the syntax tree, as written
// facts/         tables, columns and comparisons in a tree, without knowledge of a table  <- ast
// advice/        cures for the mistakes of authors who know another SQL
// pieces/        optional pieces of a text, and the texts that result from them  <- lexer
//                scan.rs: the scanner that finds them
// error.rs       places in a text, and errors of a text that cannot be parsed

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
