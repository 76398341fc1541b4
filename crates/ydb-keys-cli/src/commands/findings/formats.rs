//! Prints findings as SARIF 2.1.0 with the fields that GitHub's code scanning needs, as GitHub annotations, and as a
//! Markdown table.
//!
//! GitHub refuses a result without a file. A finding of a table whose model is unknown therefore has the table's path
//! as its file. Every finding of a table has the table as its logical location.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{FindingLevel, ReportedFinding};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn sarif(command: &str, help: &str, found: &[ReportedFinding]) -> Value {
    let mut rules: Vec<&str> = found.iter().map(|found| found.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = found.iter().map(|found| result(found, &rules)).collect();
    let rules: Vec<Value> = rules
        .iter()
        .map(|rule| json!({ "id": rule, "shortDescription": { "text": rule.replace('_', " ") }, "helpUri": help }))
        .collect();
    let driver = json!({
        "name": "ydb-keys",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": ydb_keys_core::__chapter!("operating"),
        "rules": rules,
    });
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            // A commit may have several runs; without its own id, each would replace the one before.
            "automationDetails": { "id": format!("ydb-keys/{command}/") },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(found: &ReportedFinding, rules: &[&str]) -> Value {
    let (file, line, column) = match (&found.place, &found.subject) {
        (Some(place), _) => (place.file.as_str(), place.line, place.column),
        (None, Some(subject)) => (subject.split(", ").next().unwrap_or(subject), 1, 1),
        (None, None) => ("database", 1, 1),
    };
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(file) },
            "region": { "startLine": line, "startColumn": column },
        },
    });
    if let Some(subject) = &found.subject {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": subject, "kind": "table" }]);
    }
    json!({
        "ruleId": found.rule,
        "ruleIndex": rules.iter().position(|rule| *rule == found.rule),
        "level": found.level,
        "message": { "text": found.message },
        "locations": [location],
    })
}

/// Encodes a path as a relative URI: `src/my%20models.rs`.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.trim_start_matches("./").replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Prints a GitHub annotation for each finding. GitHub shows ten errors and ten warnings of a step, so the worst come
/// first.
pub(super) fn github(found: &[ReportedFinding]) -> String {
    let mut out = String::new();
    for ReportedFinding { rule, level, subject, message, place } in found {
        let level = match level {
            FindingLevel::Error => "error",
            FindingLevel::Warning => "warning",
            FindingLevel::Note => "notice",
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

/// Escapes the characters that would end a GitHub workflow command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the characters that would end a property of a GitHub workflow command.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

pub(super) fn markdown(command: &str, found: &[ReportedFinding]) -> String {
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
    for ReportedFinding { rule, level, subject, message, place } in found {
        let sign = match level {
            FindingLevel::Error => "❌",
            FindingLevel::Warning => "⚠️",
            FindingLevel::Note => "ℹ️",
        };
        let place = place.as_ref().map(|place| format!("`{}:{}`", place.file, place.line));
        let places: Vec<String> = subject.iter().map(|subject| cell(subject)).chain(place).collect();
        let _ = writeln!(out, "| {sign} `{rule}` | {} | {} |", places.join("<br>"), cell(message));
    }
    out
}

/// Escapes a text for a Markdown table cell: no tags, bars or line breaks.
pub(in crate::commands) fn cell(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|");
    text.split('\n').map(str::trim_end).collect::<Vec<_>>().join("<br>")
}
