//! One table that has not the layout of its model, and what to do about it.

use std::fmt;

use crate::schema::{Table, layout, path};
use crate::types::YdbType;

/// A table that has not the layout of its model. [`Display`](fmt::Display) tells it in a paragraph: both sides, what would happen, the way out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayoutMismatch {
    /// The schema of the model.
    pub model: &'static Table,
    /// Where its table is, with the directory that it is addressed at.
    pub path: String,
    /// What is there.
    pub found: FoundLayout,
}

/// What was found in the place of a model's layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoundLayout {
    /// No table is there, or none that this user may see.
    NoTable,
    /// The attribute [`LAYOUT_ATTRIBUTE`](crate::LAYOUT_ATTRIBUTE) holds another layout.
    Written(String),
    /// The attribute is of a format that this version does not know.
    NewerFormat(String),
    /// The primary key has other columns, another order or other types: `order_id Uint64, line Uint32`.
    Key(String),
    /// No layout is written down, and rows have another hash than the model computes.
    Hash {
        /// Rows looked at.
        rows: u64,
        /// Rows among them that have another hash.
        differing: u64,
    },
}

impl fmt::Display for LayoutMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutMismatch { model, path, found } = self;
        let wanted = layout(model);
        match found {
            FoundLayout::NoTable => {
                writeln!(f, "table `{path}`: it is not there, or the user of this connection may not see it")?;
                writeln!(f, "  If the program went on, every operation on it would fail.")?;
                write!(f, "  Create it with {}.", Command { of: self, rekey: false })
            }
            FoundLayout::Written(layout) => {
                writeln!(f, "table `{path}`: it was made for another layout than the model's")?;
                Sides { model: &wanted, table: layout }.fmt(f)?;
                let same_key = key(&wanted) == key(layout);
                self.fmt_consequence(f, same_key)
            }
            FoundLayout::NewerFormat(layout) => {
                writeln!(
                    f,
                    "table `{path}`: its layout is written down in a format that this version of ydb-keys does not know"
                )?;
                writeln!(f, "  model  {wanted}\n  table  {layout}")?;
                writeln!(f, "  If the program went on, nobody would have compared the two.")?;
                write!(f, "  Build the program with the version of ydb-keys that wrote it, or a later one.")
            }
            FoundLayout::Key(key) => {
                writeln!(f, "table `{path}`: it has another primary key than the model")?;
                let own: Vec<String> = key_of(model).iter().map(|(name, ty)| format!("{name} {ty}")).collect();
                Sides { model: &own.join(", "), table: key }.fmt(f)?;
                self.fmt_consequence(f, false)
            }
            FoundLayout::Hash { rows, differing } => {
                let column = model.hash.map_or("", |hash| hash.name);
                writeln!(f, "table `{path}`: its rows have another `{column}` than the model computes")?;
                writeln!(f, "  model  {wanted}")?;
                writeln!(
                    f,
                    "  table  no layout is written down; of {rows} rows that were looked at, {differing} differ"
                )?;
                if differing < rows {
                    writeln!(f, "  Some rows have it, some do not: programs that compute it differently wrote them.")?;
                }
                self.fmt_consequence(f, true)
            }
        }
    }
}

impl LayoutMismatch {
    fn fmt_consequence(&self, f: &mut fmt::Formatter<'_>, same_key: bool) -> fmt::Result {
        let consequence = match same_key {
            true => {
                "  If the program went on, it would compute other hashes than the rows have: reads by key would miss rows that\n  \
                 are there, and writes of such rows would make second ones."
            }
            false => {
                "  If the program went on, reads by key could scan the whole table or miss rows, and writes could make second rows\n  \
                 or overwrite others."
            }
        };
        writeln!(f, "{consequence}")?;
        let command = Command { of: self, rekey: true };
        write!(
            f,
            "  Give the model back the layout of the table, or copy the table into the model's with\n  {command}."
        )
    }
}

/// The command of the program that `ydb_keys::cli::main` makes.
struct Command<'a> {
    of: &'a LayoutMismatch,
    rekey: bool,
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutMismatch { model, path, .. } = self.of;
        let rekey = if self.rekey { " --rekey" } else { "" };
        write!(f, "`apply{rekey} --table {}", model.name)?;
        let directory = path::directory(path, model.name);
        if !directory.is_empty() {
            write!(f, " --below {directory}")?;
        }
        f.write_str("` of your migration program (`ydb_keys::cli`)")
    }
}

/// Both sides under one another, and a mark where they part.
struct Sides<'a> {
    model: &'a str,
    table: &'a str,
}

impl fmt::Display for Sides<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sides { model, table } = self;
        writeln!(f, "  model  {model}\n  table  {table}")?;
        let same = model.chars().zip(table.chars()).take_while(|(own, other)| own == other).count();
        writeln!(f, "         {:same$}^", "")
    }
}

/// The columns of the primary key with their types, the hash column first.
pub(super) fn key_of(table: &Table) -> Vec<(&'static str, YdbType)> {
    let hash = table.hash.map(|hash| (hash.name, YdbType::Uint64));
    hash.into_iter().chain(table.key_columns().map(|column| (column.name, column.ty))).collect()
}

/// The key of a layout, without what the hash is made of: `order_hash`, and `order_id Uint64`.
fn key(layout: &str) -> (&str, &str) {
    let Some((name, rest)) = layout.split_once(" = ") else {
        return ("", layout.split_once(": ").map_or(layout, |(_, key)| key));
    };
    let name = name.split_once(": ").map_or(name, |(_, name)| name);
    (name, inputs_end(rest).map_or("", |end| rest[end..].trim_start_matches(", ")))
}

/// Behind the closing parenthesis of `numeric_hash(..)`.
fn inputs_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, symbol) in text.char_indices() {
        match symbol {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
