//! The outputs that the guide shows: each stands in a test, or in a file that a test compares with what a program prints.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::Path;

use guide_tests::chapters;
use rooms_tests::source_dir;

/// Chapters whose outputs are compared where they are made: those of examples, those of rustc, and those of the walk
/// through getting started.
const COMPARED: [&str; 2] = ["choosing-a-key.md", "getting-started.md"];

#[test]
fn each_output_is_tested() {
    let tested = tested();
    let mut outputs = 0;
    let mut faults = Vec::new();
    for chapter in chapters().iter().filter(|chapter| !COMPARED.contains(&chapter.file.as_str())) {
        for block in chapter.text.split("```text\n").skip(1) {
            let block = block.split("```").next().unwrap();
            if block.starts_with("error[") {
                continue;
            }
            outputs += 1;
            let lines = block.lines().filter(|line| !line.starts_with("$ "));
            let whole = plain(&lines.clone().collect::<Vec<_>>().join("\n"));
            let parts: Vec<&str> = whole.split(" ..").map(str::trim).collect();
            // Of a list of examples each stands somewhere.
            let found =
                parts.iter().all(|part| tested.contains(part)) || lines.map(plain).all(|line| tested.contains(&line));
            if !found {
                faults.push(format!("{}:\n{block}", chapter.file));
            }
        }
    }
    assert!(faults.is_empty(), "no test has these outputs:\n{}", faults.join("\n"));
    assert!(outputs > 5, "only {outputs} outputs found: are they still recognised?");
}

/// The texts of all tests, without the names of their directories.
fn tested() -> String {
    let mut all = String::new();
    for (dir, names) in [("tests", &[".rs", ".snap"][..]), ("examples", &[".txt", ".rs"]), ("ydb-keys/src", &[".rs"])] {
        read(&source_dir(dir), names, &mut all);
    }
    all
}

fn read(dir: &Path, names: &[&str], all: &mut String) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, names, all);
        } else if names.iter().any(|name| path.to_string_lossy().ends_with(name)) {
            let text = fs::read_to_string(&path).unwrap();
            // What a comment says is not tested.
            let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            *all += &plain(&lines.join("\n").replace("\\n\\\n", " ").replace("\\\n", "").replace("\\n", " "));
            *all += "\n";
        }
    }
}

/// A text with one blank for any white space, without the directory of the tests.
fn plain(text: &str) -> String {
    text.replace("ydb_keys_e2e/", "").split_whitespace().collect::<Vec<_>>().join(" ")
}
