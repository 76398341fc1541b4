//! Findings as a table in Markdown, for the comment of a pull request.

use std::fmt::Write as _;

use super::found::{Found, Level};

pub(super) fn markdown(command: &str, found: &[Found]) -> String {
    let mut out = format!("### `ydb-keys {command}`: ");
    let _ = match found.len() {
        0 => writeln!(out, "nothing found"),
        1 => writeln!(out, "one finding"),
        many => writeln!(out, "{many} findings"),
    };
    if found.is_empty() {
        return out;
    }
    out += "\n| | Where | What |\n|---|---|---|\n";
    for Found { rule, level, subject, message, place } in found {
        let sign = match level {
            Level::Error => "❌",
            Level::Warning => "⚠️",
            Level::Note => "ℹ️",
        };
        let place = place.as_ref().map(|place| format!("`{}:{}`", place.file, place.line));
        let places: Vec<String> = subject.iter().map(|subject| cell(subject)).chain(place).collect();
        let _ = writeln!(out, "| {sign} `{rule}` | {} | {} |", places.join("<br>"), cell(message));
    }
    out
}

/// A text that stays in its cell: without tags, bars and line breaks.
pub(in crate::commands) fn cell(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|");
    text.split('\n').map(str::trim_end).collect::<Vec<_>>().join("<br>")
}
