//! Tests the compiler's messages on models that are checked without the client: the cases of this package.
//!
//! `UI_BLESS=1 cargo test -p ui-tests` rewrites the texts. The cases that need the client are in `tests/testing`.

#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

mod project;

use std::path::Path;

use ui_tests::CaseFile;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");

#[test]
fn cases() {
    if let Err(error) = ui_tests::compare(Path::new(FOLDER), project::check) {
        panic!("{error}");
    }
}

/// Tests that the fault fits on a screen; its reason and its cure are separate lines. Names count at full length, so
/// cases with long ones are left out.
#[test]
fn first_lines_are_short() {
    let mut long = Vec::new();
    for file in CaseFile::all(Path::new(FOLDER), "fail").unwrap() {
        let text = std::fs::read_to_string(file.path.with_extension("txt")).unwrap_or_default();
        let messages = text.lines().filter_map(|line| line.split_once("`: "));
        long.extend(messages.map(|(_, message)| message.to_owned()).filter(|message| message.len() > 120));
    }
    long.retain(|message| !LONG_NAMES.iter().any(|name| message.contains(name)));
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Parts of the names in cases about long names.
const LONG_NAMES: [&str; 2] = ["aaaaaaaa", "sequence_claimed_dispersed"];
