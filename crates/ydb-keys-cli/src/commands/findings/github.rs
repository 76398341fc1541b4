//! Annotations of GitHub Actions: a workflow command for each finding.

use std::fmt::Write as _;

use super::found::{Found, Level};

/// A line for each finding. GitHub shows ten errors and ten warnings of a step, so the worst should come first.
pub(super) fn github(found: &[Found]) -> String {
    let mut out = String::new();
    for Found { rule, level, subject, message, place } in found {
        let level = match level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let place = place.as_ref().map_or_else(String::new, |place| {
            format!("file={},line={},col={},", property(&place.file), place.line, place.column)
        });
        let title = match subject {
            Some(subject) => property(&format!("{rule}: {subject}")),
            None => property(rule),
        };
        let _ = writeln!(out, "::{level} {place}title={title}::{}", escaped(message));
    }
    out
}

/// Without the characters that end a command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Without those that end a property, either.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
