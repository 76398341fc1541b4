//! Tests that each kind of error, and each variant of another public error, has a section in the index of errors and a
//! link to it, and that each rule of the compiler is at the address that rustc prints.

use std::collections::BTreeSet;
use std::fs;

use rooms_tests::{files, source_dir, sources};

#[test]
fn each_error_has_a_section_and_links_to_it() {
    let page = fs::read_to_string(source_dir("docs/guide/src").join("errors.md")).unwrap();
    // The sections of rules have their ids; that each is there is tested where the rooms are.
    let is_rule = |name: &str| name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let sections: BTreeSet<String> = page
        .lines()
        .filter_map(|line| Some(line.strip_prefix("## `")?.strip_suffix('`')?.to_owned()))
        .filter(|name| !is_rule(name))
        .collect();
    // Each kind shows a message.
    for section in page.split_once("\n# Kinds\n").unwrap().1.split("\n# ").next().unwrap().split("\n## ").skip(1) {
        assert!(section.contains("\n> `") && section.contains("\nWhat to do: "), "{section}");
    }
    let mut variants = BTreeSet::new();
    // The guide is a module of the library; the other crates link to its page.
    let page = "https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/";
    let folders = [
        ("ydb-keys/src", "crate::guide::errors"),
        ("crates/ydb-keys-core/src", page),
        ("crates/ydb-keys-bulk/src", page),
        ("crates/ydb-keys-migrate/src", page),
    ];
    for (folder, chapter) in folders {
        for (file, text) in sources(&source_dir(folder)) {
            for (name, docs) in public_errors(&text) {
                let anchor: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
                let link = format!("[What to do]({chapter}#{}).", anchor.to_lowercase());
                assert!(docs.contains(&link), "{}: the documentation of `{name}` lacks `{link}`", file.display());
                variants.insert(name);
            }
        }
    }
    assert!(variants.len() > 40 && variants.contains("AlreadyExists") && variants.contains("LoadError::Failed"));
    assert_eq!(variants, sections);
}

/// Returns the variants of a file's public error types, with their documentation. Those of `ErrorKind` have their own
/// name.
fn public_errors(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("pub enum ").and_then(|rest| rest.split([' ', '<']).next()) else {
            continue;
        };
        if !name.ends_with("Error") && !name.ends_with("ErrorKind") || name == "PageTokenError" {
            continue;
        }
        let mut docs = String::new();
        for line in lines.by_ref().take_while(|line| *line != "}") {
            let Some(inner) = line.strip_prefix("    ").filter(|inner| !inner.starts_with(' ')) else { continue };
            let variant: String = inner.chars().take_while(char::is_ascii_alphanumeric).collect();
            if let Some(doc) = inner.strip_prefix("///") {
                docs += doc;
            } else if !variant.is_empty() {
                let path = if name == "ErrorKind" { variant } else { format!("{name}::{variant}") };
                found.push((path, std::mem::take(&mut docs)));
            }
        }
    }
    found
}

/// Tests that the note of each quoted compile error names a rule and ends with the address of the rule's section.
/// `tests/ui` compares all other errors with that address; `tests/rooms` tests that each rule has a section.
#[test]
fn rustc_prints_the_address_of_the_rule() {
    let mut notes = 0;
    for (_, text) in files(&source_dir("tests/documentation/cases"), &["stderr"]) {
        for (_, rest) in text.match_indices("`ydb-keys explain ").map(|(at, found)| text.split_at(at + found.len())) {
            let (rule, rest) = rest.split_once('`').unwrap();
            let address = format!(" or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#{rule}");
            assert_eq!(rest.lines().next(), Some(address.as_str()), "after `ydb-keys explain {rule}`");
            notes += 1;
        }
    }
    assert!(notes > 15, "only {notes} notes found");
}
