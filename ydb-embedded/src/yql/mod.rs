//! YQL's syntax: text to tokens to a tree; nothing here knows a table or a type rule.

pub mod ast;
mod issue;
mod keyword;
mod lexer;
mod literal;
mod parser;
#[cfg(test)]
mod tests;

pub use parser::parse;
