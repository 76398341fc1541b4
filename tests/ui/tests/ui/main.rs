//! What the compiler says of each case: `cases/fail/<rule>/<name>.rs` as `<name>.txt` says, of `cases/pass` nothing.
//!
//! `UI_BLESS=1 cargo test -p ui-tests` rewrites the texts. Read them afterwards as the user who made the mistake.

mod case;
mod project;
mod render;

use std::collections::BTreeSet;
use std::{env, fs, io};

use case::Case;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[test]
fn cases() -> Result<()> {
    let (fail, pass) = (case::all("fail")?, case::all("pass")?);
    let mut faults = counterparts(&fail, &pass);
    faults.extend(case::orphans(&fail, &pass)?);
    let diagnostics = project::check(fail.iter().chain(&pass))?;
    let said = |case: &Case| render::text(case, diagnostics.get(&case.target()).map_or(&[], Vec::as_slice));
    for case in &fail {
        faults.extend(refused(case, &said(case))?);
    }
    for case in &pass {
        faults.extend(accepted(case, &said(case)));
    }
    assert!(faults.is_empty(), "{} faults\n\n{}", faults.len(), faults.join("\n\n"));
    println!("{} cases refused, {} accepted", fail.len(), pass.len());
    Ok(())
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
