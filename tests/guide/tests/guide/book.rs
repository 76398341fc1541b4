//! Builds the book, and checks that every link within it leads to a page, and every anchor to a heading.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::{env, fs};

use mdbook_driver::MDBook;
use rooms_tests::source_dir;

#[test]
fn links_lead_somewhere() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let mut book = MDBook::load(source_dir("docs/guide")).unwrap();
    book.config.build.build_dir = dir.clone();
    book.build().unwrap();

    let pages: BTreeMap<String, String> = fs::read_dir(&dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    assert!(pages.len() > 20, "only {} pages", pages.len());
    let anchors: BTreeMap<&str, HashSet<&str>> =
        pages.iter().map(|(name, html)| (name.as_str(), values(html, "id").collect())).collect();

    let mut followed = 0;
    let mut faults = Vec::new();
    for (name, html) in &pages {
        // All chapters in one page, whose links the book's own builder makes.
        if ["print.html", "toc.html"].contains(&name.as_str()) {
            continue;
        }
        for link in values(html, "href").chain(values(html, "src")) {
            if link.contains("://") || link.starts_with("data:") || link.starts_with("mailto:") {
                continue;
            }
            followed += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name } else { file };
            if !dir.join(file).exists() {
                faults.push(format!("{name}: `{link}`: no such page"));
            } else if !anchor.is_empty() && !anchors.get(file).is_some_and(|known| known.contains(anchor)) {
                faults.push(format!("{name}: `{link}`: no such heading"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(followed > 300, "only {followed} links found: are they still recognised?");
}

/// Returns the values of an attribute.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let before = format!(" {attribute}=\"");
    let ends: Vec<usize> = html.match_indices(&before).map(|(at, text)| at + text.len()).collect();
    ends.into_iter().filter_map(|at| html[at..].split('"').next())
}
