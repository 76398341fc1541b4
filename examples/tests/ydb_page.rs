//! Checks the page for YDB's documentation: its Rust snippets are lines of an example that runs, its outputs are
//! printed by the example and the compiler, its dependencies resolve, and both languages show the same code.
#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

const ENGLISH: &str = include_str!("../../docs/ydb-integration/ydb/docs/en/core/integrations/orm/ydb-keys.md");
const RUSSIAN: &str = include_str!("../../docs/ydb-integration/ydb/docs/ru/core/integrations/orm/ydb-keys.md");
const EXAMPLE: &str = include_str!("../ydb_page.rs");
const COMPILER: &str = include_str!("../../tests/documentation/cases/readme_time_first.stderr");

/// Returns the code blocks of a page: their languages, and their lines without the indent of the list around them.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else { continue };
        let code: Vec<&str> = lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")).collect();
        found.push((language, dedented(&code)));
    }
    found
}

fn in_language(page: &str, language: &str) -> Vec<String> {
    blocks(page).into_iter().filter(|(of, _)| *of == language).map(|(_, code)| code).collect()
}

/// Removes the indent that all lines have.
fn dedented(lines: &[&str]) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    lines.iter().map(|line| format!("{}\n", line.get(common..).unwrap_or_default())).collect()
}

/// Returns `true` if the code is consecutive whole lines of the source, indented as a whole.
fn is_in(code: &str, source: &str) -> bool {
    let lines: Vec<&str> = source.lines().collect();
    lines.windows(code.lines().count()).any(|lines| dedented(lines) == code)
}

fn without_comments(code: &str) -> String {
    code.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// Returns the links of a page, and the anchors of its headings.
fn links_and_anchors(page: &str) -> Vec<&str> {
    let after = |mark: &'static str, end: char| {
        page.split(mark).skip(1).filter_map(move |rest| Some(rest.split_once(end)?.0)).collect::<Vec<_>>()
    };
    [after("](", ')'), after(" {#", '}')].concat()
}

#[test]
fn every_snippet_is_a_part_of_the_example() {
    let snippets = in_language(ENGLISH, "rust");
    assert_eq!(snippets.len(), 11);
    for snippet in &snippets {
        assert!(is_in(snippet, EXAMPLE), "examples/ydb_page.rs does not have the lines\n{snippet}");
    }
    assert!(!is_in("let found = 1;\n", EXAMPLE));
}

#[test]
fn the_example_prints_what_the_page_shows() {
    let output = support::example("ydb_page").unwrap().output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();

    let statements = in_language(ENGLISH, "yql");
    assert_eq!(statements.len(), 2);
    for statement in &statements {
        assert!(is_in(statement, &printed), "the page shows\n{statement}\nbut the example prints\n{printed}");
    }
    // The update comes after the first read; the event of 42 moves to 45; that of 44 is deleted.
    for line in [
        r#"found: Some((42, Some("login")))"#,
        r#"42: Some("logout")"#,
        "another page: false",
        "total: Some(1)",
        "moved: true",
        "2 events are left",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "no line `{line}` in\n{printed}");
    }
}

#[test]
fn an_unknown_option_is_refused_with_the_usage() {
    let output = support::example("ydb_page").unwrap().arg("--wrong").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr).to_lowercase();
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert!(printed.contains("--wrong") && printed.contains("usage: "), "{printed}");
}

#[test]
fn the_compiler_says_what_the_page_shows() {
    let shown = in_language(ENGLISH, "text");
    assert_eq!(shown.len(), 1);
    assert!(is_in(&shown[0], COMPILER), "the page shows\n{}\nbut the compiler prints\n{COMPILER}", shown[0]);
}

#[test]
fn both_languages_show_the_same() {
    let code = |page| blocks(page).into_iter().map(|(of, code)| (of, without_comments(&code))).collect::<Vec<_>>();
    assert_eq!(code(ENGLISH), code(RUSSIAN));
    assert_eq!(links_and_anchors(ENGLISH), links_and_anchors(RUSSIAN));
    for page in [ENGLISH, RUSSIAN] {
        for (opened, closed) in [("{% note", "{% endnote"), ("{% list", "{% endlist")] {
            assert_eq!(page.matches(opened).count(), page.matches(closed).count(), "{opened}");
        }
    }
}

/// Resolves the dependencies of the page. Crates that no registry has yet are taken from this repository.
#[test]
fn the_dependencies_resolve() {
    let root = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
    let [manifest] = &in_language(ENGLISH, "toml")[..] else { panic!("one block of TOML") };
    let folder = env::temp_dir().join(format!("ydb-page-{}", process::id()));
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/lib.rs"), "").unwrap();
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let patches: String = ["ydb-keys", "ydb-keys-derive", "crates/ydb-embedded"]
        .map(|path| format!("{} = {{ path = {:?} }}\n", path.trim_start_matches("crates/"), root.join(path)))
        .concat();
    let package = "[package]\nname = \"page\"\nedition = \"2024\"\n";
    fs::write(folder.join("Cargo.toml"), format!("{package}\n{manifest}\n[patch.crates-io]\n{patches}")).unwrap();
    let cargo = env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let output = Command::new(cargo).args(["tree", "--offline", "--depth", "1"]).current_dir(&folder).output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["ydb-keys v0.1", "ydb v0.18", "tokio v1"] {
        assert!(printed.contains(name), "{printed}");
    }
}
