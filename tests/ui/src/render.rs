//! A compiler's messages as text: our own words exactly, the compiler's only as the code of the error.

use std::path::Path;

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};

use crate::case::Case;

/// Errors and warnings in the order of the source, each with its place, the code it points at, and what it says.
pub(crate) fn text(case: &Case, diagnostics: &[Diagnostic]) -> String {
    let mut lines: Vec<_> = diagnostics.iter().filter_map(|diagnostic| line(case, diagnostic)).collect();
    lines.sort();
    lines.into_iter().map(|(_, text)| text + "\n").collect()
}

/// The message with the position to sort it by; `None` for a summary, which has no place, and for a note about an
/// error.
fn line(case: &Case, diagnostic: &Diagnostic) -> Option<((usize, usize), String)> {
    let faults = [DiagnosticLevel::Error, DiagnosticLevel::Warning];
    let span = diagnostic.spans.iter().find(|span| span.is_primary && faults.contains(&diagnostic.level))?;
    let message = message(diagnostic);
    if Path::new(&span.file_name) != case.path {
        return Some(((0, 0), format!("outside the case: {message}")));
    }
    let (line, column) = (span.line_start, span.column_start);
    let code = case.source.get(span.byte_start as usize..span.byte_end as usize).unwrap_or_default();
    Some(((line, column), format!("{line}:{column} `{code}`: {message}")))
}

fn message(diagnostic: &Diagnostic) -> String {
    let text = diagnostic.message.as_str();
    match diagnostic.code.as_ref().map(|code| code.code.as_str()) {
        // `compile_error!`
        None => text.to_owned(),
        // A constant that panics.
        Some("E0080") => panic_message(diagnostic).to_owned(),
        // A trait bound, whose words are ours by `#[diagnostic::on_unimplemented]`.
        Some("E0277") => short_paths(text) + &notes(diagnostic),
        Some(other) => other.to_owned(),
    }
}

/// What a constant panicked with: older compilers say it at the code, newer ones in the first line.
fn panic_message(diagnostic: &Diagnostic) -> &str {
    let labels = diagnostic.spans.iter().filter_map(|span| span.label.as_deref());
    let mut texts = labels.chain([diagnostic.message.as_str()]);
    texts.find_map(|text| text.strip_prefix("evaluation panicked: ")).unwrap_or(&diagnostic.message)
}

/// Types without the modules they are in, which not every compiler prints.
fn short_paths(text: &str) -> String {
    let mut parts: Vec<&str> = text.split("::").collect();
    let last = parts.pop().unwrap_or_default();
    let in_path = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    parts.into_iter().map(|part| part.trim_end_matches(in_path)).chain([last]).collect()
}

/// The notes of our own: they point at no code, and say what to write, to pass or to run, or name the crate as Cargo does.
fn notes(diagnostic: &Diagnostic) -> String {
    let ours = diagnostic.children.iter().filter(|child| {
        child.level == DiagnosticLevel::Note
            && child.spans.is_empty()
            && ["write ", "pass ", "`ydb-keys`", "`ydb-keys explain "].iter().any(|words| child.message.contains(words))
    });
    ours.map(|child| format!("\nnote: {}", child.message)).collect()
}
