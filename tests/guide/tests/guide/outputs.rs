//! Tests that each output in the guide is in a test, or in a file that a test compares with a program's output.

use guide_tests::chapters;
use rooms_tests::{files, source_dir};

/// Chapters whose outputs other tests compare: with the output of an example, and with a walk through getting started.
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
            // In a list of examples each line is in a test.
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

/// Returns the texts of all tests, without the names of their directories.
fn tested() -> String {
    let places = [
        ("tests", &["rs", "snap"][..]),
        ("examples", &["rs", "txt"]),
        ("ydb-keys/src", &["rs"]),
        ("crates/ydb-keys-core/src", &["rs"]),
        ("crates/ydb-keys-bulk/src", &["rs"]),
        ("crates/ydb-keys-cli/src", &["rs", "txt"]),
        ("crates/ydb-keys-migrate/src", &["rs"]),
    ];
    let texts = places.iter().flat_map(|(dir, extensions)| files(&source_dir(dir), extensions));
    texts.map(|(_, text)| unescaped(&text) + "\n").collect()
}

/// Returns a source without its comments, which nothing tests, and with texts of several lines in one line.
fn unescaped(source: &str) -> String {
    let lines: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    plain(&lines.join("\n").replace("\\n\\\n", " ").replace("\\\n", "").replace("\\n", " "))
}

/// Returns a text with one space for any white space, without the directory of the tests.
fn plain(text: &str) -> String {
    text.replace("ydb_keys_e2e/", "").split_whitespace().collect::<Vec<_>>().join(" ")
}
