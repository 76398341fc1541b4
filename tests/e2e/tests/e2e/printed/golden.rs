//! Reads the golden files of the models' tests, without their header.

use std::fs;
use std::path::Path;

/// Returns name and text of each golden file of a folder, sorted by name.
pub(crate) fn texts(tests: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/models").join(tests).join("snapshots");
    let mut texts: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let path = entry.unwrap().path();
            let file = fs::read_to_string(&path).unwrap();
            let (_, text) = file.split_once("\n---\n").unwrap();
            (path.file_stem().unwrap().to_string_lossy().into_owned(), text.to_owned())
        })
        .collect();
    texts.sort();
    texts
}
