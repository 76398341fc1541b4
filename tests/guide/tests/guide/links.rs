//! Tests that links between chapters lead to the same places in the book and on docs.rs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use guide_tests::{chapters, definitions, same_as};
use rooms_tests::source_dir;

#[test]
fn each_label_is_its_target() {
    for chapter in chapters() {
        for (label, target) in definitions(&chapter.text) {
            assert_eq!(label, target, "in {}", chapter.file);
        }
        let inline = chapter.text.match_indices("](").map(|(at, _)| chapter.text[at + 2..].split(')').next().unwrap());
        for target in inline {
            let kept = target.starts_with('#') || target.contains("://") || !target.contains('.');
            assert!(
                kept,
                "{}: write the link as `[..][{target}]`, and `[{target}]: {target}` at the end",
                chapter.file
            );
        }
    }
}

/// Tests the definitions that docs.rs uses: a module for a chapter, the derive for the reference of the attributes, and
/// the contents of a picture.
#[test]
fn docs_rs_has_each_target() {
    let chapters = chapters();
    let labels: BTreeSet<&str> = chapters.iter().flat_map(|chapter| chapter.labels()).collect();
    let mut text = String::new();
    for label in labels {
        let (file, anchor) = label.split_once('#').map_or((label, None), |(file, anchor)| (file, Some(anchor)));
        let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        let target = match chapters.iter().find(|chapter| chapter.file == file) {
            Some(chapter) => format!("crate::guide::{}{anchor}", chapter.module()),
            None if file == "attributes.md" => format!("derive@crate::YdbTable{anchor}"),
            None => picture(file),
        };
        writeln!(text, "[{label}]: {target}").unwrap();
    }
    // What follows is a paragraph of its own.
    text.push('\n');
    same_as(&source_dir("ydb-keys/src/guide").join("links.md"), &text);
}

/// Returns a picture as a `data:` address with its contents.
fn picture(file: &str) -> String {
    let (_, extension) = file.rsplit_once('.').unwrap();
    let ty = match extension {
        "svg" => "svg+xml",
        "png" => "png",
        _ => panic!("`{file}` is not a chapter, nor a picture"),
    };
    let bytes = fs::read(source_dir("docs/guide/src").join(file)).unwrap();
    assert!(
        bytes.len() < 50_000,
        "{file} has {} bytes: docs.rs would have them in each page that shows it",
        bytes.len()
    );
    format!("data:image/{ty};base64,{}", STANDARD.encode(bytes))
}

/// Tests that each chapter is in the book's contents, a module of `ydb_keys::guide`, and among the chapters whose
/// examples run.
#[test]
fn each_chapter_is_listed() {
    let summary = fs::read_to_string(source_dir("docs/guide/src").join("SUMMARY.md")).unwrap();
    let modules = fs::read_to_string(source_dir("ydb-keys/src/guide").join("mod.rs")).unwrap();
    let examples = fs::read_to_string(source_dir("tests/guide/src").join("examples.rs")).unwrap();
    for chapter in chapters() {
        assert!(summary.contains(&format!("]({})", chapter.file)), "SUMMARY.md lacks {}", chapter.file);
        let line = format!("    {} = \"{}\"", chapter.module(), chapter.file);
        assert!(modules.contains(&line), "guide/mod.rs lacks `{}`", line.trim());
        assert!(examples.contains(&line), "examples.rs lacks `{}`", line.trim());
    }
}
