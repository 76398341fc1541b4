//! Reads the chapters of the guide for tests.

#![allow(clippy::unwrap_used, reason = "helpers of tests may end a test")]

#[cfg(doctest)]
mod examples;

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use rooms_tests::source_dir;

/// Chapter of the guide.
pub struct Chapter {
    /// Path of the file below `docs/guide/src`, e.g. `data-access.md`.
    pub file: String,
    /// Text of the file.
    pub text: String,
}

impl Chapter {
    /// Returns the name of the chapter's module in `ydb_keys::guide`, e.g. `data_access`.
    pub fn module(&self) -> String {
        self.file.trim_end_matches(".md").replace('-', "_")
    }

    /// Returns the labels of the chapter's reference links; each label is the link's target.
    pub fn labels(&self) -> BTreeSet<&str> {
        definitions(&self.text).map(|(label, _)| label).collect()
    }
}

/// Returns all chapters, by file name. The reference of the attributes is the documentation of the derive.
pub fn chapters() -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for entry in fs::read_dir(source_dir("docs/guide/src")).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        if file.ends_with(".md") && !["SUMMARY.md", "attributes.md"].contains(&file.as_str()) {
            chapters.push(Chapter { text: fs::read_to_string(&path).unwrap(), file });
        }
    }
    chapters.sort_by(|a, b| a.file.cmp(&b.file));
    chapters
}

/// Returns the definitions of reference links: labels and targets.
pub fn definitions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
}

/// Compares a text with a file of the repository. With `GUIDE_BLESS=1`, writes the file instead.
#[track_caller]
pub fn same_as(file: &Path, text: &str) {
    if env::var_os("GUIDE_BLESS").is_some() {
        fs::write(file, text).unwrap();
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(found == text, "{} is not up to date; GUIDE_BLESS=1 writes it", file.display());
}

/// Runs the examples of the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples of the README that is packed with the crate.
#[cfg(doctest)]
#[doc = include_str!("../../../ydb-keys/README.md")]
struct PackedReadme;

/// Runs the examples of the page for assistants.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/llms.txt")]
struct ShortGuide;

/// Runs the examples of the skill for assistants.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/skills/ydb-keys/SKILL.md")]
struct Skill;
