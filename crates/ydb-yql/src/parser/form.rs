//! The forms of texts with definitions, and what is read of one.

use crate::ast::Statement;
use crate::error::Span;

/// The kinds of texts with definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A query, in which everything must be understood.
    #[default]
    Query,
    /// A file of DDL.
    File,
    /// The text that `SHOW CREATE TABLE` prints.
    Printed,
}

/// What is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The clause.
    pub span: Span,
    /// Its text, with the names of what it belongs to: ``FAMILY `f` (LATER = 5)``.
    pub text: String,
    /// Whether it is a whole statement.
    pub is_statement: bool,
}

/// The statements of a text, and what of it is not understood; both in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definitions {
    /// The statements.
    pub statements: Vec<Statement>,
    /// What is not understood.
    pub unread: Vec<Unread>,
}
