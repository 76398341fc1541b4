//! Parts of the texts of errors that depend on what happened.

use std::fmt;

use super::ValueError;
#[cfg(feature = "sdk")]
use super::failure::Failure;

/// What a statement has done whose result cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "a detail of errors that is not public")]
pub enum Done {
    /// It has written, and that is committed.
    Written,
    /// The text of a query does not say clearly whether it writes.
    Perhaps,
    /// It is a part of a transaction that the caller may commit.
    InTransaction,
}

/// A table, or a struct that is read from the rows of a query and belongs to no table.
pub(super) struct Owner<'a>(pub(super) &'a str);

impl fmt::Display for Owner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strip_prefix("struct ") {
            Some(name) => write!(f, "struct `{name}`"),
            None => write!(f, "table `{}`", self.0),
        }
    }
}

/// A parameter by its name, if that is known.
pub(super) fn parameter(name: &str) -> String {
    match name {
        "" => "a parameter".to_owned(),
        name => format!("parameter `${name}`"),
    }
}

/// A table in front of its operation; nothing for an operation without one.
pub(super) struct In<'a>(pub(super) &'a str);

impl fmt::Display for In<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "table `{}`: ", self.0) }
    }
}

/// The first line of an error.
pub(super) struct One<'a, E>(pub(super) &'a E);

impl<E: fmt::Display> fmt::Display for One<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_string().lines().next().unwrap_or_default())
    }
}

/// A statement is done, and its result cannot be read: what that means, and why.
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
    let source_cure = source_text.lines().find_map(|line| line.strip_prefix("help: "));
    let how = match table {
        "" => source_cure.unwrap_or("read it into what the query returns"),
        _ => "correct the model and read the row",
    };
    format!("{subject} {done}, but {result} cannot be read\nhelp: {cure}; {how}\ncause: {}", One(source))
}

/// What to do about a value that does not fit, in a line of its own.
pub(super) struct Cure<'a> {
    pub(super) owner: &'a str,
    /// Whether the value was read, and not to be written.
    pub(super) decoded: bool,
    pub(super) error: &'a ValueError,
}

impl fmt::Display for Cure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            ValueError::Null => f.write_str("\nhelp: make the field an `Option` if the column may hold NULL"),
            ValueError::Mismatch { .. } if !self.decoded => {
                f.write_str("\nhelp: make `encode` of the field's type return a value of the type that it is asked for")
            }
            ValueError::Mismatch { found, .. } => match (self.owner.starts_with("struct "), field_of(found)) {
                (true, Some(ty)) => write!(f, "\nhelp: make the field `{ty}`, or `CAST` the expression"),
                (false, _) => f.write_str("\nhelp: compare the model with the table: the command `diff`"),
                (true, None) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// The usual field of a column with this YDB type.
fn field_of(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "Bool" => "bool",
        "Int8" => "i8",
        "Int16" => "i16",
        "Int32" => "i32",
        "Int64" => "i64",
        "Uint8" => "u8",
        "Uint16" => "u16",
        "Uint32" => "u32",
        "Uint64" => "u64",
        "Float" => "f32",
        "Double" => "f64",
        "Utf8" => "String",
        _ => return None,
    })
}

/// What a result has instead of a column, and what to do.
pub(super) fn missing_column(owner: &str, column: &str, found: &[String]) -> String {
    let has = match found {
        [] => String::new(),
        found => format!("\nit has `{}`", found.join("`, `")),
    };
    match owner.starts_with("struct ") {
        true => format!("{has}\nhelp: name the expression: `AS {column}`"),
        false => format!("{has}\nhelp: compare the model with the table: the command `diff`"),
    }
}

/// A value of a tuple, or the only value of a row: the type is printed without the modules of its parts.
pub(super) struct Place<'a>(pub(super) &'a str, pub(super) usize);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place(row, at) = *self;
        write!(f, "`{}`", without_modules(row))?;
        if row.starts_with('(') { write!(f, ", value {}", at + 1) } else { Ok(()) }
    }
}

/// `alloc::string::String` is `String`.
fn without_modules(ty: &str) -> String {
    let parts = ty.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect()
}

/// What to do about a value that does not fit into its place.
pub(super) fn place_cure(error: &ValueError) -> String {
    match error {
        ValueError::Null => "\nhelp: make it an `Option` if the column may hold NULL".to_owned(),
        ValueError::Mismatch { found, .. } => match field_of(found) {
            Some(ty) => format!("\nhelp: make it `{ty}`, or `CAST` the expression"),
            None => String::new(),
        },
        _ => String::new(),
    }
}

/// A result has other columns than are read.
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

/// A query has no row, or several.
pub(super) fn not_one_row(found: usize) -> String {
    match found {
        0 => "the query has returned no row, not one\nhelp: write `first`, which returns an `Option`".to_owned(),
        found => format!(
            "the query has returned {found} rows, not one\n\
             help: write `fetch` for all rows, `first` for the first one, or a condition that is true for one row"
        ),
    }
}

/// What to do about a key above this limit.
pub(super) fn too_large_key(limit: usize) -> &'static str {
    // A limit that YDB recommends; the other one is that of what it stores.
    match limit < 1 << 20 {
        true => {
            "keep long strings outside the key, or hash them; `allow(large_key, reason = \"...\")` raises the limit to \
             1 MiB and 1 KiB"
        }
        false => "keep long strings outside the key, or hash them; YDB cannot store a larger key",
    }
}

/// What is stored instead of the version that was read.
pub(super) struct Found<'a>(pub(super) &'a Option<i128>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(version) => write!(f, "and now has version {version}"),
            None => f.write_str("and is not stored any more"),
        }
    }
}

/// The row of an `exactly_once` transaction is gone: whether the outcome is unknown for that reason.
pub(crate) struct Gone(pub(crate) bool);

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, row) = match self.0 {
            true => ("nobody can find out any more whether it is committed", "it has expired"),
            false => ("it is not committed", "it has expired before the commit"),
        };
        write!(f, "{known}: its row is gone from `ydb_keys/outcomes`, because {row} or somebody dropped the table")
    }
}

/// What to do about it.
pub(super) fn gone_cure(unknown: bool) -> &'static str {
    match unknown {
        true => "look into your own tables for what it writes, before you run it again",
        false => "run it again; if the table was dropped, what was done before with the same id is forgotten",
    }
}

/// After which row an export stopped.
#[cfg(feature = "sdk")]
pub(super) struct After<'a>(pub(super) &'a Option<String>);

#[cfg(feature = "sdk")]
impl fmt::Display for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(key) => write!(f, "after the row with key {key}"),
            None => f.write_str("before its first row"),
        }
    }
}

/// What a write conflicts with, what to do instead, and what YDB said.
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
        // A row with a version is inserted by `upsert` too.
        (Some(_), false, []) if failure.operation.starts_with("insert") => {
            text += "\nhelp: use `upsert` to overwrite the row";
        }
        _ => {}
    }
    text + &format!("\nYDB: {}", failure.reason())
}
