//! An error that a page quotes is a part of a `.stderr` file, so no page shows what rustc does not print.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn quoted_errors_are_parts_of_stderr_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let outputs: Vec<String> =
        files(&root.join("tests/trybuild/cases/fail"), "stderr").iter().map(|f| read(f)).collect();
    let pages = ["", "docs", "docs/decisions", "examples", "ydb-keys-derive", "ydb-keys-derive/src", "ydb-embedded"];
    let mut quoted = 0;
    for page in pages.iter().flat_map(|folder| files(&root.join(folder), "md")) {
        let text = read(&page);
        for block in text.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            if block.starts_with("error[") || block.contains(" --> ") {
                quoted += 1;
                let known = outputs.iter().any(|output| format!("\n{output}").contains(&format!("\n{block}")));
                assert!(known, "{} quotes what no .stderr file has:\n{block}", page.display());
            }
        }
    }
    assert!(quoted >= 2, "README.md quotes two errors");
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

/// The files of a folder, without those below.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}
