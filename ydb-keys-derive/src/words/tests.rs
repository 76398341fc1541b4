//! Tests that the page of attributes has every word.

use super::*;

const PAGE: &str = include_str!("../../attributes.md");

const ITEMS: [Item; 7] =
    [Item::Table, Item::Field, Item::Newtype, Item::Enum, Item::Variant, Item::Row, Item::RowField];

#[test]
fn examples_show_what_the_words_take() {
    let lists = List::ALL.iter().map(|list| list.words());
    for word in ITEMS.iter().map(|item| item.words()).chain(lists).flatten() {
        let rest = word.example.strip_prefix(word.name).unwrap_or("another word");
        let takes = match rest.get(..1) {
            None => [Takes::Nothing, Takes::Either],
            Some("(") => [Takes::List; 2],
            _ => [Takes::Value, Takes::Either],
        };
        assert!(takes.contains(&word.takes), "`{}` is an example of {:?}", word.example, word.takes);
    }
}

/// The page has a chapter for each item, with a section for each word, or one heading that names all of them.
#[test]
fn the_page_has_every_word() {
    let headings = |chapter: &str| -> Vec<String> {
        // Examples are left out, because their hidden lines look like headings.
        let prose = PAGE.split("```").step_by(2).flat_map(str::lines);
        let lines = prose.skip_while(|line| *line != chapter).skip(1);
        let own = lines.take_while(|line| !line.starts_with("# ")).filter_map(|line| line.strip_prefix("## "));
        own.map(|heading| heading.split(" and ").next().unwrap_or(heading).to_owned()).collect()
    };
    for (chapter, item) in [("# Attributes of the struct", Item::Table), ("# Attributes of a field", Item::Field)] {
        let mut sections: Vec<String> = headings(chapter).iter().map(|heading| code(heading)[0].clone()).collect();
        let mut known: Vec<&str> = names(item.words()).collect();
        sections.sort();
        known.sort();
        assert_eq!(sections, known, "{chapter}");
    }
    let shared = [
        ("# Rows of queries: `#[derive(YdbRow)]`", "On the struct", &[Item::Row][..]),
        ("# Rows of queries: `#[derive(YdbRow)]`", "On a field", &[Item::RowField]),
        ("# Types of your own: `#[derive(YdbColumn)]`", "Newtypes", &[Item::Newtype]),
        ("# Types of your own: `#[derive(YdbColumn)]`", "Enums", &[Item::Enum, Item::Variant]),
    ];
    for (chapter, start, items) in shared {
        let headings = headings(chapter);
        let mut found: Vec<String> =
            headings.iter().filter(|heading| heading.starts_with(start)).flat_map(|heading| code(heading)).collect();
        let mut known: Vec<&str> = items.iter().flat_map(|item| names(item.words())).collect();
        found.sort();
        known.sort();
        assert_eq!(found, known, "{chapter}, {start}");
    }
}

#[test]
fn the_page_has_every_word_of_a_list() {
    for list in List::ALL {
        let heading = format!("\n## `{}(", list.name());
        let section = PAGE.split(&heading).nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
        for word in names(list.words()) {
            let parts = section.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            assert!(parts.clone().any(|part| part == word), "`{word}` is missing under `{}`", list.name());
        }
    }
}

/// Returns the first word of each text in backticks.
fn code(text: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    text.split('`').skip(1).step_by(2).map(word).collect()
}
