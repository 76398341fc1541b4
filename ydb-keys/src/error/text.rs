//! Parts of error messages that depend on the circumstances.

use std::fmt;

use ydb_keys_core::types::YdbType::{self, Bool, Double, Float, Utf8};

use super::ValueError;
#[cfg(feature = "sdk")]
use super::failure::Failure;

/// Effect of a statement whose result cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "a detail of errors that is not public")]
pub enum Done {
    /// The statement has written, and that is committed.
    Written,
    /// The statement may have written: the text of the query does not say it clearly.
    Perhaps,
    /// The statement is a part of a transaction that the caller may commit.
    InTransaction,
}

/// Names a table, or a struct that is read from the rows of a query and belongs to no table.
pub(super) fn owner(name: &str) -> String {
    match name.strip_prefix("struct ") {
        Some(name) => format!("struct `{name}`"),
        None => format!("table `{name}`"),
    }
}

/// Names a parameter, if its name is known.
pub(super) fn parameter(name: &str) -> String {
    match name {
        "" => "a parameter".to_owned(),
        name => format!("parameter `${name}`"),
    }
}

/// Names a table in front of its operation. Empty for an operation without a table.
pub(super) fn in_table(table: &str) -> String {
    if table.is_empty() { String::new() } else { format!("table `{table}`: ") }
}

/// Says that a statement is done but its result cannot be read, what to do, and why.
pub(super) fn unread(table: &str, operation: &str, done: Done, source: &impl fmt::Display) -> String {
    let (subject, result) = match table {
        "" => (format!("the {operation}"), "its result"),
        _ => (format!("table `{table}`: the {operation}"), "the row that it returned"),
    };
    let (done, cure) = match done {
        Done::Written => ("is done", "do not repeat it"),
        Done::Perhaps => ("is done and may have written", "look at what is stored before you repeat it"),
        Done::InTransaction => {
            ("is a part of the transaction", "return the error, so that the transaction is rolled back")
        }
    };
    let source_text = source.to_string();
    let cause = source_text.lines().next().unwrap_or_default();
    let source_cure = source_text.lines().find_map(|line| line.strip_prefix("help: "));
    let how = match table {
        "" => source_cure.unwrap_or("read it into what the query returns"),
        _ => "correct the model and read the row",
    };
    format!("{subject} {done}, but {result} cannot be read\nhelp: {cure}; {how}\ncause: {cause}")
}

/// Says what to do about a value that does not fit, in a line of its own.
pub(super) fn cure(owner: &str, decoded: bool, error: &ValueError) -> String {
    match error {
        ValueError::Null => "\nhelp: make the field an `Option` if the column may hold NULL".to_owned(),
        ValueError::Mismatch { .. } if !decoded => {
            "\nhelp: make `encode` of the field's type return a value of the type that it is asked for".to_owned()
        }
        ValueError::Mismatch { .. } if !owner.starts_with("struct ") => DIFF.to_owned(),
        _ => cast(error, "the field"),
    }
}

/// Advice for a table that differs from its model.
const DIFF: &str = "\nhelp: compare the model with the table: the command `diff`";

/// Advises another Rust type for a value in the result of a query, if one of Rust's own types can hold it.
fn cast(error: &ValueError, what: &str) -> String {
    let ValueError::Mismatch { found, .. } = error else { return String::new() };
    match YdbType::from_text(found).map(|ty| (ty, ty.rust_type())) {
        Some((ty, (rust, true))) if ty.is_integer() || matches!(ty, Bool | Float | Double | Utf8) => {
            format!("\nhelp: make {what} `{rust}`, or `CAST` the expression")
        }
        _ => String::new(),
    }
}

/// Lists the columns that a result has instead of a missing one, and says what to do.
pub(super) fn missing_column(owner: &str, column: &str, found: &[String]) -> String {
    let has = match found {
        [] => String::new(),
        found => format!("\nit has `{}`", found.join("`, `")),
    };
    if owner.starts_with("struct ") { format!("{has}\nhelp: name the expression: `AS {column}`") } else { has + DIFF }
}

/// Names a value of a tuple, or the only value of a row. The type is printed without the modules of its parts.
pub(super) fn place(row: &str, at: usize) -> String {
    let value = if row.starts_with('(') { format!(", value {}", at + 1) } else { String::new() };
    format!("`{}`{value}", without_modules(row))
}

