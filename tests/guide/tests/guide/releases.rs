//! Tests that the oldest and the newest YDB release in the texts are those that the embedded engine can act as.

use std::fs;

use guide_tests::chapters;
use rooms_tests::source_dir;

fn read(path: &str) -> String {
    fs::read_to_string(source_dir(".").join(path)).unwrap()
}

/// Returns the releases of the engine, the oldest first, by the variants of its `Release`.
fn releases() -> Vec<String> {
    let source = read("crates/ydb-embedded/src/session/release.rs");
    let body = source.split_once("pub enum Release {").unwrap().1.split_once("\n}").unwrap().0;
    let variants = body.lines().filter_map(|line| line.trim().strip_prefix('V')?.strip_suffix(','));
    variants.map(|name| name.replace('_', ".")).collect()
}

/// Returns the texts that say which releases are needed: the guide, the READMEs, and the head of the library.
fn texts() -> Vec<(String, String)> {
    let mut texts: Vec<_> = chapters().into_iter().map(|chapter| (chapter.file, chapter.text)).collect();
    let crates = [
        "",
        "ydb-keys/",
        "crates/ydb-keys-bulk/",
        "crates/ydb-keys-cli/",
        "crates/ydb-keys-migrate/",
        "crates/ydb-embedded/",
    ];
    let others = ["ydb-keys/src/lib.rs", "docs/llms.txt", "docs/skills/ydb-keys/SKILL.md"].map(str::to_owned);
    let others = others.into_iter().chain(crates.map(|of| format!("{of}README.md")));
    texts.extend(others.map(|file| (file.clone(), read(&file))));
    texts
}

/// Returns the first two numbers of a release at the beginning of a text: `25.1` of `25.1.4 or later`.
fn release(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let (major, minor) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    (23..30).contains(&major).then_some((major, minor))
}

#[test]
fn all_texts_name_the_same_releases() {
    let releases = releases();
    let (oldest, newest) = (releases.first().unwrap(), releases.last().unwrap());
    assert!(releases.len() > 3 && release(oldest).is_some() && release(newest).is_some(), "{releases:?}");

    let versions = read("docs/guide/src/versions.md").replace('\n', " ");
    let (last, others) = releases.split_last().unwrap();
    let engine = format!("can act as {} and {last}", others.join(", "));
    let range = format!("the releases {oldest} to {newest}");
    for text in [&format!("ydb-keys needs YDB {oldest} or newer."), &engine, &range] {
        assert!(versions.contains(text), "versions.md does not say `{text}`");
    }
    let library = format!("| {oldest} or newer: written for {oldest} to {newest}, ");
    let answer = format!("{oldest} or newer; ");
    let integration = "docs/ydb-integration/ydb/docs";
    let page = |language| format!("{integration}/{language}/core/integrations/orm/ydb-keys.md");
    let places = [
        ("ydb-keys/src/lib.rs".to_owned(), library),
        ("README.md".to_owned(), format!("YDB {oldest} or newer")),
        ("docs/guide/src/faq.md".to_owned(), answer),
        (page("en"), format!("- {{{{ ydb-short-name }}}} {oldest} or newer")),
        (page("ru"), format!("- {{{{ ydb-short-name }}}} {oldest} или новее")),
    ];
    for (file, text) in places {
        assert!(read(&file).contains(&text), "{file} does not say `{text}`");
    }
}

/// Tests that no part of the library is said to need an older release than all of it.
#[test]
fn no_text_needs_an_older_release() {
    let (oldest, mut named) = (release(&releases()[0]).unwrap(), 0);
    for (file, text) in texts() {
        for (at, mark) in text.match_indices("YDB ") {
            let rest = &text[at + mark.len()..];
            if let Some(found) = release(rest) {
                named += 1;
                assert!(found >= oldest, "{file}: YDB {}", rest.lines().next().unwrap_or_default());
            }
        }
    }
    assert!(named > 10, "only {named} releases");
}
