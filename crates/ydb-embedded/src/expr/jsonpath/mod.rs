//! Paths into JSON, as JSON_VALUE, JSON_EXISTS and JSON_QUERY take them: `strict $.friends[*] ? (@.age > 18) .name`.
//!
//! The grammar is that of YDB (`yql/essentials/minikql/jsonpath`, `JsonPath.g`), and so is what each part does with the
//! sequence of values in front of it (`executor.cpp`). A value of a path is always a sequence: of one value for a literal,
//! of many for `$[*]`, of none for a key that is not there. In `lax` mode, the default, an array is unpacked where an
//! object is expected and any other value is packed into an array where an array is, and what is missing is no error. In
//! `strict` mode each of these is one.

mod compare;
mod failure;
mod json;
mod lexer;
mod methods;
mod parser;
mod run;
#[cfg(test)]
mod tests;
mod tree;

pub use failure::Failure;
pub use json::{Json, Number};
pub use tree::Path;

use std::sync::Arc;

use crate::error::Result;

/// A text that is no path: what is wrong, and where in it, both from YDB's counting: lines from 1, columns from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    line: u32,
    column: u32,
    message: String,
}

/// The codes of YDB for texts that are no paths (`issue_id.proto`).
const PARSE_ERROR: u32 = 4700;

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "jsonpath:{}:{}: Error: {}, code: {PARSE_ERROR}", self.line, self.column, self.message)
    }
}

impl Path {
    /// The path of a text.
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse(text: &str) -> std::result::Result<Self, Mistake> {
        parser::parse(text)
    }

    /// The sequence that the path finds in a value. `spend` is told how many values are made on the way.
    ///
    /// # Errors
    /// What the mode of the path does not forgive, or that the work was stopped.
    pub fn find(
        &self,
        input: &Json,
        variables: &[(Arc<str>, Json)],
        spend: &mut dyn FnMut(usize) -> Result<()>,
    ) -> std::result::Result<Vec<Json>, Failure> {
        run::run(self, input, variables, spend)
    }
}
