//! What the compiler says of models that are checked without the client: the cases of this package.
//!
//! `UI_BLESS=1 cargo test -p ui-tests` rewrites the texts. The cases that need the client are in `tests/testing`.

#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

mod documentation;
mod project;
mod quotes;

use std::path::Path;

use ui_tests::CaseFile;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");

#[test]
fn cases() {
    let check = |files: &[CaseFile]| project::check("cases", &project::CRATES, files);
    if let Err(error) = ui_tests::compare(Path::new(FOLDER), check) {
        panic!("{error}");
    }
}

#[test]
fn documentation() {
    documentation::rustc_prints_the_stderr_files(&CaseFile::all(Path::new(FOLDER), "documentation").unwrap());
    quotes::quoted_errors_are_what_rustc_prints();
}
