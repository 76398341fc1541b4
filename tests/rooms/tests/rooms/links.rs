//! Tests links between the pages of the repository: every relative one leads to a file, every anchor to a heading.
//! Addresses on the web are not fetched: the tests need no network.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rooms_tests::{crate_dir, published, source_dir};

#[test]
fn links_lead_somewhere() {
    let root = source_dir("");
    let pages = pages(&root);
    assert!(pages.len() > 20, "only {} pages found below {}", pages.len(), root.display());
    let mut faults = Vec::new();
    let mut followed = 0;
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            followed += 1;
            if let Some(fault) = fault(page, link) {
                faults.push(format!("{}: `{link}`: {fault}", page.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(followed > 100, "only {followed} links found: are they still recognised?");
}

/// Tests READMEs of published crates: crates.io and docs.rs show a README without the files around it.
#[test]
fn readmes_of_published_crates_stand_alone() {
    let mut read = 0;
    for package in published() {
        let page = crate_dir(&package).join("README.md");
        assert!(page.is_file() && !page.is_symlink(), "{package} needs a README.md of its own");
        for link in links(&fs::read_to_string(&page).unwrap()) {
            let leads = link.starts_with("https://") || link.starts_with('#') && fault(&page, &link).is_none();
            assert!(leads, "{package}/README.md: `{link}` leads nowhere outside of the repository");
            read += 1;
        }
    }
    assert!(read > 10, "only {read} links found: are they still recognised?");
}

#[test]
fn published_crates_are_described() {
    for package in published() {
        let dir = crate_dir(&package);
        let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap();
        for key in ["description", "readme", "documentation", "categories", "keywords", "license", "rust-version"] {
            let has = |line: &str| line.starts_with(&format!("{key} = ")) || line == format!("{key}.workspace = true");
            assert!(manifest.lines().any(has), "{package}/Cargo.toml lacks `{key}`");
        }
        let license = fs::read_to_string(dir.join("LICENSE")).unwrap();
        assert_eq!(license, fs::read_to_string(source_dir("").join("LICENSE")).unwrap(), "{package}/LICENSE");
    }
}

#[test]
fn links_and_headings_are_recognised() {
    let text = "# One `two`, three\n\n[a](b.md#c) `[no](link)` ![p](q.svg)\n```md\n[no](link)\n# no heading\n```\n## One two three\n[r]: s.md\n";
    assert_eq!(links(text), ["b.md#c", "q.svg", "s.md"]);
    let expected = ["one-two-three", "one-two-three-1"].map(str::to_owned);
    assert_eq!(anchors(text), HashSet::from(expected));
}

/// Returns the fault of a link on a page, if there is one.
fn fault(page: &Path, link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let target = match path {
        "" => page.to_owned(),
        path => page.parent().unwrap().join(path),
    };
    if !target.exists() {
        return Some("no such file".to_owned());
    }
    let anchor = anchor.filter(|_| target.extension().is_some_and(|extension| extension == "md"))?;
    let text = fs::read_to_string(&target).unwrap();
    (!anchors(&text).contains(anchor)).then(|| format!("{} has no heading with this anchor", target.display()))
}

/// Returns the targets of a page's links.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        // `[name]: target` at the beginning of a line.
        if let Some((_, target)) = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            found.push(target.trim().to_owned());
            continue;
        }
        // Every other part lies within backticks.
        let bare: String = line.split('`').step_by(2).collect();
        let targets = bare.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        found.extend(targets.map(|(target, _)| target.split(' ').next().unwrap_or_default().to_owned()));
    }
    found
}

/// Returns the anchors of a page's headings, like GitHub makes them: lower case, without punctuation, `-` for a space;
/// repeated ones are numbered.
fn anchors(text: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    for heading in prose(text).filter(|line| line.starts_with('#')) {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(numbered).find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

/// Returns the lines of a page outside of its code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Returns all Markdown files of the repository, and the short guide for assistants. Symbolic links are left out: only
/// the page's own place counts. So are the pages for YDB's documentation, whose links lead into YDB's repository.
fn pages(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink() {
            // `ydb-keys/guide` is a link to pages that are found anyway.
        } else if path.is_dir() {
            if path.ends_with("docs/ydb-integration/ydb") {
                continue;
            }
            if !["target", ".git", "node_modules", "venv", ".venv"].contains(&name.as_str()) {
                found.extend(pages(&path));
            }
        } else if path.ends_with("ydb-keys/src/guide/links.md") {
            // Its links are paths of Rust, which rustdoc follows.
        } else if name.ends_with(".md") || name == "llms.txt" {
            found.push(path);
        }
    }
    found
}
