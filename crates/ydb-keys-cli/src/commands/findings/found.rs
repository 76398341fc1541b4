//! A finding, whatever command it is from.

use serde::Serialize;

/// How bad a finding is, as GitHub and SARIF name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::commands) enum Level {
    Error,
    Warning,
    Note,
}

/// A finding.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::commands) struct Found {
    /// The id of the rule.
    pub(in crate::commands) rule: String,
    pub(in crate::commands) level: Level,
    /// What it is about, unless the message says that: `orders, index by_customer`.
    pub(in crate::commands) subject: Option<String>,
    /// What is wrong, and what to do.
    pub(in crate::commands) message: String,
    /// The line to look at, if one is known.
    pub(in crate::commands) place: Option<Place>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Place {
    pub(in crate::commands) file: String,
    /// From 1.
    pub(in crate::commands) line: u32,
    /// From 1, in characters.
    pub(in crate::commands) column: u32,
}

/// `orders, index by_customer`
pub(in crate::commands) fn subject(table: &str, index: Option<&str>) -> String {
    match index {
        Some(index) => format!("{table}, index {index}"),
        None => table.to_owned(),
    }
}
