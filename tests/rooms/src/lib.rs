//! Reads the project's files, for the tests of rooms, imports and the guide.

#![allow(clippy::unwrap_used, reason = "helpers of tests may end a test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path of a directory of the project.
pub fn source_dir(root: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(root).canonicalize().unwrap()
}

/// Returns the directory of a published crate: two crates that programs name are at the root, the others in `crates`.
pub fn crate_dir(name: &str) -> PathBuf {
    let root = source_dir("");
    [root.join("crates").join(name), root.join(name)].into_iter().find(|dir| dir.is_dir()).unwrap()
}

/// Returns the published crates in the order of publishing: the list `published` in `.ci/choice`.
pub fn published() -> Vec<String> {
    let choice = fs::read_to_string(source_dir(".ci/choice")).unwrap();
    let names = choice.lines().find_map(|line| line.strip_prefix("published=(")?.strip_suffix(')')).unwrap();
    names.split(' ').map(str::to_owned).collect()
}

/// Returns the Rust files in a directory and below it, with their texts.
pub fn sources(dir: &Path) -> Vec<(PathBuf, String)> {
    files(dir, &["rs"])
}

/// Returns the files with one of the extensions in a directory and below it, with their texts.
pub fn files(dir: &Path, extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extensions));
        } else if path.extension().is_some_and(|extension| extensions.iter().any(|other| extension == *other)) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// Returns the lines of a file without the items after `#[cfg(test)]`. An item ends like rustfmt writes it: in its own
/// line with `;`, or at the closing brace that is indented like its first line.
pub fn without_tests(text: &str) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            kept.push(line);
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = [format!("{indent}}}"), format!("{indent}}};")];
        let item = lines.by_ref().find(|line| !line.trim_start().starts_with('#')).unwrap_or_default();
        if !item.ends_with(';') && !item.ends_with('}') {
            lines.by_ref().find(|line| ends.iter().any(|end| line == end));
        }
    }
    kept
}
