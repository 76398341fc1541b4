//! Tests that the Russian pages match the English ones: block for block the same code, numbers and links, and that no
//! block is changed without its translation.
//!
//! A page is cut into blocks: headings, paragraphs, items, tables, and blocks of code. `russian.txt` has a line for
//! each pair of blocks with the hashes of both texts. If only one hash has changed, the other block must be translated
//! anew. If both have changed, `GUIDE_BLESS=1` rewrites the line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::{env, fs};

use guide_tests::definitions;
use rooms_tests::source_dir;
use ydb_keys::hash::xxh3;

const PAGES: [&str; 2] = ["getting-started.md", "choosing-a-key.md"];

fn page(file: &str) -> String {
    fs::read_to_string(source_dir("docs/guide/src").join(file)).unwrap()
}

/// Returns the blocks of a page, without the definitions of its links.
fn blocks(page: &str) -> Vec<String> {
    let (mut blocks, mut in_code) = (vec![String::new()], false);
    for line in page.lines() {
        let fence = line.starts_with("```");
        let begins = line.starts_with("- ") || line.starts_with('#') || fence && !in_code;
        if !in_code && (line.is_empty() || begins) {
            blocks.push(String::new());
        }
        in_code ^= fence;
        let is_definition = !in_code && line.starts_with('[') && line.contains("]: ");
        if let Some(block) = blocks.last_mut().filter(|_| !is_definition) {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks.retain(|block| !block.trim().is_empty());
    blocks
}

/// Returns the facts that both texts of a pair must share: the kind of block, code, targets of links, numbers.
fn facts(block: &str) -> Vec<String> {
    if block.starts_with("```") {
        return vec![block.to_owned()];
    }
    let mut facts = vec![match block.split_once(' ') {
        Some((mark @ ("#" | "##" | "###" | "-" | ">" | "|"), _)) => mark.to_owned(),
        _ if block.starts_with("![") => "picture".to_owned(),
        _ => "paragraph".to_owned(),
    }];
    let mut rest = Vec::new();
    for (number, part) in block.replace('\n', " ").split('`').enumerate() {
        match number % 2 {
            0 => rest.push(part.to_owned()),
            _ => facts.push(format!("`{}`", part.trim())),
        }
    }
    let rest = rest.join("`");
    let targets = rest.match_indices("][").map(|(at, _)| rest[at..].split_inclusive(']').nth(1).unwrap_or_default());
    facts.extend(targets.map(str::to_owned));
    facts.extend(rest.match_indices("](#").map(|_| "a heading of the page".to_owned()));
    let mut prose = rest.clone();
    for (at, _) in rest.match_indices("][").collect::<Vec<_>>().into_iter().rev() {
        let end = rest[at + 2..].find(']').map_or(rest.len(), |end| at + 2 + end);
        prose.replace_range(at + 1..end, "");
    }
    facts.extend(numbers(&prose));
    facts.sort();
    facts
}

/// Returns the numbers of a text without digit separators: commas, points, non-breaking spaces.
fn numbers(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
    let (mut numbers, mut at) = (Vec::new(), 0);
    while at < characters.len() {
        let mut number = String::new();
        while is_digit(at) {
            number.push(characters[at]);
            at += 1;
            if matches!(characters.get(at), Some(',' | '.' | '\u{a0}')) && is_digit(at + 1) {
                at += 1;
            }
        }
        if !number.is_empty() {
            numbers.push(number);
        }
        at += 1;
    }
    numbers
}

#[test]
fn both_have_the_same_facts() {
    for file in PAGES {
        let (english, russian) = (blocks(&page(file)), blocks(&page(&format!("ru/{file}"))));
        for (number, (english, russian)) in english.iter().zip(&russian).enumerate() {
            assert_eq!(facts(english), facts(russian), "{file}, block {number}:\n{english}\n{russian}");
        }
        assert_eq!(english.len(), russian.len(), "{file}");
    }
}

#[test]
fn links_are_those_of_the_english_page() {
    for file in PAGES {
        let text = page(&format!("ru/{file}"));
        let labels: BTreeSet<&str> = definitions(&text).map(|(label, _)| label).collect();
        assert_eq!(labels, definitions(&page(file)).map(|(label, _)| label).collect(), "{file}");
        for (label, target) in definitions(&text) {
            let (path, _) = target.split_once('#').unwrap_or((target, ""));
            assert!(source_dir("docs/guide/src/ru").join(path).exists(), "{file}: no file is at `{target}`");
            let is_own = PAGES.contains(&label);
            assert_eq!(target, if is_own { label.to_owned() } else { format!("../{label}") }, "{file}");
        }
    }
}

#[test]
fn neither_is_changed_alone() {
    let path = source_dir("tests/guide").join("russian.txt");
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let stored: BTreeMap<&str, &str> = stored.lines().filter_map(|line| line.split_once(": ")).collect();
    let (mut written, mut alone, mut changed) = (String::new(), Vec::new(), Vec::new());
    for file in PAGES {
        let (english, russian) = (blocks(&page(file)), blocks(&page(&format!("ru/{file}"))));
        for (number, (english, russian)) in english.iter().zip(&russian).enumerate() {
            let hashes = [english, russian].map(|text| format!("{:016x}", xxh3(text.as_bytes())));
            let (place, line) = (format!("{file} {number}"), hashes.join(" "));
            let before: Option<Vec<&str>> = stored.get(&*place).map(|line| line.split(' ').collect());
            // A block of code has nothing to translate.
            let is_translated = english != russian;
            match before.as_deref() {
                Some([e, r]) if (*e == hashes[0]) != (*r == hashes[1]) && is_translated => {
                    let which = if *e == hashes[0] { "Russian" } else { "English" };
                    alone.push(format!("{place}: only the {which} text is changed:\n{english}\n{russian}"));
                }
                Some([e, _]) if *e == hashes[0] => {}
                _ => changed.push(place.clone()),
            }
            writeln!(written, "{place}: {line}").unwrap();
        }
    }
    assert!(alone.is_empty(), "{}", alone.join("\n"));
    if env::var_os("GUIDE_BLESS").is_some() {
        fs::write(&path, written).unwrap();
        return;
    }
    assert!(changed.is_empty(), "new or changed: {}; GUIDE_BLESS=1 writes the pairs", changed.join(", "));
}
