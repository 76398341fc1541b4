//! Cases that the compiler refuses or accepts, and the comparison of what it says with the texts beside them.
//!
//! `cases/fail/<rule>/<name>.rs` is refused as `<name>.txt` says, `cases/pass/<rule>/<name>.rs` without a message.
//! `UI_BLESS=1` rewrites the texts. Read them afterwards as the user who made the mistake.

mod case;
mod render;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::{env, fs, io};

pub use cargo_metadata::diagnostic::Diagnostic;
pub use case::Case;

/// The error of a test: its text is the report.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Compares the cases of a folder with what `check` returns: the diagnostics of each case, by its target's name.
///
/// # Errors
/// One text about all cases that differ; or the error of `check`.
pub fn compare(folder: &Path, check: impl FnOnce(&[Case]) -> Result<HashMap<String, Vec<Diagnostic>>>) -> Result<()> {
    let (fail, pass) = (case::all(folder, "fail")?, case::all(folder, "pass")?);
    let mut faults = counterparts(&fail, &pass);
    faults.extend(case::orphans(folder, &fail, &pass)?);
    let refusals = fail.len();
    let cases = [fail, pass].concat();
    let diagnostics = check(&cases)?;
    for (position, case) in cases.iter().enumerate() {
        let said = render::text(case, diagnostics.get(&case.target()).map_or(&[], Vec::as_slice));
        match position < refusals {
            true => faults.extend(refused(case, &said)?),
            false => faults.extend(accepted(case, &said)),
        }
    }
    println!("{refusals} cases refused, {} accepted", cases.len() - refusals);
    match faults.is_empty() {
        true => Ok(()),
        false => Err(format!("{} faults\n\n{}", faults.len(), faults.join("\n\n")).into()),
    }
}

/// A rule that refuses something has a near miss that it accepts, and the other way round.
fn counterparts(fail: &[Case], pass: &[Case]) -> Vec<String> {
    let rules = |cases: &[Case]| cases.iter().filter_map(|case| case.rule_id().map(str::to_owned)).collect();
    let (fail, pass): (BTreeSet<String>, BTreeSet<String>) = (rules(fail), rules(pass));
    fail.symmetric_difference(&pass).map(|rule| format!("rule `{rule}` has cases of one kind only")).collect()
}

/// A case that must not compile: its first line says what it shows, and the compiler's messages are the text beside it.
fn refused(case: &Case, said: &str) -> io::Result<Option<String>> {
    let path = case.path.display();
    if said.is_empty() {
        return Ok(Some(format!("{path} compiles")));
    }
    if !case.source.starts_with("// ") {
        return Ok(Some(format!("{path} does not begin with a comment that says what it shows")));
    }
    if case.rule_id().is_some_and(|rule| !said.contains(&format!("{rule}: "))) {
        return Ok(Some(format!("{path} does not break the rule of its folder; the compiler reports\n{said}")));
    }
    let text = case.path.with_extension("txt");
    if env::var_os("UI_BLESS").is_some() {
        fs::write(&text, said)?;
    }
    let expected = fs::read_to_string(&text).unwrap_or_default();
    Ok((expected != said).then(|| format!("{path}: expected\n{expected}\nbut the compiler says\n{said}")))
}

/// A case that must compile without a message.
fn accepted(case: &Case, said: &str) -> Option<String> {
    (!said.is_empty()).then(|| format!("{} is not accepted as it should be:\n{said}", case.path.display()))
}
