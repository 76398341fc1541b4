//! A query as the macro writes it: its text, its facts, and what the program says of it.

use super::facts::{Place, Scope, Target};
use super::kinds::Literal;
use super::parameters::Parameter;
use crate::schema::any::Table;

/// A query in the text of a program.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// As it is written.
    pub text: &'a str,
    /// The path of the file that has the text; `None` for a literal.
    pub file: Option<&'a str>,
    pub scopes: &'a [Scope<'a>],
    pub targets: &'a [Target<'a>],
    pub parameters: &'a [Parameter<'a>],
    pub literals: &'a [Literal<'a>],
    pub full_scans: &'a [FullScan<'a>],
    /// What it returns, if that is one result.
    pub results: Option<Results<'a>>,
}

/// A table whose rows may all be read, and why.
#[derive(Clone, Copy, Debug)]
pub struct FullScan<'a> {
    pub table: &'a Table<'a>,
    pub reason: &'a str,
}

/// The columns of the only result of a query, as far as the text says them.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    pub columns: &'a [ResultColumn<'a>],
    /// Whether these are all.
    pub are_all: bool,
}

/// A column of a result.
#[derive(Clone, Copy, Debug)]
pub struct ResultColumn<'a> {
    pub name: &'a str,
    pub at: Place,
    pub origin: Origin,
}

/// Where the values of a column come from.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// A column, by its place, of the scope of this number, NULL also where a join finds no row of its source.
    Column { scope: usize, column: u16, is_outer: bool },
    /// `COUNT(*)`.
    Count,
    /// Something else.
    Unknown,
}
