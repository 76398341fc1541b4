//! Why a table has no key in a language.

use std::fmt;

use ydb_keys::YdbType;
use ydb_keys_core::schema::layout::LayoutFunction;

use super::language::Language;
use super::table::KeyTable;

/// A table that has no key in a language, with the reason and the cure.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A column of the key has a type that the language's client cannot send exactly.
    Type { path: String, column: String, ty: YdbType, why: &'static str },
    /// Another program's function computes the hash.
    Foreign { path: String, function: String },
    /// There is no layout attribute, so nothing says how the hash is computed.
    NoLayout { path: String },
    /// A newer release wrote the layout.
    Newer { path: String },
    /// The layout is damaged, or that of another table.
    Damaged { path: String },
}

impl Refusal {
    /// What cannot be written in a language: a function of other programs, and columns.
    pub(crate) fn of(table: &KeyTable, language: Language) -> impl Iterator<Item = Self> + '_ {
        let foreign = table.computed().find_map(|hash| match &hash.function {
            LayoutFunction::Own(_) => None,
            LayoutFunction::Foreign { name, version, .. } => {
                Some(Refusal::Foreign { path: table.path.clone(), function: format!("{name}@{version}") })
            }
        });
        foreign.into_iter().chain(table.key.columns.iter().filter_map(move |column| {
            Some(Refusal::Type {
                path: table.path.clone(),
                column: column.name.clone(),
                ty: column.ty,
                why: language.refuses(column.ty)?,
            })
        }))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Type { path, column, ty, why } => {
                writeln!(f, "`{path}`: the column `{column}` of its key is {ty}, which {why}")?;
                write!(f, "  Leave the table out by naming the others with `--table`, or give the column another type.")
            }
            Refusal::Foreign { path, function } => {
                writeln!(f, "`{path}`: `{function}` computes its hash, a function that only its own program has")?;
                write!(f, "  Leave the table out by naming the others with `--table`, and write its keys by hand.")
            }
            Refusal::NoLayout { path } => {
                writeln!(f, "`{path}`: the table has no layout, so nothing says how its key is computed")?;
                write!(
                    f,
                    "  Run `apply` of the program with its model, which compares the rows and stores the layout; or run \
                     `keys` of that program; or leave the table out by naming the others with `--table`."
                )
            }
            Refusal::Newer { path } => {
                writeln!(f, "`{path}`: a newer release of ydb-keys wrote the layout of the table")?;
                write!(f, "  Use the `ydb-keys` of that release, or a later one.")
            }
            Refusal::Damaged { path } => {
                writeln!(f, "`{path}`: the layout of the table is damaged, or describes another key")?;
                write!(f, "  `check` of the program with its model says what differs, and what to do about it.")
            }
        }
    }
}
