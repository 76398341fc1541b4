//! Checks that an error on a page is the beginning of a `.stderr` file, so pages only show rustc's real output.
//!
//! `UI_BLESS=1` rewrites the quotes as well, after trybuild has rewritten the files.

use std::path::{Path, PathBuf};
use std::{env, fs};

const FENCE: &str = "```text\n";

/// Compares the quotes of all pages with the files.
pub(crate) fn quoted_errors_are_what_rustc_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = [
        "",
        "docs/decisions",
        "examples",
        "docs/guide/src",
        "ydb-keys",
        "ydb-keys-derive",
        "ydb-keys-derive/src",
        "crates/ydb-embedded",
    ];
    let bless = env::var_os("UI_BLESS").is_some();
    let mut quotes = 0;
    for page in folders.iter().flat_map(|folder| pages(&root.join(folder))) {
        let text = fs::read_to_string(&page).unwrap();
        let (printed, found) = with_quotes(&text);
        quotes += found;
        if text == printed {
            continue;
        }
        assert!(bless, "{} should be\n\n{printed}\n\nUI_BLESS=1 writes it", page.display());
        fs::write(&page, &printed).unwrap();
    }
    assert!(quotes >= 2, "README.md quotes two errors");
}

/// Returns the page with its quotes taken from the files, and the number of quotes.
fn with_quotes(page: &str) -> (String, usize) {
    let mut blocks = page.split(FENCE);
    let mut text = blocks.next().unwrap_or_default().to_owned();
    let mut found = 0;
    for block in blocks {
        let (shown, rest) = block.split_once("```").unwrap();
        text += FENCE;
        match case(shown) {
            None => text += shown,
            Some(case) => {
                let printed = fs::read_to_string(case.with_extension("stderr")).unwrap();
                printed.lines().take(shown.lines().count()).for_each(|line| text += &format!("{line}\n"));
                found += 1;
            }
        }
        text += &format!("```{rest}");
    }
    (text, found)
}

/// Returns the case of a quoted error: rustc prints its place as `--> cases/name.rs:8:5`. A place in the text of a
/// query may come before. The error of another program is compared where that program is built.
fn case(block: &str) -> Option<PathBuf> {
    let (_, place) = block.split_once(" --> cases/")?;
    let (file, _) = place.split_once(':')?;
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(file))
}

/// Returns the Markdown files of a folder, without those of its subfolders.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}
