//! Message about a table whose layout differs from its model's.

use std::fmt;

use crate::error::Printable;
use ydb_keys_core::schema::{Layout, Table};
use ydb_keys_core::types::YdbType;

/// Table whose layout differs from its model's.
///
/// [`Display`](fmt::Display) writes a paragraph: the difference, the model's layout and the table's, the consequence,
/// and the cure.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayoutMismatch {
    /// Schema of the model.
    pub model: &'static Table,
    /// Path of the table, with the directory given to the check.
    pub path: String,
    /// Difference that the check has found.
    #[doc(hidden)]
    pub found: FoundLayout,
}

/// Difference between a table in the database and a model's layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoundLayout {
    /// There is no table, or this user is not allowed to see it.
    NoTable,
    /// The attribute [`Layout::ATTRIBUTE`] holds another layout.
    Written(Layout),
    /// A newer release of ydb-keys wrote the attribute, so this one cannot read it.
    NewerFormat(String),
    /// The attribute holds a line that no release of ydb-keys writes.
    Damaged(String),
    /// The primary key has other columns, or they have another order or other types: `order_id Uint64, line Uint32`.
    Key(String),
    /// There is no attribute, and a computed column of an index is missing or has another type.
    Column {
        /// Name of the computed column.
        name: &'static str,
        /// Type of the column in the table; `None` if it is missing.
        found: Option<String>,
    },
    /// There is no attribute, and rows have another hash or bucket than the model computes.
    Hash {
        /// Name of the computed column.
        column: &'static str,
        /// Number of rows in the sample.
        rows: u64,
        /// Number of rows in the sample whose hash differs.
        differing: u64,
        /// A few of the differing rows, if the program computes the hash.
        first: Vec<String>,
    },
}

impl fmt::Display for LayoutMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutMismatch { model, path, found } = self;
        let wanted = Layout::of(model);
        match found {
            FoundLayout::NoTable => {
                writeln!(f, "table `{path}` does not exist, or this user is not allowed to see it")?;
                writeln!(f, "  Every operation on it would fail.")?;
                write!(f, "  Create it with {}.", Command { of: self, rekey: false })
            }
            FoundLayout::Written(layout) => {
                writeln!(f, "table `{path}` has another layout than its model")?;
                Sides { model: &wanted.to_string(), table: &layout.to_string() }.fmt(f)?;
                if wanted.has_rows_of(layout) {
                    self.fmt_of_indexes(f, wanted.computed_otherwise(layout).next().is_some())
                } else {
                    self.fmt_consequence(f, wanted.has_key_of(layout))
                }
            }
            FoundLayout::NewerFormat(layout) => {
                writeln!(f, "table `{path}` has a layout that a newer release of ydb-keys wrote")?;
                writeln!(f, "  model  {wanted}\n  table  {}", Printable(layout))?;
                writeln!(f, "  This release cannot read it, so the two were not compared.")?;
                write!(f, "  Build the program with the release that wrote it, or a later one.")
            }
            FoundLayout::Damaged(layout) => {
                writeln!(f, "table `{path}` has a damaged layout: no release of ydb-keys writes such a line")?;
                writeln!(f, "  model  {wanted}\n  table  {}", Printable(layout))?;
                writeln!(f, "  So it is unknown whether the model computes the hashes that the rows have.")?;
                writeln!(
                    f,
                    "  Drop the attribute to compare a sample of rows instead (`apply` sets it again if they match):"
                )?;
                write!(f, "  `ydb table attribute drop --attributes {} {path}`.", Layout::ATTRIBUTE)
            }
            FoundLayout::Key(key) => {
                writeln!(f, "table `{path}` has another primary key than its model")?;
                let own: Vec<String> = key_of(model).iter().map(|(name, ty)| format!("{name} {ty}")).collect();
                Sides { model: &own.join(", "), table: key }.fmt(f)?;
                self.fmt_consequence(f, false)
            }
            FoundLayout::Column { name, found } => {
                writeln!(f, "table `{path}` has no column `{name}` as its model computes it")?;
                let found = found.as_deref().unwrap_or("no such column");
                writeln!(f, "  model  {wanted}\n  table  no layout attribute; {name}: {found}")?;
                self.fmt_of_indexes(f, false)
            }
            FoundLayout::Hash { column, rows, differing, first } => {
                writeln!(f, "table `{path}` has other values of `{column}` than its model computes")?;
                writeln!(f, "  model  {wanted}")?;
                writeln!(f, "  table  no layout attribute; {differing} of {rows} sampled rows differ")?;
                first.iter().try_for_each(|row| writeln!(f, "         {row}"))?;
                if differing < rows {
                    writeln!(f, "  Some rows agree and some do not: programs with different hashes wrote them.")?;
                }
                let is_of_key = model.hash.is_some_and(|hash| hash.name == *column);
                if is_of_key { self.fmt_consequence(f, true) } else { self.fmt_of_indexes(f, false) }
            }
        }
    }
}

impl LayoutMismatch {
    /// Writes the consequence if only columns of indexes differ: reads and writes by key are right then.
    fn fmt_of_indexes(&self, f: &mut fmt::Formatter<'_>, rekey: bool) -> fmt::Result {
        writeln!(f, "  Scans through the indexes could miss rows, and writes could leave rows out of them.")?;
        let command = Command { of: self, rekey };
        write!(f, "  Restore the table's layout in the model, or change the table with\n  {command}.")
    }

    fn fmt_consequence(&self, f: &mut fmt::Formatter<'_>, same_key: bool) -> fmt::Result {
        f.write_str(if same_key {
            "  The program would compute other hashes than the rows have: reads by key would miss existing rows,\n  \
             and writes would duplicate them.\n"
        } else {
            "  Reads by key could scan the whole table or miss rows, and writes could duplicate or overwrite rows.\n"
        })?;
        let command = Command { of: self, rekey: true };
        write!(
            f,
            "  Restore the table's layout in the model, or copy the table to the model's layout with\n  {command}."
        )
    }
}

/// Command of a program built on `ydb_keys_cli::main`.
struct Command<'a> {
    of: &'a LayoutMismatch,
    rekey: bool,
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutMismatch { model, path, .. } = self.of;
        let rekey = if self.rekey { " --rekey" } else { "" };
        write!(f, "`apply{rekey} --table {}", model.name)?;
        let directory = model.directory_of(path);
        if !directory.is_empty() {
            write!(f, " --below {directory}")?;
        }
        f.write_str("` of your migration program (`ydb_keys_cli`)")
    }
}

/// Layouts of the model and of the table, one below the other, with a mark at the first difference.
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

/// Returns the columns of the primary key with their types, the hash column first.
pub(super) fn key_of(table: &Table) -> Vec<(&'static str, YdbType)> {
    let hash = table.hash.map(|hash| (hash.name, hash.ty()));
    hash.into_iter().chain(table.key_columns().map(|column| (column.name, column.ty))).collect()
}
