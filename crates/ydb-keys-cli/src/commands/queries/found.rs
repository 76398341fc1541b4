//! Faults of queries in the form that all formats of findings write.

use crate::commands::findings::{Found, Level, Place};
use crate::queries::{Fault, Judged};

/// The page on them.
pub(in crate::commands) const HELP: &str = ydb_keys_core::__chapter!("operating_queries");

/// The faults and questions of queries, at the lines of their file if there is one; the questions last.
pub(in crate::commands) fn found<'q>(file: Option<&str>, queries: impl IntoIterator<Item = &'q Judged>) -> Vec<Found> {
    let (mut errors, mut questions) = (Vec::new(), Vec::new());
    for query in queries {
        errors.extend(query.errors.iter().map(|fault| of(file, Level::Error, fault)));
        questions.extend(query.questions.iter().map(|fault| of(file, Level::Note, fault)));
    }
    errors.append(&mut questions);
    errors
}

/// The faults of a query, at the lines of their file.
pub(in crate::commands) fn errors(file: &str, faults: &[Fault]) -> Vec<Found> {
    faults.iter().map(|fault| of(Some(file), Level::Error, fault)).collect()
}

fn of(file: Option<&str>, level: Level, fault: &Fault) -> Found {
    Found {
        rule: fault.rule.to_owned(),
        level,
        subject: None,
        message: fault.message.clone(),
        place: file.map(|file| Place { file: file.to_owned(), line: fault.line, column: fault.column }),
    }
}
