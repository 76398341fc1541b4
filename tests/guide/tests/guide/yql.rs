//! Tests each YQL text of the guide, the READMEs, the examples and the documentation of the crates with `ydb-keys
//! queries check`, over the tables that the same page describes: none reads a whole table, or forgets a hash, unless it
//! says so.
//!
//! A text that must read all rows says `-- full_scan(reason)`, like in the files of a program. A text that shows a
//! fault says `-- refused: rule`, and must have that fault.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use guide_tests::chapters;
use rooms_tests::{files, source_dir};
use serde_json::Value;
use ydb_keys_cli::{Streams, run_without_models};

use crate::schema::{Block, read};

/// Page with faulty queries, which another test compares with the program's output.
const SHOWN: &str = "operating-queries.md";

/// Faults that no page may have.
const FAULTS: [&str; 4] = ["syntax", "full_scan", "missing_hash", "hash_written"];

#[test]
fn each_query_is_judged() {
    let mut pages: Vec<(String, Vec<Block>)> = Vec::new();
    for chapter in chapters().iter().filter(|chapter| chapter.file != SHOWN) {
        pages.push((chapter.file.clone(), read(&chapter.text)));
    }
    for path in readmes() {
        pages.push((path.clone(), read(&fs::read_to_string(source_dir(&path)).unwrap())));
    }
    for (file, text) in files(&source_dir("examples"), &["rs"]) {
        pages.push((file.display().to_string(), read(&format!("```rust\n{text}\n```\n"))));
    }
    for crate_dir in [
        "ydb-keys/src",
        "crates/ydb-keys-core/src",
        "crates/ydb-keys-bulk/src",
        "crates/ydb-keys-cli/src",
        "crates/ydb-keys-migrate/src",
    ] {
        for (file, text) in files(&source_dir(crate_dir), &["rs"]) {
            pages.push((file.display().to_string(), read(&documentation(&text))));
        }
    }
    let directory = std::env::temp_dir().join(format!("ydb-keys-guide-yql-{}", std::process::id()));
    let (mut wrong, mut judged, mut with_tables) = (String::new(), 0, 0);
    let blocks = pages.iter().flat_map(|(name, blocks)| blocks.iter().map(move |block| (name, block)));
    for (name, block) in blocks.filter(|(_, block)| !block.queries.is_empty()) {
        let found = check(&directory, block);
        for (query, found) in block.queries.iter().zip(&found) {
            judged += 1;
            with_tables += u32::from(!found.tables.is_empty());
            let expected: BTreeSet<&str> = query.lines().filter_map(refused).collect();
            if found.faults.iter().map(String::as_str).collect::<BTreeSet<_>>() != expected {
                wrong += &format!("{name}: {:?}, but it says {expected:?}\n{query}\n\n", found.messages);
            }
        }
    }
    fs::remove_dir_all(&directory).unwrap();
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(
        judged >= 25 && with_tables >= 10,
        "{judged} queries, {with_tables} of known tables: are they still recognised?"
    );
}

fn readmes() -> Vec<String> {
    let crates = [
        "",
        "ydb-keys/",
        "crates/ydb-keys-bulk/",
        "crates/ydb-keys-cli/",
        "crates/ydb-keys-migrate/",
        "crates/ydb-embedded/",
    ];
    crates.map(|of| format!("{of}README.md")).to_vec()
}

/// Returns the documentation in a source as a page, without the examples that must not compile.
fn documentation(source: &str) -> String {
    let (mut page, mut in_block) = (String::new(), false);
    for line in source.lines().map(str::trim_start) {
        let Some(line) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else { continue };
        let line = line.strip_prefix(' ').unwrap_or(line);
        let is_fence = line.starts_with("```");
        page += match line {
            "```" | "```no_run" | "```test_harness" if !in_block => "```rust",
            line => line,
        };
        page.push('\n');
        in_block ^= is_fence;
    }
    page
}

/// Returns the rule in `-- refused: missing_hash`.
fn refused(line: &str) -> Option<&str> {
    line.split_once("-- refused:").map(|(_, rule)| rule.trim())
}

/// Findings in a query.
struct Found {
    faults: Vec<String>,
    messages: Vec<String>,
    /// Tables of the query that the page describes.
    tables: Vec<String>,
}

fn check(directory: &Path, block: &Block) -> Vec<Found> {
    let (schema, queries) = (directory.join("schema"), directory.join("queries.sql"));
    fs::create_dir_all(&schema).unwrap();
    // A table that no page has, so that there is a schema at all.
    let none = "CREATE TABLE `no table of a page` (id Uint64 NOT NULL, PRIMARY KEY (id));\n";
    // A page may have several models of one table: the first one counts.
    let mut seen = BTreeSet::new();
    let first = block.schema.iter().filter(|ddl| seen.insert(ddl.split('`').nth(1).unwrap_or_default()));
    let first: Vec<&str> = first.map(String::as_str).collect();
    fs::write(schema.join("page.sql"), format!("{none}{}", first.join("\n"))).unwrap();
    let named = block.queries.iter().enumerate();
    let text: String = named.map(|(number, query)| format!("-- name: q{number}\n{query}\n")).collect();
    fs::write(&queries, text).unwrap();
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let args = ["ydb-keys", "queries", "check", queries.to_str().unwrap(), "--schema", schema.to_str().unwrap()];
    run_without_models(
        args.iter().chain(&["--format", "json"]),
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO),
    );
    let out = String::from_utf8(out).unwrap();
    let all: Value = serde_json::from_str(&out)
        .unwrap_or_else(|_| panic!("{out}{}\n{:#?}", String::from_utf8_lossy(&err), block.schema));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let found = all.as_array().unwrap().iter().map(|query| {
        let errors = query["errors"].as_array().unwrap();
        let faults = errors.iter().map(|fault| text(&fault["rule"])).filter(|rule| FAULTS.contains(&rule.as_str()));
        let unknown: BTreeSet<String> =
            errors.iter().filter(|fault| fault["rule"] == "unknown_table").map(|fault| text(&fault["table"])).collect();
        let sources = query["sources"].as_array().unwrap().iter().map(|source| text(&source["table"]));
        Found {
            faults: faults.collect(),
            messages: errors.iter().map(|fault| text(&fault["message"])).collect(),
            tables: sources.filter(|table| !unknown.contains(table)).collect(),
        }
    });
    found.collect()
}
