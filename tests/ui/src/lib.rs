//! Compiles cases that the compiler refuses or accepts, and compares its messages with the texts beside them.
//!
//! `cases/fail/<rule>.rs` and `cases/pass/<rule>.rs` have the cases of a rule, each as a module with a comment before
//! it that describes it. The compiler refuses each module of a fail file with the messages of `<rule>.txt`, and accepts
//! a pass file without a message. A case that needs its own crate is a separate file, `<rule>-<name>.rs`.
//!
//! `UI_BLESS=1` rewrites the texts. Read them afterwards like the user who made the mistake.

mod case;
mod render;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::{env, fs, io};

pub use cargo_metadata::diagnostic::Diagnostic;
pub use case::CaseFile;
use render::Message;

/// Result of a test, whose error has the report as its text.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Compares the cases of a folder with what `check` returns: the diagnostics of each file, by its target's name.
///
/// # Errors
/// One text about all cases that differ; or the error of `check`.
pub fn compare(
    folder: &Path,
    check: impl FnOnce(&[CaseFile]) -> Result<HashMap<String, Vec<Diagnostic>>>,
) -> Result<()> {
    let (fail, pass) = (CaseFile::all(folder, "fail")?, CaseFile::all(folder, "pass")?);
    let mut faults = counterparts(&fail, &pass);
    faults.extend(case::orphans(folder, &fail, &pass)?);
    let diagnostics = check(&[fail.clone(), pass.clone()].concat())?;
    let messages = |file: &CaseFile| render::messages(file, diagnostics.get(&file.target()).map_or(&[], Vec::as_slice));
    for file in &fail {
        let (said, found) = refused(file, messages(file));
        faults.extend(found);
        faults.extend(differs(file, &said)?);
    }
    for file in &pass {
        faults.extend(accepted(file, &messages(file)));
    }
    let count = |files: &[CaseFile]| files.iter().map(|file| file.cases().len()).sum::<usize>();
    println!("{} cases refused, {} accepted", count(&fail), count(&pass));
    match faults.is_empty() {
        true => Ok(()),
        false => Err(format!("{} faults\n\n{}", faults.len(), faults.join("\n\n")).into()),
    }
}

/// Returns the rules without a counterpart: a rule with refused cases must have accepted ones, and vice versa.
fn counterparts(fail: &[CaseFile], pass: &[CaseFile]) -> Vec<String> {
    let rules = |files: &[CaseFile]| files.iter().filter_map(|file| file.rule_id().map(str::to_owned)).collect();
    let (fail, pass): (BTreeSet<String>, BTreeSet<String>) = (rules(fail), rules(pass));
    fail.symmetric_difference(&pass).map(|rule| format!("rule `{rule}` has cases of one kind only")).collect()
}

/// Returns the compiler's messages on cases that must not compile, in the form of the text beside their file, and the
/// faults: each case must break the rule of its file, and nothing else.
fn refused(file: &CaseFile, mut messages: Vec<Message>) -> (String, Vec<String>) {
    let path = file.path.display();
    let mut faults = described(file);
    let mut said = Vec::new();
    for case in file.cases() {
        let inside = messages.extract_if(.., |message| case.lines.contains(&message.line));
        let text: String = inside.map(|message| message.at(*case.lines.start())).collect();
        let name = case.name;
        if text.is_empty() {
            faults.push(format!("{path}: `{name}` compiles"));
        } else if file.rule_id().is_some_and(|rule| !text.contains(&format!("{rule}: "))) {
            faults.push(format!("{path}: `{name}` does not break the rule of its file; the compiler reports\n{text}"));
        }
        said.push(format!("{name}\n{text}"));
    }
    faults.extend(messages.iter().map(|message| format!("{path}: outside of the cases: {}", message.at(1))));
    (said.join("\n"), faults)
}

/// Compares the compiler's messages with the text beside the file.
fn differs(file: &CaseFile, said: &str) -> io::Result<Option<String>> {
    let text = file.path.with_extension("txt");
    if env::var_os("UI_BLESS").is_some() {
        fs::write(&text, said)?;
    }
    let expected = fs::read_to_string(&text).unwrap_or_default();
    let (lost, new) = (unlike(&expected, said), unlike(said, &expected));
    Ok((expected != said).then(|| format!("{}: expected\n{lost}\nbut the compiler says\n{new}", file.path.display())))
}

/// Returns the paragraphs of a text that another one lacks.
fn unlike(text: &str, other: &str) -> String {
    let others: BTreeSet<&str> = other.split("\n\n").map(str::trim_end).collect();
    text.split("\n\n")
        .map(str::trim_end)
        .filter(|paragraph| !others.contains(paragraph))
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// Returns the faults of cases that must compile without a message.
fn accepted(file: &CaseFile, messages: &[Message]) -> Vec<String> {
    let path = file.path.display();
    let mut faults = described(file);
    faults.extend(messages.iter().map(|message| format!("{path} is not accepted: {}", message.at(1))));
    faults
}

/// Returns the faults in the form of a file: it must have cases, each with a comment that describes it.
fn described(file: &CaseFile) -> Vec<String> {
    let (path, cases) = (file.path.display(), file.cases());
    if cases.is_empty() {
        return vec![format!("{path} has no case: no line is `mod name {{`")];
    }
    let bare = cases.iter().filter(|case| !case.described);
    bare.map(|case| format!("{path}: no comment before `{}` says what it shows", case.name)).collect()
}

#[cfg(test)]
mod tests;
