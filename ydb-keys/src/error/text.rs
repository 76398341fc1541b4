//! Parts of the texts of errors that depend on what happened.

use std::fmt;

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

/// After which row an export stopped.
pub(super) struct After<'a>(pub(super) &'a Option<String>);

impl fmt::Display for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(key) => write!(f, "after the row with key {key}"),
            None => f.write_str("before its first row"),
        }
    }
}

/// What a write conflicts with, and what to do instead.
pub(super) fn existing(operation: &str, key: Option<&str>, earlier: bool, unique: &[&str]) -> String {
    let mut ways = Vec::new();
    ways.extend(key.map(|key| format!("the key already exists: {key}")));
    if !unique.is_empty() {
        ways.push(format!("another row has the same values in the unique index `{}`", unique.join("` or `")));
    }
    if earlier {
        ways.push(
            "an earlier write of the transaction conflicts with an existing row, which YDB may report late".to_owned(),
        );
    }
    let found = match ways.is_empty() {
        true => "the row already exists".to_owned(),
        false => ways.join(", or "),
    };
    match (key, earlier, unique) {
        // A row with a version is inserted by `upsert` too.
        (Some(_), false, []) if operation.starts_with("insert") => {
            format!("{found}; use `upsert` to overwrite the row")
        }
        _ => found,
    }
}
