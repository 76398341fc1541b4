//! Tokens to a tree: recursive descent for statements, operator precedence for expressions.
//!
//! Each rule of YQL's grammar is a method of `Parser`, in the file of its statement. A rule looks at the current token,
//! at most a few ahead, and never goes back, except in definitions (`tolerant`). `cursor` has what all rules use, the
//! tokens; `refuse` the errors and the limits on nesting. `expr` has the operators.

mod alter;
mod call;
mod cursor;
mod define;
mod expr;
mod from;
mod json;
mod primary;
mod query;
mod refuse;
mod select;
mod settings;
mod statement;
mod tolerant;
mod types;
mod write;

pub use cursor::{Definitions, Form, Unread};
pub use query::{parse, parse_while};
pub use tolerant::{definitions, printed_settings, printed_values};
