//! YQL's syntax: text to tokens to a tree; nothing here knows a table or a type rule.

pub mod ast;
