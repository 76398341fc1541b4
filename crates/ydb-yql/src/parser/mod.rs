//! Parser: turns tokens into a tree, with recursive descent for statements and operator precedence for expressions.
//!
//! Each rule of YQL's grammar is a method of `Parser`, in the file of its statement. A rule looks at the current token
//! and at most a few tokens ahead. A rule never goes back, except in definitions (`tolerant`). `cursor` has the state
//! that all rules use. `refuse` has the errors and the limits on nesting. `expr` has the operators.

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
