//! Prints a difference as a sentence, or with the two sides on lines of their own if they are long.

use std::fmt;

use ydb_keys_core::ddl::{Name, Names};
use ydb_keys_core::error::Printable;

use super::counted::counted;
use crate::diff::Difference;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::MissingTable => f.write_str("the table does not exist"),
            Difference::MissingColumn { column, .. } => write!(f, "column {column}: only in the model"),
            Difference::ExtraColumn { column, renamed_to: None, .. } => write!(f, "column {column}: only in the table"),
            Difference::ExtraColumn { name, column, renamed_to: Some(field) } => write!(
                f,
                "column {column}: only in the table; if this is a rename, write `#[ydb(rename = {name:?})]` on the field \
                 `{field}`"
            ),
            Difference::ColumnType { name, model, live } => {
                write!(f, "column {}: {}", Name(name), Sides(model, live))
            }
            Difference::NotNull { name, model, live } => {
                let text = |not_null: bool| if not_null { "NOT NULL" } else { "may be NULL" };
                write!(f, "column {}: {}", Name(name), Sides(text(*model), text(*live)))
            }
            Difference::Default { name, model, live } => {
                let text = |side: &Option<String>| match side {
                    Some(value) => format!("default {value}"),
                    None => "no default".to_owned(),
                };
                write!(f, "column {}: {}", Name(name), Sides(text(model), text(live)))
            }
            Difference::Serial { name, model, live } => {
                let text = |serial: bool| if serial { "serial" } else { "not serial" };
                write!(f, "column {}: {}", Name(name), Sides(text(*model), text(*live)))
            }
            Difference::ColumnFamily { name, model, live } => {
                let (model, live) = (format!("family {}", Name(model)), format!("family {}", Name(live)));
                write!(f, "column {}: {}", Name(name), Sides(model, live))
            }
            Difference::PrimaryKey { model, live } => {
                write!(f, "primary key: {}", Sides(columns(model), columns(live)))
            }
            Difference::Hash { model, live: Some(live), .. } => {
                write!(f, "layout of the key:{}", Below(model, &Printable(live).to_string()))
            }
            Difference::Hash { model, live: None, rows, differing } => {
                let (rows, have) = (counted(*rows, "sampled row"), if *differing == 1 { "has" } else { "have" });
                write!(f, "hash: {differing} of {rows} {have} a hash that differs from the model's")?;
                write!(f, "\n  model: {model}")
            }
            Difference::Store { model, live } => {
                write!(f, "store: {}", Sides(format!("{model} table"), format!("{live} table")))
            }
            Difference::PartitionBy { model, live } => {
                write!(f, "PARTITION BY HASH: {}", Sides(columns(model), columns(live)))
            }
            Difference::MissingIndex { index, .. } => write!(f, "{}: only in the model", Lower(index)),
            Difference::ExtraIndex { index, .. } => write!(f, "{}: only in the table", Lower(index)),
            Difference::Index { name, model, live } => {
                write!(f, "index {}:{}", Name(name), Below(model, live))
            }
            Difference::IndexSetting { index, name, model, live } => {
                write!(f, "index {}: {name}: {}", Name(index), Sides(model, live))
            }
            Difference::NotFilled { column, index } => {
                let (column, index) = (Name(column), Name(index));
                write!(f, "column {column}: rows have no value, so scans of the index {index} miss them")
            }
            Difference::IndexNotReady { name } => write!(f, "index {}: not built yet", Name(name)),
            Difference::Ttl { model, live } => {
                let text = |side: &Option<String>| side.clone().unwrap_or_else(|| "none".to_owned());
                write!(f, "TTL: {}", Sides(text(model), text(live)))
            }
            Difference::Setting { name, model, live } => write!(f, "{name}: {}", Sides(model, live)),
            Difference::Family { model, live: Some(live), name } => {
                write!(f, "family {}:{}", Name(name), Below(model, live))
            }
            Difference::Family { model, live: None, .. } => write!(f, "{}: only in the model", Lower(model)),
            Difference::MissingChangefeed { changefeed, .. } => write!(f, "{}: only in the model", Lower(changefeed)),
            Difference::ExtraChangefeed { changefeed, .. } => write!(f, "{}: only in the table", Lower(changefeed)),
            Difference::Changefeed { name, model, live } => {
                write!(f, "changefeed {}:{}", Name(name), Below(model, live))
            }
        }
    }
}

/// Both sides on one line.
struct Sides<M, L>(M, L);

impl<M: fmt::Display, L: fmt::Display> fmt::Display for Sides<M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in the model, {} in the table", self.0, self.1)
    }
}

/// Both sides on lines of their own, so that they can be compared by eye.
struct Below<'a>(&'a str, &'a str);

impl fmt::Display for Below<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n  model: {}\n  table: {}", self.0, self.1)
    }
}

/// A definition with its first word in lower case, as the other sentences start.
struct Lower<'a>(&'a str);

impl fmt::Display for Lower<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_once(' ') {
            Some((word, rest)) => write!(f, "{} {rest}", word.to_ascii_lowercase()),
            None => f.write_str(self.0),
        }
    }
}

fn columns(names: &[String]) -> String {
    format!("({})", Names(names.iter().map(String::as_str)))
}
