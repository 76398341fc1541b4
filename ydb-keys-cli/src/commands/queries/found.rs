//! Faults of queries in the form that all formats of findings write.

use crate::commands::findings::{Found, Level, Place};
use crate::queries::Fault;

/// The page on them.
pub(in crate::commands) const HELP: &str = ydb_keys::__chapter!("operating_queries");

/// The faults of a query, at the lines of their file if there is one.
pub(in crate::commands) fn found<'q>(file: Option<&str>, faults: impl IntoIterator<Item = &'q Fault>) -> Vec<Found> {
    faults.into_iter().map(|fault| of(file, fault)).collect()
}

fn of(file: Option<&str>, fault: &Fault) -> Found {
    Found {
        rule: fault.rule.to_owned(),
        level: Level::Error,
        subject: None,
        message: fault.message.clone(),
        place: file.map(|file| Place { file: file.to_owned(), line: fault.line, column: fault.column }),
    }
}
