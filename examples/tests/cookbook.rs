//! Checks that the recipes of the guide quote the examples' code and output.
//!
//! `EXAMPLES_BLESS=1` writes the files and the pages that show outputs.
#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the blocks of a page that begin with this fence.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let starts = page.split("```").skip(1).step_by(2);
    starts.filter_map(|block| Some(block.strip_prefix(fence)?.strip_prefix('\n')?.to_owned())).collect()
}

/// Returns the lines without their indentation, which differs between a page and a function.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

/// Checks that each block of a page that is not compiled there is a part of one of these files, line by line.
#[track_caller]
fn shows(page: &str, sources: &[&str]) {
    let found = blocks(&read(page), "rust,ignore");
    assert!(!found.is_empty(), "{page} shows nothing");
    let sources: Vec<String> = sources.iter().map(|file| read(file)).collect();
    for block in &found {
        let wanted = lines(block);
        let known = sources.iter().any(|source| lines(source).windows(wanted.len()).any(|part| part == wanted));
        assert!(known, "{page} shows what no example has:\n{block}");
    }
}

#[test]
fn axum_shows_the_example_http() {
    shows(
        "docs/guide/src/cookbook-axum.md",
        &["examples/http/service.rs", "examples/http.rs", "tests/guide/tests/guide/axum.rs"],
    );
}

/// Tests that the page shows the whole service: each function that another one names.
#[test]
fn axum_shows_all_of_its_service() {
    let shown = blocks(&read("docs/guide/src/cookbook-axum.md"), "rust,ignore").concat();
    let shown: BTreeSet<&str> = lines(&shown).into_iter().collect();
    let source = read("examples/http/service.rs");
    let missing: Vec<&str> = source.lines().filter(|line| !line.starts_with("//!")).map(str::trim).collect();
    let missing: Vec<&str> = missing.into_iter().filter(|line| !shown.contains(line)).collect();
    assert!(missing.is_empty(), "the page does not show\n{}", missing.join("\n"));
    assert!(shown.len() > 80, "only {} lines", shown.len());
}

#[test]
fn export_shows_the_example_copy_table() {
    shows("docs/guide/src/exporting.md", &["crates/ydb-keys-bulk/examples/copy_table.rs"]);
}

/// Tests that the page quotes `schema_changes.txt`, the output of that example; another test compares the file.
#[test]
fn change_key_shows_what_schema_changes_prints() {
    let found = blocks(&read("docs/guide/src/cookbook-change-key.md"), "text");
    assert_eq!(found.len(), 1);
    for block in found {
        assert!(read("examples/schema_changes.txt").contains(&block), "not printed:\n{block}");
    }
}

/// Tests that a block that occurs in no file is an error.
#[test]
fn a_block_that_differs_is_found() {
    assert_eq!(blocks("a\n```text\nb\n```\nc\n```text\nd\n```\n", "text"), ["b\n", "d\n"]);
    assert_eq!(lines("  a\n    b {\n"), ["a", "b {"]);
}
