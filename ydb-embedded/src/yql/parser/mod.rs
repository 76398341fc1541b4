//! Tokens to a tree: recursive descent for statements, operator precedence for expressions.

mod access;
mod alter;
mod call;
mod cursor;
mod define;
mod expr;
mod from;
mod primary;
mod query;
mod select;
mod sequence;
mod settings;
mod statement;
mod types;
mod write;

pub use query::parse;
