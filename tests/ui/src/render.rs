//! Renders a compiler's messages as text: the project's own words exactly, the compiler's only as the code of the
//! error.

use std::path::Path;

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};

use crate::case::CaseFile;

/// Address of the page of rules, as rustc prints it; the rule's id follows it.
const PAGE: &str = "https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#";

/// Error or warning at a place of the file.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Message {
    /// Number of the line; 0 in another file.
    pub(crate) line: usize,
    column: usize,
    /// Code that the message points at, and its text.
    text: String,
}

impl Message {
    pub(crate) fn new(line: usize, column: usize, text: String) -> Self {
        Self { line, column, text }
    }

    /// Returns the message with its place, where the first line of its case is line 1.
    pub(crate) fn at(&self, first: usize) -> String {
        format!("{}:{} {}\n", (self.line + 1).saturating_sub(first), self.column, self.text)
    }
}

/// Returns errors and warnings in the order of the source.
pub(crate) fn messages(file: &CaseFile, diagnostics: &[Diagnostic]) -> Vec<Message> {
    // A note that the constant is erroneous may stand between.
    let next =
        |number: usize| diagnostics[number + 1..].iter().find(|next| next.message != "erroneous constant encountered");
    let all = diagnostics.iter().enumerate();
    let mut messages: Vec<_> = all.filter_map(|(number, one)| message(file, one, next(number))).collect();
    messages.sort();
    messages
}

/// Converts a diagnostic; `None` for a summary, which has no place, and for a note about an error.
fn message(file: &CaseFile, diagnostic: &Diagnostic, next: Option<&Diagnostic>) -> Option<Message> {
    let faults = [DiagnosticLevel::Error, DiagnosticLevel::Warning];
    let mut span = diagnostic.spans.iter().find(|span| span.is_primary && faults.contains(&diagnostic.level))?;
    // A constant of a generic function is evaluated where that is called, which a note says.
    let call = next.filter(|next| next.message.starts_with("the above error was encountered while instantiating"));
    if Path::new(&span.file_name) != file.path
        && let Some(call) = call.and_then(|call| call.spans.iter().find(|span| span.is_primary))
    {
        span = call;
    }
    // What a macro of the library wrote is shown where the macro is used.
    while Path::new(&span.file_name) != file.path
        && let Some(expansion) = &span.expansion
    {
        span = &expansion.span;
    }
    let text = without_address(text(diagnostic));
    if Path::new(&span.file_name) != file.path {
        return Some(Message::new(0, 0, text));
    }
    let code = file.source.get(span.byte_start as usize..span.byte_end as usize).unwrap_or_default();
    Some(Message::new(span.line_start, span.column_start, format!("`{code}`: {text}")))
}

fn text(diagnostic: &Diagnostic) -> String {
    let text = diagnostic.message.as_str();
    match diagnostic.code.as_ref().map(|code| code.code.as_str()) {
        // `compile_error!`
        None => text.to_owned(),
        // A constant that panics.
        Some("E0080") => panic_message(diagnostic).to_owned(),
        // A trait bound, whose words are ours by `#[diagnostic::on_unimplemented]`.
        Some("E0277") => short_paths(text) + &notes(diagnostic),
        // The reason of a `#[must_use]` is a note.
        Some("unused_must_use") => reason(diagnostic).unwrap_or("unused_must_use").to_owned(),
        Some(other) => other.to_owned(),
    }
}

/// Removes the address of the rule from a message. It is the same everywhere; a message without it keeps its text,
/// which shows that. The compiler prints none of the project's notes if it has advice of its own, such as to borrow.
pub(crate) fn without_address(mut text: String) -> String {
    let Some((id, _)) = text.split_once(": ") else { return text };
    if !id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        return text;
    }
    let address = format!("\nnote: for more, run `ydb-keys explain {id}` or see {PAGE}{id}");
    match text.strip_suffix(&address) {
        Some(rest) => text.truncate(rest.len()),
        None => text += "\nwithout the address of the rule",
    }
    text
}

/// Returns a constant's panic message: older compilers print it at the code, newer ones in the first line.
fn panic_message(diagnostic: &Diagnostic) -> &str {
    let labels = diagnostic.spans.iter().filter_map(|span| span.label.as_deref());
    let mut texts = labels.chain([diagnostic.message.as_str()]);
    texts.find_map(|text| text.strip_prefix("evaluation panicked: ")).unwrap_or(&diagnostic.message)
}

/// Returns the reason of a `#[must_use]`.
fn reason(diagnostic: &Diagnostic) -> Option<&str> {
    let notes = diagnostic.children.iter().filter(|child| child.level == DiagnosticLevel::Note);
    notes.map(|note| note.message.as_str()).find(|note| !note.starts_with("`#["))
}

/// Removes the modules from types' names, which not every compiler prints.
fn short_paths(text: &str) -> String {
    let mut parts: Vec<&str> = text.split("::").collect();
    let last = parts.pop().unwrap_or_default();
    let in_path = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    parts.into_iter().map(|part| part.trim_end_matches(in_path)).chain([last]).collect()
}

/// Returns the project's own notes: they point at no code, and say what to write, to pass or to run, or name the crate
/// like Cargo does.
fn notes(diagnostic: &Diagnostic) -> String {
    let ours = diagnostic.children.iter().filter(|child| {
        child.level == DiagnosticLevel::Note
            && child.spans.is_empty()
            && ["write ", "pass ", "`ydb-keys`", "`ydb-keys explain "].iter().any(|words| child.message.contains(words))
    });
    ours.map(|child| format!("\nnote: {}", child.message)).collect()
}