/// Removes the modules from a type: `alloc::string::String` becomes `String`.
fn without_modules(ty: &str) -> String {
    let parts = ty.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect()
}

/// Says what to do about a value that does not fit its place in a tuple.
pub(super) fn place_cure(error: &ValueError) -> String {
    match error {
        ValueError::Null => "\nhelp: make it an `Option` if the column may hold NULL".to_owned(),
        _ => cast(error, "it"),
    }
}

/// Says that a result has more or fewer columns than are read.
pub(super) fn other_columns(row: &str, takes: usize, found: &[String]) -> String {
    let columns = |count| format!("{count} column{}", if count == 1 { "" } else { "s" });
    let row = without_modules(row);
    let (first, has) = match found {
        [] => (format!("`{row}` takes {}, the result has other ones", columns(takes)), String::new()),
        found => (
            format!("`{row}` takes {}, the result has {}", columns(takes), columns(found.len())),
            format!("\nit has `{}`", found.join("`, `")),
        ),
    };
    format!("{first}{has}\nhelp: select as many columns, or read them by name into a struct with `#[derive(YdbRow)]`")
}

/// Says that a query has returned no row, or several.
pub(super) fn not_one_row(found: usize) -> String {
    match found {
        0 => "the query has returned no row, not one\nhelp: write `first`, which returns an `Option`".to_owned(),
        found => format!(
            "the query has returned {found} rows, not one\n\
             help: write `fetch` for all rows, `first` for the first one, or a condition that is true for one row"
        ),
    }
}

/// Says what to do about a key above this limit.
pub(super) fn too_large_key(limit: usize) -> &'static str {
    // YDB recommends the lower limit. The higher one is the limit of what it stores.
    if limit < 1 << 20 {
        "keep long strings outside the key, or hash them; `allow(large_key, reason = \"...\")` raises the limit to 1 MiB \
         and 1 KiB"
    } else {
        "keep long strings outside the key, or hash them; YDB cannot store a larger key"
    }
}

/// Says which version is stored instead of the version that was read.
pub(super) fn found_version(found: Option<i128>) -> String {
    found.map_or("and is not stored any more".to_owned(), |version| format!("and now has version {version}"))
}

/// Message that the row of an `exactly_once` transaction is gone. `true` if the outcome is unknown for that reason.
pub(crate) struct Gone(pub(crate) bool);

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, row) = if self.0 {
            ("nobody can find out any more whether it is committed", "it has expired")
        } else {
            ("it is not committed", "it has expired before the commit")
        };
        write!(f, "{known}: its row is gone from `ydb_keys/outcomes`, because {row} or somebody dropped the table")
    }
}

/// Says what to do after the row of an `exactly_once` transaction is gone.
pub(super) fn gone_cure(unknown: bool) -> &'static str {
    if unknown {
        "look into your own tables for what it writes, before you run it again"
    } else {
        "run it again; if the table was dropped, what was done before with the same id is forgotten"
    }
}

/// Says after which row an export stopped.
#[cfg(feature = "sdk")]
pub(super) fn after_row(after: &Option<String>) -> String {
    after.as_ref().map_or("before its first row".to_owned(), |key| format!("after the row with key {key}"))
}

/// Says what a write conflicts with, what to do instead, and what YDB said.
#[cfg(feature = "sdk")]
pub(super) fn exists(failure: &Failure, key: Option<&str>, earlier: bool, unique: &[&str]) -> String {
    let mut ways = Vec::new();
    ways.extend(key.map(|key| format!("the key already exists: {key}")));
    if !unique.is_empty() {
        ways.push(format!("the unique index `{}` already has the values", unique.join("` or `")));
    }
    let first = match (ways.is_empty(), earlier) {
        (true, true) => "an earlier write of the transaction conflicts with an existing row".to_owned(),
        (true, false) => "the row already exists".to_owned(),
        (false, _) => ways.join(", or "),
    };
    let mut text = format!("{} failed: {first}", failure.subject());
    match (key, earlier, unique) {
        (.., true, _) if !ways.is_empty() => {
            text +=
                "\nor an earlier write of the transaction conflicts with an existing row, which YDB may report late";
        }
        // `upsert` also inserts a row with a version, so the advice is only for inserts.
        (Some(_), false, []) if failure.operation.starts_with("insert") => {
            text += "\nhelp: use `upsert` to overwrite the row";
        }
        _ => {}
    }
    text + &format!("\nYDB: {}", failure.reason())
}
