//! Tokens to a tree: recursive descent for statements, operator precedence for expressions.
//!
//! Each rule of YQL's grammar is a method of `Parser`, in the file of its statement. A rule looks at the current token,
//! at most a few ahead, and never goes back, except in definitions (`tolerant`). `cursor` has what all rules use: the tokens; `expected` the words for error
//! messages, and `nesting` the limits on it. `expr` has the operators.

mod access;
mod action;
mod alter;
mod call;
mod cursor;
mod define;
mod expected;
mod expr;
mod form;
mod from;
mod json;
mod nesting;
mod primary;
mod query;
mod select;
mod sequence;
mod settings;
mod statement;
mod tolerant;
mod topic;
mod types;
mod unused;
mod window;
mod write;

pub use form::{Definitions, Form, Unread};
pub use query::{parse, parse_while};
pub use tolerant::{definitions, printed_settings, printed_values};
